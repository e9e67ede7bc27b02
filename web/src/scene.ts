// The Scene as the page uses it: every field present. The wire leaves out what is at its default;
// `filled` is the one place that puts it back. Nothing here knows a game.
import type * as Wire from "./scene.generated";

type Full<T> = T extends object ? { [K in keyof T]-?: Full<Exclude<T[K], undefined>> } : T;

export type Scene = Full<Wire.Scene>;
export type Board = Full<Wire.Board>;
export type Cell = Full<Wire.Cell>;
export type Mark = Full<Wire.Mark>;
export type Zone = Full<Wire.Zone>;
export type Piece = Full<Wire.Piece>;
export type Half = Full<Wire.Half>;
export type Player = Full<Wire.Player>;
export type Tally = Full<Wire.Tally>;
export type Action = Full<Wire.Action>;
export type Consequence = Full<Wire.Consequence>;
export type Contest = Full<Wire.Contest>;
export type Outcome = Full<Wire.Outcome>;
export type Told = Full<Wire.Told>;
export type Cue = Full<Wire.Cue>;
export type { Scene as WireScene, Told as WireTold } from "./scene.generated";

const mark = (m: Wire.Mark): Mark => ({ symbol: "", text: "", seat: null, filled: false, fade: 0, ...m });

const cell = (c: Wire.Cell): Cell => ({
  terrain: "sea",
  outline: [],
  ...c,
  marks: (c.marks ?? []).map(mark),
});

const board = (b: Wire.Board): Board => ({
  links: [],
  columns: [],
  rows: [],
  ...b,
  cells: b.cells.map(cell),
});

const zone = (z: Wire.Zone): Zone => ({ seat: null, count: null, ...z });

const half = (h: Wire.Half): Half => ({ symbol: "", tag: "", tone: "plain", text: "", ...h });

const piece = (p: Wire.Piece): Piece => ({
  symbol: "",
  seat: null,
  turned: false,
  badges: [],
  ...p,
  halves: (p.halves ?? []).map(half),
});

const contest = (c: Wire.Contest): Contest => ({
  text: "",
  ...c,
  sides: c.sides.map((side) => ({ seat: null, parts: [], ...side })),
});

const cue = (c: Wire.Cue): Cue => ({ to: "", seat: null, ...c });

const action = (a: Wire.Action): Action => ({
  targets: [],
  final: false,
  ...a,
  consequences: (a.consequences ?? []).map((c) => ({ tone: "plain", at: "", ...c })),
});

/** A scene with all its silent defaults spelled out. */
export function filled(scene: Wire.Scene): Scene {
  return {
    outcome: null,
    decline: null,
    concerns: true,
    ...scene,
    contest: scene.contest ? contest(scene.contest) : null,
    boards: scene.boards.map(board),
    zones: scene.zones.map(zone),
    pieces: scene.pieces.map(piece),
    players: scene.players.map((p) => ({ tallies: [], ...p })),
    actions: (scene.actions ?? []).map(action),
  };
}

/** `now`, with every part that equals its counterpart in `before` replaced by that: what did not change is not
 * drawn again. */
export function kept<T>(before: T | null | undefined, now: T): T {
  if (before === now || !before || !now || typeof before !== "object" || typeof now !== "object") return now;
  let same = Object.keys(before).length === Object.keys(now).length;
  for (const key of Object.keys(now) as (keyof T)[]) {
    now[key] = kept(before[key], now[key]);
    same &&= now[key] === before[key];
  }
  return same ? before : now;
}

/** A told line with all its silent defaults spelled out. */
export function filledLine(told: Wire.Told): Told {
  return { seat: null, ...told, cues: (told.cues ?? []).map(cue) };
}

/** The scene for players who keep track themselves: without the places that are still possible. */
export function withoutAid(scene: Scene): Scene {
  const bare = (c: Cell): Cell => ({ ...c, marks: c.marks.filter((m) => m.kind !== "hatch") });
  return { ...scene, boards: scene.boards.map((b) => ({ ...b, cells: b.cells.map(bare) })) };
}
