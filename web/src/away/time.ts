// Time in words: how long is left, as people say it.
import type { SeatTime } from "../wire.generated";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;

const UNITS = [
  [DAY, "day"],
  [HOUR, "hour"],
  [MINUTE, "minute"],
] as const;

/** "3 days", "24 hours", "59 seconds": one unit, of which there are at least about two. */
export function lasting(seconds: number): string {
  const [size, unit] = UNITS.find(([size]) => seconds >= 1.5 * size) ?? [1, "second"];
  return counted(Math.max(0, Math.round(seconds / size)), unit);
}

/** As clocks show it: "2 d 5 h", "5 h 12 min", "4:32". */
export function ticking(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole >= DAY) return `${Math.floor(whole / DAY)} d ${Math.floor((whole % DAY) / HOUR)} h`;
  if (whole >= HOUR) return `${Math.floor(whole / HOUR)} h ${Math.floor((whole % HOUR) / MINUTE)} min`;
  return `${Math.floor(whole / MINUTE)}:${String(whole % MINUTE).padStart(2, "0")}`;
}

/** Seconds left on a seat's clock now; null: it has none to show. A clock of minutes that waits at the start of a
 *  turn does not run yet. */
export function left(time: SeatTime, now: number): number | null {
  if (time.due === null) return time.left;
  const remaining = Math.max(0, time.due - now);
  return time.left === null ? remaining : Math.min(time.left, remaining);
}
