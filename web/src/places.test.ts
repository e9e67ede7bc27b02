import { expect, test } from "vitest";
import { home, isHome, matchOf, matchPage } from "./places";

test("a match's page is below the home page, and says which match it is", () => {
  expect(matchPage("a/b c")).toBe(`${home}play/a%2Fb%20c`);
  expect(matchOf(matchPage("a/b c"))).toBe("a/b c");
  expect(matchOf(`${matchPage("x")}?invite=y`)).toBe("x");
  expect(matchOf(`${matchPage("x")}/#top`)).toBe("x");
});

test("no other page is a match's", () => {
  for (const page of [
    home,
    `${home}play/`,
    `${home}play/x/y`,
    `${home}rules/play/x`,
    "https://elsewhere/play/x",
  ]) {
    expect(matchOf(page)).toBeNull();
  }
});

test("the home page is the home page whatever follows it, and nothing else is", () => {
  expect([home, `${home}?a=/b`, `${home}#x`].every(isHome)).toBe(true);
  expect([`${home}nosuch`, `${home}play/x`, "https://elsewhere/"].some(isHome)).toBe(false);
});
