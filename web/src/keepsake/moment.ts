// How a game ended, as a spectator was told: the move that decided it, or at least the last one worth telling.
import type { Step } from "../wire.generated";

export type Moment = {
  /** Did the game end with this move, and somebody win? Otherwise it is only the last one. */
  decisive: boolean;
  turn: number;
  /** What was told of it, without the result. */
  lines: string[];
};

/** The end of a long move says more than its beginning. */
const LINES = 3;

/** The last move of which there was something to see; `result` is the line that told the end. */
export function lastMoment(steps: readonly Step[], result: string, drawn: boolean): Moment | null {
  const at = steps.findLastIndex(
    (step) => step.seat !== null && step.told.some((line) => line.cues.length > 0),
  );
  const step = steps[at];
  if (!step) return null;
  const ended = at === steps.length - 1 && step.told.some((line) => line.text === result);
  const lines = step.told.map((line) => line.text).filter((text) => text !== result);
  const distinct = lines.filter((text, index) => text !== lines[index - 1]);
  return { decisive: ended && !drawn, turn: step.turn, lines: distinct.slice(-LINES) };
}
