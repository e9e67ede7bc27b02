import { expect, test } from "vitest";
import { heard, REACTIONS, type Remark } from "./remarks";

test("there are six reactions, each in its own words", () => {
  expect(new Set(Object.values(REACTIONS).map((words) => words())).size).toBe(6);
});

test("what was said is remembered in order, but not for ever", () => {
  let all: Remark[] = [];
  for (let i = 0; i < 60; i++) all = heard(all, { type: "chatted", seat: 1, text: String(i) });
  all = heard(all, { type: "reacted", seat: 0, what: "oops" });
  expect(all).toHaveLength(50);
  expect(all.at(-1)).toMatchObject({ seat: 0, text: "Oops", chat: false });
  expect(all.map((one) => one.id)).toEqual([...all.map((one) => one.id)].sort((a, b) => a - b));
});
