import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { expect, it } from "vitest";
import { LICENCES, LOADER } from "./licences.js";

const here = import.meta.dirname;
const NAME = /node_modules\/((?:@[^/]+\/)?[^/]+)/;

it("ships the licence text of every package and font in the page", { timeout: 60_000 }, async () => {
  const { output } = await build({ root: here, logLevel: "silent", build: { write: false } });
  const shipped = output.find((part) => part.fileName === LICENCES).source;
  const modules = output.flatMap((part) => Object.keys(part.modules ?? {}));
  const made = modules.filter((id) => id.startsWith("\0"));
  expect(made).toEqual([LOADER]); // no other code of the build's own tools
  const bundled = ["vite", ...modules.flatMap((id) => NAME.exec(id)?.[1] ?? [])];
  const fonts = [...readFileSync(join(here, "src/fonts.css"), "utf8").matchAll(/url\("(@[^/]+\/[^/]+)/g)];
  const names = new Set([...bundled, ...fonts.map((font) => font[1])]);
  expect([...names]).toEqual(expect.arrayContaining(["svelte", "marked", "@fontsource/spectral"]));
  const [, ...parts] = shipped.split(/^(\S+) [\d.]+ \(.+\)\n=+$/m);
  const texts = new Map(parts.flatMap((part, index) => (index % 2 ? [[parts[index - 1], part]] : [])));
  for (const name of names) expect(texts.get(name), name).toMatch(/Copyright[^]+["“]AS IS["”]/);
  for (const [, font] of fonts) expect(texts.get(font), font).toContain("SIL OPEN FONT LICENSE Version 1.1");
});
