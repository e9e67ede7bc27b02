import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { faults, fields, files, messages, read, sources, tree, updated, wanted } from "./words.js";

const all = sources();
const said = wanted(all);

describe("the page", () => {
  it.each(all)("%s says everything through the catalogue", (_, ast) => {
    expect(faults(ast)).toEqual([]);
  });
});

describe.each(files().map((file) => [basename(file, ".json"), read(file)]))("in %s", (language, texts) => {
  it("every text is translated, and nothing is left over: `npm run words` adds and drops", () => {
    expect(Object.keys(texts)).toEqual([...said.keys()]);
    const forms = Object.entries(updated({}, language, said)).map(([key, empty]) => [
      key,
      Object.keys(empty),
    ]);
    expect(Object.entries(texts).map(([key, text]) => [key, kinds(text)])).toEqual(forms);
    expect(Object.keys(texts).filter((key) => translations(texts[key]).includes(""))).toEqual([]);
  });

  it("a translation has the fields and the spaces of the text", () => {
    const wrong = [...said].filter(([key, forms]) =>
      translations(texts[key] ?? "").some((text) => !fits(text, forms)),
    );
    expect(wrong.map(([key]) => key)).toEqual([]);
  });
});

const kinds = (text) => (typeof text === "string" ? [] : Object.keys(text));
const translations = (text) => (typeof text === "string" ? [text] : Object.values(text));

/** One form may leave out the number: “one seat is open”. */
function fits(text, forms) {
  const known = new Set(forms.flatMap((form) => [...fields(form)]));
  const needed = [...known].filter((name) => forms.length === 1 || name !== "n");
  const ends = (one) => [one.startsWith(" "), one.endsWith(" ")].join();
  return (
    [...fields(text)].every((name) => known.has(name)) &&
    needed.every((name) => fields(text).has(name)) &&
    ends(text) === ends(forms[0])
  );
}

describe("what is found in a source", () => {
  const component = (text) => tree("One.svelte", text);
  const script = (text) => tree("one.ts", text);

  it("what it says", () => {
    const ast = component(
      `<p title={say("a {b}", { b })}>{n > 0 ? count("{n} c", "{n} cs", n) : say("d")}</p>`,
    );
    expect(messages(ast)).toEqual([["a {b}"], ["{n} c", "{n} cs"], ["d"]]);
    expect(faults(ast)).toEqual([]);
  });

  it.each([
    ["text", "<p>Hello</p>"],
    ["text beside a field", "<p>{n} left</p>"],
    ["an attribute", '<p aria-label="Log"></p>'],
    ["a part of an attribute", '<p title="{n} left"></p>'],
    ["a branch", '<p>{late ? "late" : ""}</p>'],
    ["a branch of an attribute", '<p placeholder={late ? "late" : undefined}></p>'],
    ["a template", "<p>{`${n} left`}</p>"],
    ["a property of a component", '<Share label="Link" />'],
    ["text in a block", "{#if a}{#each b as c}Hello{/each}{/if}"],
    ["the page's title", "<svelte:head><title>Home</title></svelte:head>"],
    ["a sentence in a script", '<script>let note = "Try again.";</script>'],
    ["a sentence in a handler", '<button onclick={() => (note = "Try again.")}></button>'],
    ["a sentence with a field", "<script>const turn = () => `The turn of ${name}`;</script>"],
  ])("%s that is not translated", (_, text) => {
    expect(faults(component(text))).toHaveLength(1);
  });

  it("what no translator would find", () => {
    expect(faults(component("<p>{say(text)}</p>"))).toHaveLength(1);
  });

  it("what is said before the language is there", () => {
    expect(faults(script(`const NAME = say("a");`))).toHaveLength(1);
    expect(faults(script(`const name = () => say("a");`))).toEqual([]);
    expect(faults(component(`<script>const NAME = say("a");</script>`))).toEqual([]);
  });

  it("names, figures and signs, which need no translation", () => {
    const ast = component(`<h1 class="big" title={name}>Quarterdeck · {a ? 1 : "–"} {kind === "bot"}</h1>`);
    expect(faults(ast)).toEqual([]);
  });
});
