// Where things are: below the home page, wherever a proxy has put it.

const script = import.meta.url; // assets/ when built, src/ in development: one folder down

/** The address of the home page, e.g. "https://games.example/quarterdeck/". */
export const home = new URL("..", script).href;

export const api = `${home}api`;

export const matchPage = (id: string) => `${home}play/${encodeURIComponent(id)}`;

/** The match that a page shows, if it shows one. */
export function matchOf(page: string): string | null {
  const match = /^play\/([^/?#]+)\/?(?:[?#]|$)/.exec(page.startsWith(home) ? page.slice(home.length) : "");
  return match ? decodeURIComponent(match[1]!) : null;
}

/** The page of today's puzzles, or of one game's. */
export const puzzlesPage = (game = "") =>
  game ? `${home}puzzles/${encodeURIComponent(game)}` : `${home}puzzles`;

/** The game whose puzzle a page shows, "" for the page of them all; null: it is another page. */
export function puzzleOf(page: string): string | null {
  const path = page.startsWith(home) ? page.slice(home.length) : "";
  const found = /^puzzles(?:\/([^/?#]*))?\/?(?:[?#]|$)/.exec(path);
  return found ? decodeURIComponent(found[1] ?? "") : null;
}
