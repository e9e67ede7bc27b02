import { expect, test } from "vitest";
import { fillCue, type Board, type Cue, type Step } from "../wire.generated";
import { arranged } from "./arrange";
import { lastMoment } from "./moment";
import { shortened, wrapped } from "./wrap";

const letters = ({ text, strong }: { text: string; strong: boolean }) => text.length * (strong ? 2 : 1);
const strike = fillCue({ kind: "strike", at: "square:d5" });
const step = (turn: number, ...told: [string, ...Cue[]][]): Step => ({
  turn,
  seat: 0,
  label: "",
  told: told.map(([text, ...cues]) => ({ text, seat: 0, cues })),
});
const hit = step(7, ["A hit on **d5**.", strike], ["A hit on **d5**.", strike], ["Bea **wins**."]);

test("the move that ended the game is the decisive one, without the result and without repeats", () => {
  expect(lastMoment([step(6, ["A miss.", strike]), hit], "Bea **wins**.", false)).toEqual({
    decisive: true,
    turn: 7,
    lines: ["A hit on **d5**."],
  });
});

test("before a resignation and in a draw there is only a last move", () => {
  const resigned = [hit, step(8, ["Otto resigns."])];
  expect(lastMoment(resigned, "Otto resigned.", false)).toMatchObject({ decisive: false, turn: 7 });
  expect(lastMoment([hit], "Bea **wins**.", true)).toMatchObject({ decisive: false });
  expect(lastMoment([step(1, ["Otto resigns."])], "Otto resigned.", false)).toBeNull();
});

test("text is broken between words, emphasis kept, and what is too long ends in an ellipsis", () => {
  const rows = wrapped("one **two** three.", 8, 9, letters);
  expect(rows.map((row) => row.map((span) => span.text).join(""))).toEqual(["one", "two", "three."]);
  expect(rows[1]![0]!.strong).toBe(true);
  const few = wrapped("one two three four", 7, 2, letters);
  expect(few.map((row) => row.map((span) => span.text).join(""))).toEqual(["one two", "three…"]);
  expect(wrapped("at **d5**.", 20, 1, letters)[0]!.map((span) => span.text)).toEqual(["at", " ", "d5", "."]);
});

test("a long name is cut", () => {
  expect(shortened("Bea", 6, letters)).toBe("Bea");
  expect(shortened("Bartholomew", 10, letters)).toBe("Bart…");
});

test("boards lie so that they are drawn as large as possible, within the area", () => {
  const cells = [0, 1, 2].map((x) => ({ id: `${x}`, x, y: 0, name: "", label: "", terrain: "", marks: [] }));
  const wide = { id: "w", label: "", shape: "square", cells, links: [], columns: [], rows: [] };
  const board = { ...wide, cells: cells.map((cell) => ({ ...cell, outline: [] })) } as unknown as Board;
  const [first, second] = arranged([board, board], { x: 10, y: 10, width: 500, height: 500 });
  expect(first!.width).toBeCloseTo(500);
  expect(second!.y).toBeGreaterThan(first!.y + first!.height);
  expect(second!.y + second!.height).toBeLessThanOrEqual(510);
});
