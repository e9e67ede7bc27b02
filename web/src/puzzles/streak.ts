// What this browser remembers of the puzzles: each game's last one, how it went, and for how many days in a row.
import { remember, remembered } from "../memory";

export const GRADES = ["", "easy", "medium", "hard"];

export type Result = { day: string; tries: number; solved: boolean; streak: number };

/** How the last puzzle of a game went; null: there was none. */
export function lastResult(game: string): Result | null {
  try {
    return JSON.parse(remembered(`puzzle.${game}`) || "null") as Result | null;
  } catch {
    return null;
  }
}

/** Keep how a day's puzzle went. The first result of a day stays. */
export function keepResult(game: string, day: string, tries: number, solved: boolean): Result {
  const last = lastResult(game);
  if (last?.day === day) return last;
  const running = last?.solved && last.day === dayBefore(day) ? last.streak : 0;
  const result = { day, tries, solved, streak: solved ? running + 1 : 0 };
  if (!last || last.day < day) remember(`puzzle.${game}`, JSON.stringify(result));
  return result;
}

const DAY = 24 * 60 * 60 * 1000;
const dayBefore = (day: string) => new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);

/** The same day for everybody: puzzles change at midnight UTC. */
export const today = () => new Date().toISOString().slice(0, 10);

export function spelled(day: string): string {
  const date = new Date(Date.parse(day));
  return date.toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
}

const counted = (tries: number) => (tries === 1 ? "1 try" : `${tries} tries`);

/** A line to send to friends, which spoils nothing. */
export function shareLine(title: string, result: Result): string {
  const done = result.solved ? `solved in ${counted(result.tries)}` : "not solved";
  const streak = result.streak > 1 ? ` · streak ${result.streak}` : "";
  return `Quarterdeck puzzle, ${title}, ${spelled(result.day)}: ${done}${streak}`;
}
