// Which step of a lesson a game is at.
import type { Lesson } from "../wire.generated";

/** The index of the step at hand after so many decisions, once the first `read` steps have been read; -1: all are
 *  done. A step that only says something is done when it has been read, or when the game has gone on. */
export function current(lesson: Lesson, at: number, read: number): number {
  const ends = lesson.steps.map((_, index) => lesson.steps[index + 1]?.at ?? lesson.decisions);
  return lesson.steps.findIndex(
    (step, index) => ends[index]! > at || (ends[index] === at && step.at === at && index >= read),
  );
}
