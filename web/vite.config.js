import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { compressed } from "./compressed.js";
import { licences } from "./licences.js";

// The built page ships inside the Python package; in development the service runs beside it.
export default defineConfig({
  base: "./", // the page may lie below a sub-path; the service adjusts these addresses
  plugins: [svelte(), licences(), compressed()],
  build: {
    outDir: "../src/quarterdeck/server/static",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
  },
  server: {
    host: "127.0.0.1",
    proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } },
  },
});
