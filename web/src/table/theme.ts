// A game's theme.css: custom properties for night and day, and nothing else of what CSS can do.

const TOKEN =
  /^--(night|panel|rule|text|dim|accent|legal|legal-key|key|hatch|cell-[a-z0-9-]+|card|card-ink|card-radius|half-[01]|seat-[0-5]|peg-[a-z0-9-]+|title|title-spacing|title-tilt|radius|paper)$/;
/** Called otherwise in our own style. */
const OURS: Record<string, string> = { "--text": "--foam", "--dim": "--muted" };

export type Theme = { night: Record<string, string>; day: Record<string, string> };

/** The properties that clients know, with harmless values. */
export function parseTheme(text: string): Theme {
  const theme: Theme = { night: {}, day: {} };
  const blocks = text.replace(/\/\*[^]*?\*\//g, "").matchAll(/([^{}]*)\{([^{}]*)\}/g);
  for (const [, selector, body] of blocks) {
    const into = { ":root": theme.night, "[data-day]": theme.day }[selector!.trim()];
    for (const line of into ? body!.split(";") : []) {
      const [name, value] = [line.split(":", 1)[0]!.trim(), line.slice(line.indexOf(":") + 1).trim()];
      if (TOKEN.test(name) && value && !/[\\<>@"']|url\s*\(|image/i.test(value))
        into![OURS[name] ?? name] = value;
    }
  }
  return theme;
}

/** The theme as rules for whatever this selector finds. By day boards and cards keep the colours of the night: only the
 * table they lie on becomes bright. */
export function themeRules(text: string, selector: string): string {
  const { night, day } = parseTheme(text);
  const block = (properties: Record<string, string>) =>
    `{${Object.entries(properties)
      .map(([name, value]) => `${name}:${value}`)
      .join(";")}}`;
  return [
    `${selector}${block(night)}`,
    `[data-day] ${selector}${block(day)}`,
    `[data-day] ${selector} .as-by-night${block(night)}`,
  ].join("\n");
}
