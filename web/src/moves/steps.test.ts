import { describe, expect, it } from "vitest";
import { fillPiece, fillScene, fillTold, type Cue, type Scene } from "../wire.generated";
import { steps, trace } from "./steps";

const cell = (id: string) => ({ id, x: 0, y: 0, name: id, label: id });
const token = (id: string, at: string) => fillPiece({ id, at, kind: "token", label: id });
const line = (...cues: (Partial<Cue> & Pick<Cue, "kind" | "at">)[]) => fillTold({ text: "", cues });

function scene(pieces: Record<string, string>): Scene {
  return fillScene({
    game: "any",
    viewer: 0,
    actor: 0,
    turn: 1,
    prompt: "",
    boards: [{ id: "sea", label: "", shape: "square", cells: ["A", "B", "C", "D"].map(cell) }],
    zones: [
      { id: "table", label: "", kind: "table" },
      { id: "hand:1", label: "", kind: "hand" },
    ],
    pieces: Object.entries(pieces).map(([id, at]) => token(id, at)),
    players: [],
  });
}

const places = (at: Scene, id: string) => at.pieces.find((piece) => piece.id === id)?.at;

describe("the way from one scene to the next", () => {
  it("moves a piece from place to place, before anything is struck", () => {
    const way = steps(scene({ sub: "A", mine: "C" }), scene({}), [
      line({ kind: "run", at: "A", to: "B" }),
      line({ kind: "run", at: "B", to: "C" }),
      line({ kind: "strike", at: "C" }),
    ]);
    expect(way.map((step) => places(step.scene, "sub"))).toEqual(["B", "C", "C"]);
    expect(way.map((step) => places(step.scene, "mine"))).toEqual(["C", "C", "C"]);
    expect(way.map((step) => step.cue?.kind)).toEqual([undefined, undefined, "strike"]);
    expect(way.map((step) => step.told)).toEqual([1, 2, 3]);
  });

  it("leaves a piece that fires where it is", () => {
    const before = scene({ sub: "A" });
    const [shot] = steps(before, before, [line({ kind: "run", at: "A", to: "D" })]);
    expect(shot).toEqual({ told: 1, cue: expect.objectContaining({ kind: "run" }), scene: before });
    const [hidden] = steps(before, scene({}), [line({ kind: "run", at: "A", to: "D" })]);
    expect(hidden!.scene).toBe(before);
  });

  it("stops at a line on which nothing moves", () => {
    const before = scene({});
    expect(steps(before, before, [line()])).toEqual([{ told: 1, cue: null, scene: before }]);
  });
});

describe("what others moved last", () => {
  it("is marked where it came from and where it is", () => {
    const { from, to } = trace(scene({ sub: "A", rock: "D" }), scene({ sub: "C", rock: "D" }), [
      line({ kind: "run", at: "A", to: "B" }),
      line({ kind: "run", at: "B", to: "C" }),
    ]);
    expect([...from]).toEqual(["A", "B"]);
    expect([...to]).toEqual(["C"]);
  });

  it("is a card that was laid down, but not one that was drawn", () => {
    const { to } = trace(scene({}), scene({ card: "table", drawn: "hand:1" }), []);
    expect([...to]).toEqual(["card"]);
  });
});
