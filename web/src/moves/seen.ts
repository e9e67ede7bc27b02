// How much of a match's log each seat at this device has seen, so that it can be told what it missed.
import { remember, remembered } from "../memory";

/** Matches remembered; the oldest are forgotten first. */
const MOST = 20;

type Seen = [name: string, lines: number][];

function all(): Seen {
  try {
    return JSON.parse(remembered("seen") || "[]") as Seen;
  } catch {
    return [];
  }
}

const named = (match: string, seat: number | null) => `${match}/${seat ?? ""}`;

/** How many lines the seat has seen; null if it has never looked. */
export function seen(match: string, seat: number | null): number | null {
  return all().find(([name]) => name === named(match, seat))?.[1] ?? null;
}

export function keepSeen(match: string, seat: number | null, lines: number): void {
  const name = named(match, seat);
  const others = all().filter(([one]) => one !== name);
  remember("seen", JSON.stringify([...others, [name, lines]].slice(-MOST)));
}
