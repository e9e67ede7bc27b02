// Where the coach's card goes, and the arrow from it to what it speaks of.

export type Box = { x: number; y: number; width: number; height: number };

const GAP = 12;

/** How much of a box another one hides. */
function hidden(box: Box, by: Box): number {
  const width = Math.min(box.x + box.width, by.x + by.width) - Math.max(box.x, by.x);
  const height = Math.min(box.y + box.height, by.y + by.height) - Math.max(box.y, by.y);
  return Math.max(0, width) * Math.max(0, height);
}

/** Where a card of this size hides least of what it points at; of equals, the first place. */
export function spot(size: { width: number; height: number }, within: Box, pointed: readonly Box[]): Box {
  const right = within.x + within.width - size.width - GAP;
  const left = within.x + GAP;
  const top = within.y + GAP;
  const bottom = within.y + within.height - size.height - GAP;
  const middle = (top + bottom) / 2;
  // A sheet as wide as the page goes below the board if it can.
  const heights = right - left < 1 ? [bottom, middle, top] : [middle, top, bottom];
  const places = [right, left]
    .flatMap((x) => heights.map((y) => [x, y]))
    .map(([x, y]) => ({ x: x!, y: y!, ...size }));
  const cost = (place: Box) => pointed.reduce((sum, box) => sum + hidden(box, place), 0);
  return places.reduce((best, place) => (cost(place) < cost(best) ? place : best));
}

const middleOf = (box: Box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** Where the line from the middle of a box towards a point leaves the box. */
function edge(box: Box, towards: { x: number; y: number }, grow = 0): { x: number; y: number } {
  const from = middleOf(box);
  const [dx, dy] = [towards.x - from.x, towards.y - from.y];
  const share = Math.min(
    (box.width / 2 + grow) / Math.max(1e-6, Math.abs(dx)),
    (box.height / 2 + grow) / Math.max(1e-6, Math.abs(dy)),
    1,
  );
  return { x: from.x + dx * share, y: from.y + dy * share };
}

/** A curved arrow from the card to a box: its line, and its head as a transform; null: they touch. */
export function arrow(card: Box, to: Box): { line: string; head: string } | null {
  const from = edge(card, middleOf(to));
  const tip = edge(to, middleOf(card), 6);
  const length = Math.hypot(tip.x - from.x, tip.y - from.y);
  if (hidden(to, card) > 0 || length < 40) return null;
  const bend = Math.min(40, length / 5);
  const normal = { x: -(tip.y - from.y) / length, y: (tip.x - from.x) / length };
  const way = normal.y > 0 ? 1 : -1; // it sags
  const control = {
    x: (from.x + tip.x) / 2 + normal.x * bend * way,
    y: (from.y + tip.y) / 2 + normal.y * bend * way,
  };
  const angle = Math.atan2(tip.y - control.y, tip.x - control.x);
  const neck = { x: tip.x - Math.cos(angle) * 16, y: tip.y - Math.sin(angle) * 16 };
  const round = (number: number) => Math.round(number * 10) / 10;
  return {
    line: `M${round(from.x)} ${round(from.y)}Q${round(control.x)} ${round(control.y)} ${round(neck.x)} ${round(neck.y)}`,
    head: `translate(${round(tip.x)} ${round(tip.y)}) rotate(${round((angle * 180) / Math.PI)})`,
  };
}
