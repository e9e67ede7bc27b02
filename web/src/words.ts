// Every text for people, in their language: `say("{who} is away", { who })`. English is the key to the others, which
// are loaded when somebody reads them. Say nothing while a module is loaded: the language may not be there yet.
import { home } from "./places";

/** Each by its own name for itself. */
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

type Fields = Record<string, string | number>;
/** A text; or, by the kind of number (Intl.PluralRules), several. */
type Texts = Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>;

const FILES: Record<Exclude<Language, "en">, () => Promise<{ default: Texts }>> = {
  de: () => import("./languages/de.json"),
};

let current: Language = "en";
let texts: Texts = {};

/** From here on texts are in this language; in English, if its file does not come. */
export async function speak(wanted: Language): Promise<void> {
  const file = wanted === "en" ? null : await FILES[wanted]().catch(() => null);
  texts = file?.default ?? {};
  current = file ? wanted : "en";
}

export const language = (): Language => current;

/** For dates, figures and lists; our English is British. */
export const locale = (): string => (current === "en" ? "en-GB" : current);

export function say(text: string, fields?: Fields): string {
  const known = texts[text];
  return filled(typeof known === "string" ? known : text, fields);
}

/** `count("{n} step", "{n} steps", 3)` */
export function count(one: string, many: string, n: number, fields?: Fields): string {
  const forms = texts[one];
  const text =
    typeof forms === "object"
      ? (forms[new Intl.PluralRules(current).select(n)] ?? forms.other)
      : n === 1 && one;
  return filled(text || many, { n, ...fields });
}

/** A field without a value stays as it is. */
const filled = (text: string, fields: Fields = {}) =>
  text.replace(/\{(\w+)\}/g, (field, name: string) => String(fields[name] ?? field));

/** The reader's choice, else the first of the browser's languages that we have. */
export function preferred(cookies: string, wished: readonly string[]): Language {
  const chosen = /(?:^|; )language=(\w+)/.exec(cookies)?.[1] ?? "";
  const codes = [chosen, ...wished.map((tag) => tag.split("-")[0]!.toLowerCase())];
  return codes.find((code): code is Language => Object.hasOwn(LANGUAGES, code)) ?? "en";
}

const YEAR = 365 * 24 * 3600;

/** Remember the choice, for the service's texts too, and start anew. */
export function choose(wanted: Language): void {
  document.cookie = `language=${wanted}; path=${new URL(home).pathname}; max-age=${YEAR}; SameSite=Lax`;
  location.reload();
}
