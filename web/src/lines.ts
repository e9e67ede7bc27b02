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
