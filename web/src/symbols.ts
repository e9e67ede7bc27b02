// A game's symbols: its sprite is fetched once, stripped of everything but drawing, and put into the page,
// where <use> finds each symbol by the game's id and its own name.
import { symbols } from "./api";
import { drawing } from "./drawing";

const SVG = "http://www.w3.org/2000/svg";

export type Sprite = { names: ReadonlySet<string>; first: string };

const fetched = new Map<string, Promise<Sprite>>();
export const NO_SPRITE: Sprite = { names: new Set(), first: "" };

/** The sprite of a game; empty if it cannot be loaded. */
export function sprite(game: string): Promise<Sprite> {
  let promise = fetched.get(game);
  if (!promise) {
    promise = symbols(game).then(
      (text) => lay(text, symbolId(game, "")),
      () => NO_SPRITE,
    );
    fetched.set(game, promise);
  }
  return promise;
}

export function symbolId(game: string, name: string): string {
  return `${game}--${name}`;
}

/** Put a sprite into the page. */
export function lay(text: string, prefix: string, otherwise = ""): Sprite {
  const { parts } = drawing(text, prefix, otherwise);
  const holder = document.createElementNS(SVG, "svg");
  holder.setAttribute("aria-hidden", "true");
  holder.setAttribute("style", "position:absolute;width:0;height:0");
  holder.append(...parts);
  document.body.append(holder);
  const names = [...holder.querySelectorAll("symbol[id]")].map((one) => one.id.slice(prefix.length));
  return { names: new Set(names), first: names[0] ?? "" };
}
