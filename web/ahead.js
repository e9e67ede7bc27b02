// A step of the build: ahead.json says what each page will load once its script runs, as links for its head. The service
// puts them there, so that a browser asks for everything at once instead of one thing after the other.
import { relative } from "node:path";

/** By the first part of a page's address: what it shows. */
const PAGES = { "": "src/home/Home.svelte", play: "src/table/Room.svelte" };

/** The plugin that writes the file. */
export function ahead() {
  return {
    name: "ahead",
    apply: "build",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
      const entry = needed(chunks.find((one) => one.isEntry));

      function needed(chunk) {
        const found = new Set([chunk.fileName, ...chunk.viteMetadata.importedCss]);
        for (const name of chunk.imports) for (const one of needed(bundle[name])) found.add(one);
        return found;
      }

      const links = Object.entries(PAGES).map(([page, source]) => {
        const chunk = chunks.find(
          (one) => one.facadeModuleId && relative(import.meta.dirname, one.facadeModuleId) === source,
        );
        const names = [...needed(chunk)].filter((name) => !entry.has(name));
        return [page, names.map(link).join("")];
      });
      this.emitFile({
        type: "asset",
        fileName: "ahead.json",
        source: JSON.stringify(Object.fromEntries(links)),
      });
    },
  };
}

const link = (name) =>
  name.endsWith(".css")
    ? `<link rel="stylesheet" crossorigin href="./${name}">`
    : `<link rel="modulepreload" crossorigin href="./${name}">`;
