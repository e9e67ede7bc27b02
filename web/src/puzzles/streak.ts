// What this browser remembers of the puzzles: each game's last one, how it went, and for how many days in a row.
import { remember, remembered } from "../memory";
import { count, locale, say } from "../words";

export const gradeName = (grade: number) => [say("easy"), say("medium"), say("hard")][grade - 1] ?? "";

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
  return date.toLocaleDateString(locale(), { day: "numeric", month: "long", timeZone: "UTC" });
}

/** A line to send to friends, which spoils nothing. */
export function shareLine(title: string, result: Result): string {
  const fields = { title, day: spelled(result.day) };
  if (!result.solved) return say("Quarterdeck puzzle, {title}, {day}: not solved", fields);
  const solved = count(
    "Quarterdeck puzzle, {title}, {day}: solved in {n} try",
    "Quarterdeck puzzle, {title}, {day}: solved in {n} tries",
    result.tries,
    fields,
  );
  return result.streak > 1 ? `${solved} · ${say("streak {n}", { n: result.streak })}` : solved;
}
