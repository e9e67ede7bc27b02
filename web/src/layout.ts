// Where things lie on a drawn board. One cell width is UNIT; the chart has a margin for the neat line
// and, where a board names its columns or rows, for the letters around it.
import type { Board, Cell } from "./wire.generated";

export const UNIT = 100;
const MARGIN = 26;
const LETTERS = 26;
/** Room for a board's name above its letters. */
export const CAPTION = 14;

export type Box = { x: number; y: number; width: number; height: number };
export type Point = { x: number; y: number };

/** How wide a cell is drawn: linked cells stand apart so that the lines between them show. */
export function cellSize(board: Board): number {
  if (board.shape === "free") return UNIT * 0.8;
  return UNIT * (board.links.length > 0 ? 0.87 : 0.95);
}

/** The whole chart: all cells and the margins around them. */
export function frame(board: Board, captioned = false): Box {
  const outlined = board.cells.some((cell) => cell.outline.length > 0);
  const corners = board.cells.flatMap((cell) =>
    cell.outline.length > 0 ? cell.outline : [[cell.x, cell.y] as [number, number]],
  );
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const reachX = outlined ? 0 : UNIT / 2;
  const reachY = outlined ? 0 : board.shape === "hex" ? UNIT / Math.sqrt(3) : UNIT / 2;
  const left = Math.min(...xs) * UNIT - reachX - MARGIN - (board.rows.length ? LETTERS : 0);
  const above = (board.columns.length ? LETTERS * 0.7 : 0) + (captioned ? CAPTION : 0);
  const top = Math.min(...ys) * UNIT - reachY - MARGIN - above;
  // As much room on the right as on the left, so that the cells are centred.
  const right = Math.max(...xs) * UNIT + reachX + MARGIN + (board.rows.length ? LETTERS : 0);
  const bottom = Math.max(...ys) * UNIT + reachY + MARGIN;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Pixels below which no text on a board is drawn. */
const LEGIBLE = 12.1;

/** How many units such text is high where a chart is drawn this large. */
export function least(box: Box, drawn: { width: number; height: number } | undefined): number {
  const scale = drawn && Math.min(drawn.width / box.width, drawn.height / box.height);
  return scale ? LEGIBLE / scale : LEGIBLE;
}

/** The plate below words of this size, perhaps with a seat's shape before them, at most so wide. `sign` and `words` are
 * where the middle of each is, from the left; `squeezed` is how wide words are written that have not enough room. */
export function plaque(text: string, size: number, signed: boolean, most: number) {
  const sign = signed ? 0.85 * size : 0;
  const beside = 0.3 * size;
  const natural = Math.max(0.54 * text.length, 0.6) * size;
  const words = Math.min(natural, most - sign - 2 * beside);
  return {
    squeezed: words < natural ? words : undefined,
    width: words + sign + 2 * beside,
    height: 1.16 * size,
    sign: beside + 0.33 * size,
    words: beside + sign + words / 2,
  };
}

/** The letters around a board, each at its column's x or its row's y. */
export function letters(board: Board): { columns: [string, number][]; rows: [string, number][] } {
  const distinct = (values: number[]) => [...new Set(values)].sort((a, b) => a - b);
  const name = (names: string[], places: number[]): [string, number][] =>
    names.slice(0, places.length).map((text, index) => [text, places[index]! * UNIT]);
  return {
    columns: name(board.columns, distinct(board.cells.map((cell) => cell.x))),
    rows: name(board.rows, distinct(board.cells.map((cell) => cell.y))),
  };
}

/** The corners of a pointy-topped hexagon of this width around the origin, as SVG points. */
export function hexagon(width: number): string {
  const radius = width / Math.sqrt(3);
  return [0, 1, 2, 3, 4, 5]
    .map((corner) => (corner * Math.PI) / 3 - Math.PI / 2)
    .map((angle) => `${(radius * Math.cos(angle)).toFixed(2)},${(radius * Math.sin(angle)).toFixed(2)}`)
    .join(" ");
}

/** How far a cell extends from its centre, in units; half a cell unless it has an outline of its own. */
export function reach(board: Board, cell: Cell): Point {
  const far = (own: number[]) => Math.max(...own.map(Math.abs)) * UNIT;
  if (cell.outline.length === 0) return { x: cellSize(board) / 2, y: cellSize(board) / 2 };
  return {
    x: far(cell.outline.map(([x]) => x - cell.x)),
    y: far(cell.outline.map(([, y]) => y - cell.y)),
  };
}

/** A cell's own outline around its centre, grown by so many units on every side, as SVG points. */
export function polygon(cell: Cell, grow: number): string {
  return cell.outline
    .map(([x, y]) => {
      const [dx, dy] = [(x - cell.x) * UNIT, (y - cell.y) * UNIT];
      const longer = 1 + grow / 2 / Math.max(Math.hypot(dx, dy), 1);
      return `${(dx * longer).toFixed(1)},${(dy * longer).toFixed(1)}`;
    })
    .join(" ");
}

const ARROWS: Record<string, Point> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** The cell an arrow key leads to: the nearest in that direction, if there is one. */
export function neighbour(cells: readonly Cell[], from: Cell, key: string): Cell | null {
  const arrow = ARROWS[key];
  if (!arrow) return null;
  let best: Cell | null = null;
  let least = Infinity;
  for (const cell of cells) {
    const dx = cell.x - from.x;
    const dy = cell.y - from.y;
    const ahead = dx * arrow.x + dy * arrow.y;
    const aside = Math.abs(dx * arrow.y) + Math.abs(dy * arrow.x);
    if (ahead < 0.1 || aside > ahead * 2) continue;
    if (ahead + aside * 2 < least) {
      least = ahead + aside * 2;
      best = cell;
    }
  }
  return best;
}

/** Half the width of a name, and a little room beside it. */
const NAME = 26;

/** Is its name too long to be written inside? Then it is written beside, short for what the label says in full. */
export const namedBeside = (cell: Cell): boolean => cell.outline.length > 0 && cell.name.length > 1;

/** Where the name of a cell with an outline of its own is written: toward the corner that is farthest from its centre,
 * away from what stands there; of corners equally far, toward the upper one. */
export function nameSpot(cell: Cell): Point {
  const corners = cell.outline.map(([x, y]) => ({ x: (x - cell.x) * UNIT, y: (y - cell.y) * UNIT }));
  const far = (corner: Point) => Math.hypot(corner.x, corner.y);
  const farthest = Math.max(...corners.map(far)) - 1;
  const upper = corners.filter((corner) => far(corner) > farthest).sort((a, b) => a.y - b.y)[0]!;
  const aside = Math.max(0, Math.max(...corners.map(({ x }) => Math.abs(x))) - NAME);
  return { x: Math.max(-aside, Math.min(upper.x * 0.55, aside)), y: upper.y * 0.55 + 5 };
}

/** Height of a line of words along a cell's lower edge; what stands on the cell keeps above them. */
export const LINE = 21;

/** How large words on a cell of this size are written: as large as a line is high, smaller if they are long. */
export function wordSize(text: string, size: number): number {
  return Math.min(LINE / 1.16, (size * 0.86) / (0.54 * text.length));
}

/** Where the n-th of several tokens on a cell stands, relative to its centre, and at what scale, above so many
 * lines of words. */
export function place(index: number, count: number, room: number, lines: number): Spot {
  if (count === 1 && lines === 1 && room >= 1) return { x: 0, y: -8, scale: 0.9 };
  const share = 1 - lines * 0.24;
  const spot = spread(index, count, room);
  return { x: spot.x * share, y: spot.y * share - (lines * LINE) / 2, scale: spot.scale * share };
}

export type Spot = Point & { scale: number };

function spread(index: number, count: number, room: number): Spot {
  if (count === 1) return { x: 0, y: 4, scale: Math.min(room, 1.1) };
  const columns = Math.ceil(Math.sqrt(count));
  const rows = Math.ceil(count / columns);
  const pitch = (66 * room) / columns;
  return {
    x: ((index % columns) - (columns - 1) / 2) * pitch,
    y: (Math.floor(index / columns) - (rows - 1) / 2) * pitch + 6,
    scale: (1.15 * room) / columns,
  };
}

/** Cards lie so far apart; narrower than a fingertip they are not drawn, as long as two rows suffice. */
const BETWEEN = 9;
const FINGERTIP = 56;
const MOST_ROWS = 2;

export type Hand = { width: number; height: number; spots: Spot[] };

/** Where the cards of a hand lie, so that all of them are seen whole in the room there is: side by side, narrower the
 * more there are, then in two rows. A card that is turned lies sideways; where it has no room for that, it is smaller. */
export function handOf(turned: readonly boolean[], room: Omit<Box, "x" | "y">, widest: number): Hand {
  const row = lyingSideways(turned, room, widest);
  if (row) return row;
  const fits = (rows: number) => slot(Math.ceil(turned.length / rows), room.width, widest);
  const rows = fits(1) >= FINGERTIP ? 1 : MOST_ROWS;
  const columns = Math.ceil(turned.length / rows);
  const [width, height] = [fits(rows), (room.height - (rows - 1) * BETWEEN) / rows];
  const left = (room.width - columns * (width + BETWEEN) + BETWEEN) / 2;
  const spots = turned.map((sideways, index) => {
    const scale = sideways ? Math.min(1, width / height) : 1;
    const x = left + (index % columns) * (width + BETWEEN);
    const y =
      Math.floor(index / columns) * (height + BETWEEN) + (sideways ? (height - width * scale) / 2 : 0);
    return { x, y, scale };
  });
  return { width, height, spots };
}

/** How wide each of so many cards in a row can be. */
const slot = (cards: number, room: number, widest: number) =>
  Math.min(widest, (room + BETWEEN) / Math.max(1, cards) - BETWEEN);

/** One row in which turned cards take as much room as they are high; null if there is no such room. */
function lyingSideways(turned: readonly boolean[], room: Omit<Box, "x" | "y">, widest: number): Hand | null {
  const sideways = turned.filter(Boolean).length;
  const width = slot(turned.length - sideways, room.width - sideways * (room.height + BETWEEN), widest);
  if (sideways === 0 || width < FINGERTIP) return null;
  const taken = turned.map((one) => (one ? room.height : width) + BETWEEN);
  let x = (room.width + BETWEEN - taken.reduce((sum, one) => sum + one, 0)) / 2;
  const spots = turned.map((one, index) => {
    const spot = { x, y: one ? (room.height - width) / 2 : 0, scale: 1 };
    x += taken[index]!;
    return spot;
  });
  return { width, height: room.height, spots };
}
