// A step of the build: the licence of every package that ends up in the page, fonts included, in one file
// beside it. A package without a licence text stops the build.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const LICENCES = "licences.txt";
const HEAD =
  "Quarterdeck is free software under the MIT License. Its pages contain these packages and fonts by others.";

/** Vite's own code, which loads parts of the page when they are needed. */
export const LOADER = "\0vite/preload-helper.js";

/** The folders of the packages whose files are in the bundle. */
export function packages(bundle, root) {
  const files = Object.values(bundle).flatMap((part) =>
    part.type === "chunk" ? Object.keys(part.modules) : part.originalFileNames,
  );
  const sources = files.map((file) => (file === LOADER ? "node_modules/vite/" : file));
  const found = sources.map((file) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(resolve(root, file))?.[0]);
  return [...new Set(found.filter((folder) => folder))].sort();
}

/** A package's name, version and licence text. */
export function licence(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((name) => /^licen[cs]e(\.\w+)?$/i.test(name));
  if (!file) throw new Error(`${name} has no licence text, so it must not be shipped.`);
  const title = `${name} ${version} (${license})`;
  return `${title}\n${"=".repeat(title.length)}\n\n${readFileSync(join(folder, file), "utf8").trim()}`;
}

/** The plugin that writes the file. */
export function licences() {
  let root = "";
  return {
    name: "licences",
    apply: "build",
    configResolved: (config) => void (root = config.root),
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const source = [HEAD, ...packages(bundle, root).map(licence)].join("\n\n\n") + "\n";
        this.emitFile({ type: "asset", fileName: LICENCES, source });
      },
    },
  };
}
