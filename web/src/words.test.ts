import { afterEach, expect, test } from "vitest";
import { listed, percent, signed } from "./lines";
import { count, language, preferred, say, speak } from "./words";

afterEach(() => speak("en"));

test("English needs no file", () => {
  expect(say("Your turn")).toBe("Your turn");
  expect(say("{who}’s turn", { who: "Bea" })).toBe("Bea’s turn");
  expect([0, 1, 2].map((n) => count("{n} day", "{n} days", n))).toEqual(["0 days", "1 day", "2 days"]);
});

test("another language says the same", async () => {
  await speak("de");
  expect(language()).toBe("de");
  expect(say("{who}’s turn", { who: "Bea" })).toBe("Bea ist am Zug");
  expect([0, 1, 2].map((n) => count("{n} day", "{n} days", n))).toEqual(["0 Tage", "1 Tag", "2 Tage"]);
});

test("what a language lacks is said in English", async () => {
  await speak("de");
  expect(say("no such text, {who}", { who: "Bea" })).toBe("no such text, Bea");
  expect([1, 2].map((n) => count("{n} gnu", "{n} gnus", n))).toEqual(["1 gnu", "2 gnus"]);
});

test("a value is never taken for a field, and a field without a value stays", () => {
  expect(say("{who} won", { who: "{name}" })).toBe("{name} won");
  expect(say("{who} won")).toBe("{who} won");
});

test("lists and figures, as people write them", async () => {
  expect(listed(["Bea", "Otto", "Cleo"])).toBe("Bea, Otto and Cleo");
  expect(listed(["B3", "C4"], "disjunction")).toBe("B3 or C4");
  await speak("de");
  expect(listed(["Bea", "Otto", "Cleo"])).toBe("Bea, Otto und Cleo");
  expect([percent(0.26), signed(1.3, 1)]).toEqual(["26\u00a0%", "+1,3"]);
});

test("the reader's choice comes first, then the browser's languages in order, then English", () => {
  expect(preferred("", ["fr-FR", "de-AT", "en"])).toBe("de");
  expect(preferred("", ["en-GB", "de"])).toBe("en");
  expect(preferred("guest=1; language=en", ["de"])).toBe("en");
  expect(preferred("language=de; guest=1", ["en"])).toBe("de");
  expect(preferred("language=xx", ["fr", "DE-de"])).toBe("de");
  expect(preferred("notlanguage=de; language=constructor", [])).toBe("en");
});
