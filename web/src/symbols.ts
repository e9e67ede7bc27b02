// A game's symbols: its sprite is fetched once, stripped of everything but drawing, and put into the page,
// where <use> finds each symbol by the game's id and its own name.
import { symbols } from "./api";

const DRAWING = new Set([
  "symbol",
  "g",
  "path",
  "circle",
  "ellipse",
  "rect",
  "line",
  "polyline",
  "polygon",
  "title",
]);
const SVG = "http://www.w3.org/2000/svg";

export type Sprite = { names: ReadonlySet<string>; first: string };

const fetched = new Map<string, Promise<Sprite>>();
export const NO_SPRITE: Sprite = { names: new Set(), first: "" };

/** The sprite of a game; empty if it cannot be loaded. */
export function sprite(game: string): Promise<Sprite> {
  let promise = fetched.get(game);
  if (!promise) {
    promise = symbols(game).then(
      (text) => lay(game, text),
      () => NO_SPRITE,
    );
    fetched.set(game, promise);
  }
  return promise;
}

export function symbolId(game: string, name: string): string {
  return `${game}--${name}`;
}

function lay(game: string, text: string): Sprite {
  const source = new DOMParser().parseFromString(text, "image/svg+xml");
  const holder = document.createElementNS(SVG, "svg");
  holder.setAttribute("aria-hidden", "true");
  holder.setAttribute("style", "position:absolute;width:0;height:0");
  const names: string[] = [];
  for (const symbol of source.querySelectorAll("symbol[id]")) {
    names.push(symbol.id);
    const copy = document.importNode(symbol, true);
    strip(copy);
    copy.id = symbolId(game, symbol.id);
    holder.append(copy);
  }
  document.body.append(holder);
  return { names: new Set(names), first: names[0] ?? "" };
}

/** A sprite draws and does nothing else: no scripts, handlers, links or outside references. */
function strip(element: Element): void {
  for (const child of [...element.children]) {
    if (DRAWING.has(child.localName)) strip(child);
    else child.remove();
  }
  for (const { name, value } of [...element.attributes]) {
    if (/^on|href|^id$/i.test(name) || /url\(/i.test(value)) element.removeAttribute(name);
  }
}
