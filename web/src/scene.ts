// What the page does with scenes before it draws them. Nothing here knows a game.
import type { Cell, Scene } from "./wire.generated";

/** `now`, with every part that equals its counterpart in `before` replaced by it, so that what has not changed is
 * not redrawn. */
export function kept<T>(before: T | null | undefined, now: T): T {
  if (before === now || !before || !now || typeof before !== "object" || typeof now !== "object") return now;
  let same = Object.keys(before).length === Object.keys(now).length;
  for (const key of Object.keys(now) as (keyof T)[]) {
    now[key] = kept(before[key], now[key]);
    same &&= now[key] === before[key];
  }
  return same ? before : now;
}

/** The scene without the places that are still possible, for players who would rather work them out. */
export function withoutAid(scene: Scene): Scene {
  const bare = (c: Cell): Cell => ({ ...c, marks: c.marks.filter((m) => m.kind !== "hatch") });
  return { ...scene, boards: scene.boards.map((b) => ({ ...b, cells: b.cells.map(bare) })) };
}
