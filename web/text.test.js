// Text grows with the reader's text size. Inside drawings it grows with the drawing.
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const DRAWN =
  /table\/(Board|CellShape|Labels|Marks|Peril|Plaque|Token|Foreseen)|CoverArt|Contours|keepsake\/Picture/;

it("measures text in rem", () => {
  const folder = `${import.meta.dirname}/src`;
  const files = readdirSync(folder, { recursive: true }).filter(
    (file) => /\.(svelte|css)$/.test(file) && !DRAWN.test(file),
  );
  expect(files.length).toBeGreaterThan(50);
  const inPixels = files.flatMap((file) => {
    const text = readFileSync(`${folder}/${file}`, "utf8");
    return [...text.matchAll(/font(-size)?:[^;]*\dpx/g)].map((found) => `${file}: ${found[0]}`);
  });
  expect(inPixels).toEqual([]);
});
