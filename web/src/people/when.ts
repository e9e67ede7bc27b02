// Moments and people in words.

const UNITS: readonly (readonly [number, Intl.RelativeTimeFormatUnit])[] = [
  [60, "second"],
  [3600, "minute"],
  [86_400, "hour"],
  [86_400 * 30, "day"],
  [86_400 * 365, "month"],
  [Infinity, "year"],
];
const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** How long ago a moment was, both in seconds since 1970: "5 minutes ago". */
export function ago(at: number, now = Date.now() / 1000): string {
  const passed = Math.max(0, now - at);
  if (passed < 60) return "just now";
  const unit = UNITS.findIndex(([limit]) => passed < limit);
  return words.format(-Math.floor(passed / UNITS[unit - 1]![0]), UNITS[unit]![1]);
}

/** "Bea", "Bea and Otto", "Bea, Otto and 3 more". */
export function company(names: readonly string[]): string {
  if (names.length > 3) return `${names.slice(0, 2).join(", ")} and ${names.length - 2} more`;
  return [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ");
}
