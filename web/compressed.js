// A step of the build: beside each asset the same file compressed as well as can be, so that the service need not
// compress it for every visitor. Fonts are compressed already.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const TEXT = /\.(js|css|svg)$/;
const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** The plugin that writes the files. */
export function compressed() {
  return {
    name: "compressed",
    apply: "build",
    writeBundle({ dir }, bundle) {
      for (const name of Object.keys(bundle).filter((one) => TEXT.test(one))) {
        const content = readFileSync(join(dir, name));
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content, BEST));
        writeFileSync(join(dir, `${name}.gz`), gzipSync(content, { level: 9 }));
      }
    },
  };
}
