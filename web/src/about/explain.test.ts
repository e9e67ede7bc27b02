import { describe, expect, it } from "vitest";
import { fillAction, fillPiece, fillScene, type Glossary } from "../wire.generated";
import { aboutSeat, aboutTally, clauseOf, explain } from "./explain";

const kind = (name: string) => ({ name, text: `${name} does this.`, clause: "ANY-1" });
const glossary: Glossary = {
  kinds: {
    "terrain:zone": kind("Zone"),
    "symbol:mine": kind("Mine"),
    "mark:hatch": kind("Possible"),
    "half:DIVE": { name: "", text: "", clause: "ANY-2" },
    "zone:hand": kind("Hand"),
    back: kind("Back"),
  },
  verbs: { sail: "ANY-3", pass: "ANY-4" },
};
const marks = [
  { kind: "hatch" as const, label: "it may be here" },
  { kind: "symbol" as const, label: "", symbol: "house" },
];
const scene = fillScene({
  game: "any",
  viewer: 0,
  actor: 0,
  turn: 1,
  prompt: "",
  boards: [
    {
      id: "sea",
      label: "",
      shape: "square",
      cells: [{ id: "a1", x: 0, y: 0, name: "a1", label: "a1", terrain: "zone-odd", marks }],
    },
  ],
  zones: [{ id: "hand:0", label: "Your hand", kind: "hand" }],
  pieces: [
    fillPiece({ id: "m", at: "a1", kind: "token", label: "your mine", symbol: "mine-square" }),
    fillPiece({
      id: "c",
      at: "hand:0",
      kind: "card",
      label: "DIVE",
      halves: [{ name: "DIVE", text: "Sink." }],
    }),
    fillPiece({ id: "b", at: "hand:0", kind: "card", label: "a card, face down" }),
  ],
  players: [],
});
const names = (place: string) => explain(scene, glossary, place)?.entries.map((one) => one.name);

describe("what is this?", () => {
  it("explains a cell by all that is on it, and variants as what they are variants of", () => {
    expect(names("a1")).toEqual(["Your mine", "It may be here", "Zone"]);
    expect(explain(scene, glossary, "a1")!.entries[0]!.text).toBe("Mine does this.");
  });

  it("explains a card by its halves, a hidden one by its back, a zone by its kind", () => {
    expect(explain(scene, glossary, "c/0")).toMatchObject({ title: "DIVE", card: true });
    expect(explain(scene, glossary, "c")!.entries[0]).toMatchObject({ text: "Sink.", clause: "ANY-2" });
    expect(explain(scene, glossary, "b")).toMatchObject({ card: false });
    expect(names("b")).toEqual(["A card, face down"]);
    expect(names("hand:0")).toEqual(["Hand"]);
    expect(aboutTally(glossary, "mine-disc", "mines left").title).toBe("Mines left");
    expect(explain(scene, glossary, "nowhere")).toBeNull();
  });

  it("explains a player by the counts beside the name and by what lies in their places", () => {
    const players = [
      { seat: 1, name: "Bea", team: 1, tallies: [{ label: "mines left", symbol: "mine", count: 1, of: 3 }] },
    ];
    const zones = [{ id: "hand:0", label: "Bea's hand", kind: "hand" as const, seat: 1, count: 5 }];
    expect(aboutSeat({ ...scene, players, zones }, glossary, 1, "Bea")).toMatchObject({
      title: "Bea",
      entries: [
        { name: "Mines left: 1 of 3", text: "Mine does this." },
        { name: "Bea's hand", text: "DIVE; a card, face down; 3 more." },
      ],
    });
  });

  it("finds the clause about the present question", () => {
    const verbs = ["pass", "sail"].map((verb, id) => fillAction({ id, verb, label: verb }));
    expect(clauseOf(glossary, verbs, 0)).toBe("ANY-3");
    expect(clauseOf(glossary, [verbs[0]!], 0)).toBe("ANY-4");
    expect(clauseOf(glossary, [], null)).toBe("");
  });
});
