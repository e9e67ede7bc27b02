// Depth contours for charts and covers: our own art, a few soft hills placed by a seed.
// Marching squares over a coarse grid; the same seed always gives the same sea.

/** A small random generator, seeded by a word: numbers in [0, 1). */
export function chance(seed: string): () => number {
  let state = 2166136261;
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

type Hill = { x: number; y: number; wide: number; high: number };

/** The depth at every point of a sea of this size. */
export function sea(seed: string, width: number, height: number): (x: number, y: number) => number {
  const next = chance(seed);
  const size = Math.max(width, height);
  const hills: Hill[] = Array.from({ length: 13 }, () => ({
    x: width * (next() * 1.3 - 0.15),
    y: height * (next() * 1.3 - 0.15),
    wide: size * (0.07 + next() * 0.16),
    high: 0.4 + next(),
  }));
  return (x, y) =>
    hills.reduce(
      (sum, hill) =>
        sum + hill.high * Math.exp(-((x - hill.x) ** 2 + (y - hill.y) ** 2) / (2 * hill.wide ** 2)),
      0,
    );
}

/** One SVG path per level: the lines of equal depth. */
export function contours(seed: string, width: number, height: number, levels: number): string[] {
  const depth = sea(seed, width, height);
  const step = Math.max(width, height) / 72;
  const columns = Math.ceil(width / step);
  const rows = Math.ceil(height / step);
  const grid = Array.from({ length: rows + 1 }, (_, row) =>
    Array.from({ length: columns + 1 }, (_, column) => depth(column * step, row * step)),
  );
  const top = Math.max(...grid.flat());
  return Array.from({ length: levels }, (_, index) => line(grid, (top * (index + 0.5)) / levels, step));
}

/** The lines where the grid crosses one level. */
function line(grid: number[][], level: number, step: number): string {
  const strokes: [string, string][] = [];
  const point = (x: number, y: number) => `${(x * step).toFixed(1)} ${(y * step).toFixed(1)}`;
  for (let row = 0; row + 1 < grid.length; row++) {
    for (let column = 0; column + 1 < grid[row]!.length; column++) {
      const corner = (dy: number, dx: number) => grid[row + dy]![column + dx]! - level;
      const [a, b, c, d] = [corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0)];
      const crossings: string[] = [];
      if (a > 0 !== b > 0) crossings.push(point(column + a / (a - b), row));
      if (b > 0 !== c > 0) crossings.push(point(column + 1, row + b / (b - c)));
      if (d > 0 !== c > 0) crossings.push(point(column + d / (d - c), row + 1));
      if (a > 0 !== d > 0) crossings.push(point(column, row + a / (a - d)));
      for (let i = 0; i + 1 < crossings.length; i += 2) strokes.push([crossings[i]!, crossings[i + 1]!]);
    }
  }
  return joined(strokes);
}

/** Short strokes that share end points, joined into long lines, which browsers draw far better. */
function joined(strokes: [string, string][]): string {
  const meeting = new Map<string, Set<[string, string]>>();
  for (const stroke of strokes) {
    for (const end of stroke) meeting.set(end, (meeting.get(end) ?? new Set()).add(stroke));
  }
  const follow = (from: string): string[] => {
    const way: string[] = [];
    for (let here = from; ; here = way.at(-1)!) {
      const [stroke] = meeting.get(here)!;
      if (!stroke) return way;
      for (const end of stroke) meeting.get(end)!.delete(stroke);
      way.push(stroke[0] === here ? stroke[1] : stroke[0]);
    }
  };
  return strokes
    .map(([start]) => {
      const ahead = follow(start);
      const behind = follow(start).reverse();
      return ahead.length > 0 ? `M${[...behind, start, ...ahead].join("L")}` : "";
    })
    .join("");
}
