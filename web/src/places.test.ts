import { expect, test } from "vitest";
import { home, isHome, matchOf, matchPage, puzzleOf, puzzlesPage, replayOf, replayPage } from "./places";

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

test("a replay's page says which match it shows, or that it asks for a file", () => {
  expect(replayOf(replayPage("a b"))).toBe("a b");
  expect(replayOf(`${replayPage("x")}#step=3&eyes=0`)).toBe("x");
  expect(replayOf(`${home}replay`)).toBe("");
  expect(replayOf(`${home}replay/`)).toBe("");
  for (const page of [home, matchPage("x"), `${home}replays`, `${home}replay/x/y`]) {
    expect(replayOf(page)).toBeNull();
  }
});

test("the puzzles have a page, and so has each game's", () => {
  expect(puzzleOf(puzzlesPage())).toBe("");
  expect(puzzleOf(puzzlesPage("hideout"))).toBe("hideout");
  expect(puzzleOf(`${puzzlesPage("hideout")}?day=2026-11-17`)).toBe("hideout");
  for (const page of [home, matchPage("puzzles"), `${home}puzzlesque`]) expect(puzzleOf(page)).toBeNull();
});
