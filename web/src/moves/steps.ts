// What to show between two scenes, and what to mark afterwards. Nothing here knows a game.
import type { Cue, Piece, Scene, Told } from "../wire.generated";

/** One thing to show: a cue over the picture as it is then, or a piece that moves from place to place. */
export type Step = { told: number; cue: Cue | null; scene: Scene };

/** The way from one scene to the next, line by line: paths first, on the old picture, where what is about to be
 * struck still stands. */
export function steps(before: Scene, after: Scene, lines: readonly Told[]): Step[] {
  const found: Step[] = [];
  let scene = before;
  lines.forEach((line, index) => {
    const told = index + 1;
    for (const cue of line.cues) {
      const piece = cue.kind === "run" && !cue.moment ? mover(scene, after, cue, lines) : undefined;
      if (piece)
        scene = { ...scene, pieces: scene.pieces.map((p) => (p === piece ? { ...p, at: cue.to } : p)) };
      found.push({ told, cue: piece ? null : cue, scene });
    }
    if (line.cues.length === 0) found.push({ told, cue: null, scene });
  });
  return found;
}

/** The piece that a cue moves: it lies elsewhere afterwards, or was lost where it went. */
function mover(scene: Scene, after: Scene, cue: Cue, lines: readonly Told[]): Piece | undefined {
  const struck = (place: string) =>
    lines.some((line) => line.cues.some((one) => one.kind === "strike" && one.at === place));
  const goes = (piece: Piece) => {
    const end = after.pieces.find((one) => one.id === piece.id);
    return end ? end.at !== piece.at : struck(cue.to) || runsOn(cue.to, lines);
  };
  return scene.pieces.find((piece) => (piece.at === cue.at || piece.id === cue.at) && goes(piece));
}

const runsOn = (place: string, lines: readonly Told[]) =>
  lines.some((line) => line.cues.some((one) => one.kind === "run" && one.at === place));

export type Trace = { from: ReadonlySet<string>; to: ReadonlySet<string> };
export const NO_TRACE: Trace = { from: new Set(), to: new Set() };

/** Where things have moved from and to: cells, and cards that were laid down. */
export function trace(before: Scene, after: Scene, lines: readonly Told[]): Trace {
  const was = new Map(before.pieces.map((piece) => [piece.id, piece.at]));
  const open = new Set(after.zones.filter((zone) => zone.kind === "table").map((zone) => zone.id));
  const cells = new Set(after.boards.flatMap((board) => board.cells.map((cell) => cell.id)));
  const from = new Set<string>();
  const to = new Set<string>();
  for (const piece of after.pieces) {
    const old = was.get(piece.id);
    if (old === piece.at) continue;
    if (old !== undefined && cells.has(old)) from.add(old);
    if (cells.has(piece.at)) to.add(piece.at);
    else if (open.has(piece.at)) to.add(piece.id);
  }
  for (const cue of lines.flatMap((line) => line.cues)) {
    if (cue.kind === "run" && cells.has(cue.at)) from.add(cue.at);
    if (cue.kind !== "run" && cue.kind !== "turn" && cells.has(cue.at)) to.add(cue.at);
  }
  return { from: new Set([...from].filter((place) => !to.has(place))), to };
}
