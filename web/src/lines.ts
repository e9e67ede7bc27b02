// The log as data: replacing its tail, and reading **emphasis**; and figures and lists as they are written.
import { locale } from "./words";

/** The log after a message: everything from `from` on is replaced (a take-back may shorten it). */
export function spliced<T>(log: readonly T[], from: number, lines: readonly T[]): T[] {
  return [...log.slice(0, Math.max(0, from)), ...lines];
}

export type Span = { text: string; strong: boolean };

/** `a **b** c` as spans; an unpaired mark stays as text. */
export function emphasis(text: string): Span[] {
  return text
    .split(/(\*\*(?=\S)[^*]+\*\*)/)
    .filter((part) => part !== "")
    .map((part) =>
      part.startsWith("**") && part.endsWith("**") && part.length > 4
        ? { text: part.slice(2, -2), strong: true }
        : { text: part, strong: false },
    );
}

/** The same without marks, for titles and screen readers. */
export function plain(text: string): string {
  return emphasis(text)
    .map((span) => span.text)
    .join("");
}

/** A chance from 0 to 1 as a percentage. */
export function percent(chance: number): string {
  return chance.toLocaleString(locale(), { style: "percent" });
}

/** A score with its sign, "+3", "-1" or "0"; an expected one with digits, "+1.3". */
export function signed(score: number, digits = 0): string {
  return score.toLocaleString(locale(), {
    signDisplay: "exceptZero",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** What to expect, in short: a score, or a chance of winning. */
export function shortly(expected: number, scored: boolean): string {
  return scored ? signed(expected, 1) : percent(expected);
}

/** "Bea", "Bea and Otto", "Bea, Otto and Cleo"; or the same with "or". */
export function listed(
  items: readonly string[],
  type: "conjunction" | "disjunction" = "conjunction",
): string {
  return new Intl.ListFormat(locale(), { type }).format(items);
}
