// A QR code (ISO/IEC 18004) of a link: bytes, error correction level M, versions 1 to 9. That is 180 bytes, more
// than any of our links needs.

/** Rows of modules; true: dark. */
export type Modules = readonly (readonly boolean[])[];

/** By version: codewords for error correction in each block, the number of blocks, alignment patterns. */
const VERSIONS: readonly (readonly [number, number, readonly number[]])[] = [
  [10, 1, []],
  [16, 1, [6, 18]],
  [26, 1, [6, 22]],
  [18, 2, [6, 26]],
  [24, 2, [6, 30]],
  [16, 4, [6, 34]],
  [18, 4, [6, 22, 38]],
  [22, 4, [6, 24, 42]],
  [22, 5, [6, 26, 46]],
];
const BYTES = 0b0100;
const LEVEL_M = 0b00;
const PADDING = [0xec, 0x11];

const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

/** The code of a text; null when it is too long. */
export function qr(text: string): Modules | null {
  const bytes = [...new TextEncoder().encode(text)];
  const index = VERSIONS.findIndex((_, at) => bytes.length <= dataSize(at + 1) - 2);
  return index < 0 ? null : drawn(index + 1, interleaved(index + 1, encoded(index + 1, bytes)));
}

const sizeOf = (version: number) => 17 + 4 * version;

/** All codewords of a version: what its function patterns leave free. */
function codewords(version: number): number {
  const aligned = VERSIONS[version - 1]![2].length;
  let free = (16 * version + 128) * version + 64;
  if (aligned > 0) free -= (25 * aligned - 10) * aligned - 55;
  if (version >= 7) free -= 36;
  return free >> 3;
}

function dataSize(version: number): number {
  const [correction, blocks] = VERSIONS[version - 1]!;
  return codewords(version) - correction * blocks;
}

/** Mode, length, the bytes, padding. */
function encoded(version: number, bytes: readonly number[]): number[] {
  const nibbles = [
    BYTES,
    bytes.length >> 4,
    bytes.length & 15,
    ...bytes.flatMap((one) => [one >> 4, one & 15]),
    0,
  ];
  const data: number[] = [];
  for (let at = 0; at < nibbles.length; at += 2) data.push((nibbles[at]! << 4) | nibbles[at + 1]!);
  for (let at = 0; data.length < dataSize(version); at++) data.push(PADDING[at % 2]!);
  return data;
}

/** The data in blocks, each with its error correction, byte by byte from all blocks in turn. */
function interleaved(version: number, data: readonly number[]): number[] {
  const [correction, count] = VERSIONS[version - 1]!;
  const short = Math.floor(data.length / count);
  const longs = data.length % count;
  const blocks: number[][] = [];
  for (let block = 0, at = 0; block < count; block++) {
    const length = short + (block >= count - longs ? 1 : 0);
    blocks.push(data.slice(at, at + length));
    at += length;
  }
  const divisor = generator(correction);
  const checks = blocks.map((block) => remainder(block, divisor));
  const turns = (parts: number[][], length: number) =>
    Array.from({ length }, (_, at) => parts.flatMap((part) => part.slice(at, at + 1))).flat();
  return [...turns(blocks, short + 1), ...turns(checks, correction)];
}

// Reed and Solomon's code over GF(256), modulo x^8 + x^4 + x^3 + x^2 + 1 -------------------------------------

function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> bit) & 1) * a;
  }
  return product;
}

function generator(degree: number): number[] {
  const polynomial = [...Array<number>(degree - 1).fill(0), 1];
  for (let root = 1, done = 0; done < degree; done++, root = times(root, 2)) {
    for (let at = 0; at < degree; at++) {
      polynomial[at] = times(polynomial[at]!, root) ^ (polynomial[at + 1] ?? 0);
    }
  }
  return polynomial;
}

function remainder(data: readonly number[], divisor: readonly number[]): number[] {
  let rest = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ rest[0]!;
    rest = [...rest.slice(1), 0].map((one, at) => one ^ times(divisor[at]!, factor));
  }
  return rest;
}

// Drawing ------------------------------------------------------------------------------------------------------

type Grid = (boolean | null)[][];

