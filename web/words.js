// For translators: what the page says, and what it says without asking `src/words.ts`. `npm run words` brings
// src/languages/*.json up to date: texts that lack a translation are added with an empty one, leftovers are dropped.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "svelte/compiler";

const SOURCE = fileURLToPath(new URL("src", import.meta.url));
const LANGUAGES = join(SOURCE, "languages");

/** Names and commands are the same in every language. */
const NAMES = ["Quarterdeck", "quarterdeck verify"];
/** Attributes and properties that people read or hear. */
const READ = ["aria-label", "aria-valuetext", "aria-description", "title", "placeholder", "alt", "label"];
/** In scripts, what looks like a sentence; a single word may be anything. */
const PROSE = /\p{L}{2,} \p{L}{2,}|\p{L}{2,}[.…?!]$/u;
/** Sentences for programs and programmers, not for readers. */
const UNREAD = ["console", "utf8ToBytes"];

/** Every source of the page as a tree; scripts alone are parsed as a component without a template. */
export function sources(folder = SOURCE) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => /\.(svelte|ts)$/.test(name) && !/\.(test|generated)\.ts$/.test(name))
    .sort()
    .map((name) => [name, tree(name, readFileSync(join(folder, name), "utf8"))]);
}

export function tree(name, text) {
  return parse(name.endsWith(".svelte") ? text : `<script module lang="ts">${text}</script>`, {
    modern: true,
  });
}

/** Calls `visit` with every node and those around it, the nearest first. */
function walk(node, visit, around = []) {
  if (Array.isArray(node)) node.forEach((one) => walk(one, visit, around));
  if (typeof node?.type !== "string") return;
  visit(node, around);
  for (const [key, child] of Object.entries(node)) {
    if (child && typeof child === "object" && key !== "metadata") walk(child, visit, [node, ...around]);
  }
}

const SAYING = { say: 1, count: 2 }; // and how many texts each takes
const textsOf = (node) =>
  node.type === "CallExpression" &&
  node.callee.type === "Identifier" &&
  Object.hasOwn(SAYING, node.callee.name)
    ? node.arguments.slice(0, SAYING[node.callee.name])
    : null;

/** What a source says: the key and, if it depends on a number, the second form. */
export function messages(ast) {
  const found = [];
  walk(ast, (node) => {
    const texts = textsOf(node);
    if (texts?.every(isText)) found.push(texts.map((text) => text.value));
  });
  return found;
}

const isText = (node) => node.type === "Literal" && typeof node.value === "string";

/** What is wrong with how a source speaks. */
export function faults(ast) {
  const found = [];
  const plain = (text) => NAMES.reduce((rest, name) => rest.replaceAll(name, ""), text);
  const unsaid = (text) => found.push(`not said through the catalogue: ${text.trim()}`);
  const read = (parts) => {
    for (const text of [parts].flat().flatMap(results)) if (/\p{L}/u.test(plain(text))) unsaid(text);
  };
  walk(ast, (node, around) => {
    const texts = textsOf(node);
    if (texts && !texts.every(isText)) found.push("a text to be said must be written where it is said");
    else if (texts && !around.some(isLater)) found.push(`said while the module is loaded: ${texts[0].value}`);
    if (node.type === "Fragment") read(node.nodes.filter((one) => /^(Text|ExpressionTag)$/.test(one.type)));
    if (node.type === "Attribute" && READ.includes(node.name) && node.value !== true) read(node.value);
    if (isText(node) || node.type === "TemplateLiteral") {
      const [text] = results(node, true);
      if (PROSE.test(plain(text)) && !around.some(excused)) unsaid(text);
    }
  });
  return [...new Set(found)];
}

/** Is it done when a page is shown, not when its module is loaded? Svelte runs a component's script then. */
const isLater = (node) =>
  /Function|^PropertyDefinition$|^Fragment$/.test(node.type) ||
  (node.type === "Script" && node.context === "default");

const excused = (node) =>
  textsOf(node) !== null ||
  (node.type === "CallExpression" && UNREAD.some((name) => calls(node.callee, name)));

const calls = (callee, name) =>
  callee.name === name || callee.object?.name === name || callee.property?.name === name;

/** The texts that an expression may come to, as far as they are written here. */
function results(node, whole = false) {
  if (node.type === "Text") return [node.data];
  if (node.type === "ExpressionTag") return results(node.expression);
  if (isText(node)) return [node.value];
  if (node.type === "TemplateLiteral") {
    const words = node.quasis.map((quasi) => quasi.value.cooked);
    return whole ? [words.join("{}")] : [...words, ...node.expressions.flatMap((one) => results(one))];
  }
  if (node.type === "ConditionalExpression")
    return [node.consequent, node.alternate].flatMap((one) => results(one));
  if (/^(Logical|Binary)Expression$/.test(node.type) && /^(\|\||\?\?|&&|\+)$/.test(node.operator))
    return [node.left, node.right].flatMap((one) => results(one));
  return [];
}

/** The names in braces. */
export const fields = (text) => new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));

export const files = () => readdirSync(LANGUAGES).map((name) => join(LANGUAGES, name));
export const read = (file) => JSON.parse(readFileSync(file, "utf8"));

/** What every file must translate: each key with its forms. */
export function wanted(all = sources()) {
  const found = all.flatMap(([, ast]) => messages(ast));
  return new Map(found.map((forms) => [forms[0], forms]).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A file's texts, brought up to date. */
export function updated(texts, language, said = wanted()) {
  const kinds = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const empty = (forms) => (forms.length > 1 ? Object.fromEntries(kinds.map((kind) => [kind, ""])) : "");
  return Object.fromEntries([...said].map(([key, forms]) => [key, texts[key] ?? empty(forms)]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const said = wanted();
  for (const file of files()) {
    const texts = updated(read(file), basename(file, ".json"), said);
    writeFileSync(file, `${JSON.stringify(texts, null, 2)}\n`);
    const missing = Object.values(texts).filter((text) => JSON.stringify(text).includes('""')).length;
    console.log(`${basename(file)}: ${Object.keys(texts).length} texts, ${missing} without a translation`);
  }
}
