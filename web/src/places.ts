// Where things are: below the home page, wherever a proxy has put it.

const script = import.meta.url; // assets/ when built, src/ in development: one folder down

/** The address of the home page, e.g. "https://games.example/quarterdeck/". */
export const home = new URL("..", script).href;

export const api = `${home}api`;

export const matchPage = (id: string) => `${home}play/${encodeURIComponent(id)}`;

/** Whoever opens it can take an open seat. */
export const tableLink = (id: string, token: string) => `${matchPage(id)}?join=${encodeURIComponent(token)}`;

export const replayPage = (id: string) => `${home}replay/${encodeURIComponent(id)}`;

/** Where another browser takes over this one's games: the token stays out of requests and logs. */
export const devicePage = (token: string, name: string) =>
  `${home}device#${new URLSearchParams(name ? { token, name } : { token })}`;

export const isDevicePage = (page: string) => page.startsWith(`${home}device`);

const below = (page: string) => (page.startsWith(home) ? page.slice(home.length) : "");

/** The match that a page shows, if it shows one. */
export function matchOf(page: string): string | null {
  const match = /^play\/([^/?#]+)\/?(?:[?#]|$)/.exec(below(page));
  return match ? decodeURIComponent(match[1]!) : null;
}

/** Is it the home page, whatever follows a ? or #? */
export const isHome = (page: string) => page.split(/[?#]/)[0] === home;

/** The match that a page replays; "": it asks for a file; null: it is another page. */
export function replayOf(page: string): string | null {
  const match = /^replay(?:\/([^/?#]*))?\/?(?:[?#]|$)/.exec(below(page));
  return match ? decodeURIComponent(match[1] ?? "") : null;
}

/** The page of today's puzzles, or of one game's. */
export const puzzlesPage = (game = "") =>
  game ? `${home}puzzles/${encodeURIComponent(game)}` : `${home}puzzles`;

/** The game whose puzzle a page shows, "" for the page of them all; null: it is another page. */
export function puzzleOf(page: string): string | null {
  const found = /^puzzles(?:\/([^/?#]*))?\/?(?:[?#]|$)/.exec(below(page));
  return found ? decodeURIComponent(found[1] ?? "") : null;
}
