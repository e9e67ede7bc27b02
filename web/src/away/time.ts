// Time in words: how long is left, as people say it.
import type { SeatTime } from "../wire.generated";
import { count, say } from "../words";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNITS = [
  [DAY, (n: number) => count("{n} day", "{n} days", n)],
  [HOUR, (n: number) => count("{n} hour", "{n} hours", n)],
  [MINUTE, (n: number) => count("{n} minute", "{n} minutes", n)],
  [1, (n: number) => count("{n} second", "{n} seconds", n)],
] as const;

/** "3 days", "24 hours", "59 seconds": one unit, of which there are at least about two. */
export function lasting(seconds: number): string {
  const [size, words] = UNITS.find(([size]) => seconds >= 1.5 * size) ?? UNITS.at(-1)!;
  return words(Math.max(0, Math.round(seconds / size)));
}

/** As clocks show it: "2 d 5 h", "5 h 12 min", "4:32". */
export function ticking(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const minutes = Math.floor(whole / MINUTE);
  const hours = Math.floor(whole / HOUR);
  if (whole >= DAY) return say("{days} d {hours} h", { days: Math.floor(hours / 24), hours: hours % 24 });
  if (whole >= HOUR) return say("{hours} h {minutes} min", { hours, minutes: minutes % 60 });
  return `${minutes}:${String(whole % MINUTE).padStart(2, "0")}`;
}

/** Seconds left on a seat's clock now; null: it has none to show. A clock of minutes that waits at the start of a
 *  turn does not run yet. */
export function left(time: SeatTime, now: number): number | null {
  if (time.due === null) return time.left;
  const remaining = Math.max(0, time.due - now);
  return time.left === null ? remaining : Math.min(time.left, remaining);
}
