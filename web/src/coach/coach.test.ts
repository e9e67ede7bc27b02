import { describe, expect, it } from "vitest";
import type { Lesson } from "../wire.generated";
import { arrow, spot } from "./placing";
import { current } from "./steps";

const said = { idea: "", heading: "", text: "", point: [] };
/** Do one thing (the others answer twice), read, read, do two things, read. */
const lesson: Lesson = {
  steps: [
    { ...said, at: 0, do: [[7]] },
    { ...said, at: 3, do: [] },
    { ...said, at: 3, do: [] },
    { ...said, at: 3, do: [[1], [2, 3]] },
    { ...said, at: 5, do: [] },
  ],
  decisions: 5,
};

describe("the step at hand", () => {
  it("stays while the others answer", () => {
    expect([0, 1, 2, 3].map((at) => current(lesson, at, 0))).toEqual([0, 0, 0, 1]);
  });
  it("goes on when it has been read, or when the learner has acted", () => {
    expect([0, 2, 3].map((read) => current(lesson, 3, read))).toEqual([1, 2, 3]);
    expect(current(lesson, 4, 0)).toBe(3);
  });
  it("ends after the last has been read", () => {
    expect([current(lesson, 5, 3), current(lesson, 5, 5)]).toEqual([4, -1]);
  });
});

describe("the card", () => {
  const sea = { x: 0, y: 50, width: 1000, height: 600 };
  const card = { width: 300, height: 200 };
  it("lies at the right, unless that would hide what it points at", () => {
    expect(spot(card, sea, [{ x: 100, y: 300, width: 80, height: 80 }]).x).toBeGreaterThan(600);
    expect(spot(card, sea, [{ x: 800, y: 60, width: 80, height: 500 }]).x).toBeLessThan(100);
    expect(spot(card, sea, [{ x: 800, y: 330, width: 80, height: 40 }]).y).toBeLessThan(100);
  });
  it("lies at the bottom of a phone", () => {
    const phone = { x: 0, y: 80, width: 324, height: 700 };
    const high = [{ x: 100, y: 200, width: 50, height: 50 }];
    const low = [{ x: 100, y: 700, width: 50, height: 50 }];
    expect([spot(card, phone, high).y, spot(card, phone, low).y]).toEqual([568, 330]);
  });
  it("points from its edge to the edge of its target", () => {
    const found = arrow({ x: 600, y: 200, ...card }, { x: 100, y: 260, width: 80, height: 80 });
    expect(found?.line.startsWith("M600 ")).toBe(true);
    expect(found?.head.startsWith("translate(186 300)")).toBe(true);
    expect(arrow({ x: 100, y: 200, ...card }, { x: 150, y: 260, width: 80, height: 80 })).toBeNull();
  });
});
