// The log as data: replacing its tail, and reading **emphasis**.

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
  return `${Math.round(chance * 100)}%`;
}

/** A score with its sign, "+3", "-1" or "0"; an expected one with digits, "+1.3". */
export function signed(score: number, digits = 0): string {
  const text = score.toFixed(digits);
  if (Number(text) === 0) return text.replace("-", "");
  return score > 0 ? `+${text}` : text;
}

/** What to expect, in short: a score, or a chance of winning. */
export function shortly(expected: number, scored: boolean): string {
  return scored ? signed(expected, 1) : percent(expected);
}
