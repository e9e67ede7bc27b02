// Moments and people in words.
import { listed } from "../lines";
import { locale, say } from "../words";

const UNITS: readonly (readonly [number, Intl.RelativeTimeFormatUnit])[] = [
  [60, "second"],
  [3600, "minute"],
  [86_400, "hour"],
  [86_400 * 30, "day"],
  [86_400 * 365, "month"],
  [Infinity, "year"],
];

/** How long ago a moment was, both in seconds since 1970: "5 minutes ago". */
export function ago(at: number, now = Date.now() / 1000): string {
  const passed = Math.max(0, now - at);
  if (passed < 60) return say("just now");
  const unit = UNITS.findIndex(([limit]) => passed < limit);
  const words = new Intl.RelativeTimeFormat(locale(), { numeric: "auto" });
  return words.format(-Math.floor(passed / UNITS[unit - 1]![0]), UNITS[unit]![1]);
}

/** "Bea", "Bea and Otto", "Bea, Otto and 3 more". */
export function company(names: readonly string[]): string {
  if (names.length <= 3) return listed(names);
  return listed([...names.slice(0, 2), say("{n} more", { n: names.length - 2 })]);
}
