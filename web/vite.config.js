import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { ahead } from "./ahead.js";
import { compressed } from "./compressed.js";
import { licences } from "./licences.js";

// The built page ships inside the Python package; in development the service runs beside it.
export default defineConfig({
  base: "./", // the page may lie below a sub-path; the service adjusts these addresses
  plugins: [svelte(), licences(), ahead(), compressed()],
  build: {
    outDir: "../src/quarterdeck/server/static",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    // What several pages share comes in two files, not in ten: on a slow line each costs a round trip.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "base", tags: ["$initial"], priority: 2 },
            {
              name: "common",
              test: /src\/(parts\/|(contours|drawing|fairness|lines|memory|seats|symbols)\.)/,
              minShareCount: 2,
              priority: 1,
            },
            { name: "board", test: /src\/(table|moves|about)\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } },
  },
});
