// How a game looks at the table: its symbols, and what its folder `look` holds. All of it is data, and none of it has
// to be there.
import { look as fetchLook } from "../api";
import { drawing } from "../drawing";
import type { Box } from "../layout";
import { lay, NO_SPRITE, sprite, symbolId, type Sprite } from "../symbols";
import { themeRules } from "./theme";
import type { Note } from "../wire.generated";

/** `fit`: how it is stretched, as preserveAspectRatio says; none: it is not. */
export type Picture = { box: Box; fit: string; parts: readonly Element[] };
export type Look = Sprite & {
  /** The symbols of look/cards.svg, and how high each is; all are 200 wide. */
  faces: ReadonlyMap<string, number>;
  board: Picture | null;
  /** Behind the two sides of a contest. */
  stage: Picture | null;
  end: Picture | null;
  /** The symbols of look/moments.svg. */
  moments: ReadonlySet<string>;
  sounds: Record<string, Note[]>;
  /** Classes of whatever is drawn in the game's colours. */
  theme: string;
};
export const PLAIN: Look = {
  ...NO_SPRITE,
  faces: new Map(),
  board: null,
  stage: null,
  end: null,
  moments: new Set(),
  sounds: {},
  theme: "",
};

const dressed = new Map<string, Promise<Look>>();

/** A game's look; what cannot be loaded is left out. */
export function look(game: string): Promise<Look> {
  let promise = dressed.get(game);
  if (!promise) dressed.set(game, (promise = dress(game)));
  return promise;
}

async function dress(game: string): Promise<Look> {
  const [symbols, files] = await Promise.all([sprite(game), fetchLook(game).catch(() => null)]);
  if (!files) return { ...PLAIN, ...symbols };
  const themed = `look-${game}`;
  if (files.theme) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(themeRules(files.theme, `.${CSS.escape(themed)}`));
    document.adoptedStyleSheets.push(sheet);
  }
  return {
    ...symbols,
    faces: files.cards ? faces(files.cards, game) : PLAIN.faces,
    board: picture(files.board, game, "board"),
    stage: picture(files.stage, game, "stage"),
    end: picture(files.end, game, "end"),
    moments: files.moments ? lay(files.moments, momentId(game, ""), symbolId(game, "")).names : PLAIN.moments,
    sounds: files.sounds,
    theme: files.theme && `themed ${themed}`,
  };
}

export const faceId = (game: string, name: string) => symbolId(game, `cards--${name}`);
export const momentId = (game: string, name: string) => symbolId(game, `moments--${name}`);

function faces(cards: string, game: string): ReadonlyMap<string, number> {
  const { names } = lay(cards, faceId(game, ""), symbolId(game, ""));
  const high = (name: string) =>
    document.querySelector<SVGSymbolElement>(`#${CSS.escape(faceId(game, name))}`);
  return new Map([...names].map((name) => [name, high(name)?.viewBox.baseVal.height || 224]));
}

function picture(text: string, game: string, kind: string): Picture | null {
  if (!text) return null;
  const { box, fit, parts } = drawing(text, symbolId(game, `${kind}--`), symbolId(game, ""));
  const [x, y, width, height] = box.split(/[\s,]+/).map(Number);
  return width! > 0 && height! > 0
    ? { box: { x: x!, y: y!, width: width!, height: height! }, fit, parts }
    : null;
}
