// Text in a drawing: SVG breaks no lines by itself.
import { emphasis, type Span } from "../lines";

/** How wide a text is, in the units of the drawing. */
export type Measure = (span: Span) => number;
export type Row = Span[];

const SPACE: Span = { text: " ", strong: false };
const MORE = "…";

/** `a **b** c` in rows no wider than this; what needs more than `most` rows ends in an ellipsis. */
export function wrapped(text: string, width: number, most: number, measure: Measure): Row[] {
  const rows: Row[] = [];
  for (const word of words(text)) {
    const last = rows.at(-1);
    if (last && wide([...last, SPACE, ...word], measure) <= width) last.push(SPACE, ...word);
    else if (rows.length < most) rows.push([...word]);
    else return [...rows.slice(0, -1), [...rows.at(-1)!, { text: MORE, strong: false }]];
  }
  return rows;
}

/** As much of a name as fits. */
export function shortened(text: string, width: number, measure: Measure): string {
  const fits = (part: string) => measure({ text: part, strong: true }) <= width;
  if (fits(text)) return text;
  const letters = [...text];
  while (letters.length > 1 && !fits(letters.join("") + MORE)) letters.pop();
  return letters.join("") + MORE;
}

/** What must not be torn apart, of which a part may be emphasised. */
function words(text: string): Row[] {
  const found: Row[] = [[]];
  for (const span of emphasis(text)) {
    span.text.split(/\s+/).forEach((part, index) => {
      if (index > 0) found.push([]);
      if (part) found.at(-1)!.push({ text: part, strong: span.strong });
    });
  }
  return found.filter((word) => word.length > 0);
}

const wide = (row: Row, measure: Measure) => row.reduce((sum, span) => sum + measure(span), 0);