function drawn(version: number, code: readonly number[]): Modules {
  const frame = patterns(version);
  const free = frame.map((row) => row.map((module) => module === null));
  const filled = fill(frame, code);
  const masked = MASKS.map((mask, number) => {
    const grid = filled.map((row, r) =>
      row.map((module, c) => (free[r]![c] ? module !== mask(r, c) : module)),
    );
    format(grid, number);
    return grid;
  });
  return masked.reduce((best, one) => (penalty(one) < penalty(best) ? one : best));
}

/** Everything but the data; null: free. The format's place is taken, but not drawn. */
function patterns(version: number): Grid {
  const size = sizeOf(version);
  const grid: Grid = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  for (let at = 0; at < size; at++) grid[6]![at] = grid[at]![6] = at % 2 === 0;
  const centres = VERSIONS[version - 1]![2];
  const last = centres.length - 1;
  centres.forEach((row, i) =>
    centres.forEach((column, j) => {
      const corner = (i === 0 && (j === 0 || j === last)) || (i === last && j === 0);
      if (!corner) square(grid, row, column, 2, (ring) => ring !== 1);
    }),
  );
  format(grid, 0);
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const) {
    square(grid, row, column, 4, (ring) => ring !== 2 && ring !== 4);
  }
  if (version >= 7) drawVersion(grid, version);
  return grid;
}

/** Rings around a module, as far as they are on the grid. */
function square(
  grid: Grid,
  row: number,
  column: number,
  reach: number,
  dark: (ring: number) => boolean,
): void {
  for (let dr = -reach; dr <= reach; dr++) {
    for (let dc = -reach; dc <= reach; dc++) {
      const line = grid[row + dr];
      if (line && column + dc >= 0 && column + dc < grid.length) {
        line[column + dc] = dark(Math.max(Math.abs(dr), Math.abs(dc)));
      }
    }
  }
}

/** Level and mask, with their own error correction, twice. */
function format(grid: Grid, mask: number): void {
  const data = (LEVEL_M << 3) | mask;
  const bits = ((data << 10) | checked(data, 10, 0x537)) ^ 0x5412;
  const bit = (at: number) => ((bits >> at) & 1) === 1;
  const end = grid.length - 1;
  for (let at = 0; at < 15; at++) {
    grid[at < 6 ? at : at < 8 ? at + 1 : end - 14 + at]![8] = bit(at);
    grid[8]![at < 8 ? end - at : at === 8 ? 7 : 14 - at] = bit(at);
  }
  grid[end - 7]![8] = true;
}

function drawVersion(grid: Grid, version: number): void {
  const bits = (version << 12) | checked(version, 12, 0x1f25);
  for (let at = 0; at < 18; at++) {
    const [far, near] = [grid.length - 11 + (at % 3), Math.floor(at / 3)];
    grid[far]![near] = grid[near]![far] = ((bits >> at) & 1) === 1;
  }
}

/** The remainder of a BCH code. */
function checked(data: number, degree: number, polynomial: number): number {
  let rest = data;
  for (let step = 0; step < degree; step++) rest = (rest << 1) ^ ((rest >> (degree - 1)) * polynomial);
  return rest;
}

/** The bits, in pairs of columns from right to left, up and down in turn; column 6 is passed over. */
function fill(frame: Grid, code: readonly number[]): boolean[][] {
  const size = frame.length;
  const grid = frame.map((row) => [...row]);
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const up = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (grid[row]![column] === null) {
          grid[row]![column] = (((code[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) === 1;
          at++;
        }
      }
    }
  }
  return grid as boolean[][];
}

/** How hard a code is to read: runs, blocks, what looks like a finder, and too much of one colour. */
function penalty(grid: readonly (readonly (boolean | null)[])[]): number {
  const size = grid.length;
  const lines = [...grid, ...grid.map((_, column) => grid.map((row) => row[column]!))].map((line) =>
    line.map((dark) => (dark ? "1" : "0")).join(""),
  );
  let sum = 0;
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (const finder of ["10111010000", "00001011101"]) {
      for (let at = line.indexOf(finder); at >= 0; at = line.indexOf(finder, at + 1)) sum += 40;
    }
  }
  for (let r = 1; r < size; r++) {
    for (let c = 1; c < size; c++) {
      const dark = grid[r]![c];
      if (dark === grid[r - 1]![c] && dark === grid[r]![c - 1] && dark === grid[r - 1]![c - 1]) sum += 3;
    }
  }
  const dark = lines.slice(0, size).join("").replaceAll("0", "").length;
  return sum + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}
