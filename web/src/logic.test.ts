import { describe, expect, it } from "vitest";
import { frame, handOf, least, letters, LINE, nameSpot, neighbour, place, plaque, wordSize } from "./layout";
import { emphasis, plain, shortly, signed, spliced } from "./lines";
import { kept, withoutAid } from "./scene";
import { colourIndex } from "./seats";
import { atCell, atHalf, byTarget, clickable, keyOf, mayDo, spoken } from "./targets";
import { fillScene, type Action } from "./wire.generated";

const action = (id: number, ...targets: string[]): Action => ({
  id,
  label: `do ${id}`,
  verb: "do",
  targets,
  final: false,
  consequences: [],
  then: [],
});

const scene = fillScene({
  game: "any",
  viewer: 0,
  actor: 0,
  turn: 1,
  prompt: "",
  boards: [
    {
      id: "board",
      label: "a board of four",
      shape: "square",
      columns: ["1", "2"],
      cells: [
        { id: "a", x: 0.5, y: 0.5, name: "A", label: "A" },
        { id: "b", x: 1.5, y: 0.5, name: "B", label: "B" },
        { id: "c", x: 0.5, y: 1.5, name: "C", label: "C", marks: [{ kind: "hatch", label: "maybe here" }] },
        { id: "d", x: 1.5, y: 1.5, name: "D", label: "D" },
      ],
    },
  ],
  zones: [{ id: "hand", label: "hand", kind: "hand" }],
  pieces: [
    { id: "ship", at: "a", kind: "token", label: "a ship" },
    { id: "card", at: "hand", kind: "card", label: "a card", halves: [{ name: "UP" }, { name: "DOWN" }] },
  ],
  players: [{ seat: 0, name: "Ann", team: 0 }],
});
const board = scene.boards[0]!;
const [a, b, c, d] = board.cells as [never, never, never, never];

describe("a route", () => {
  const route = (then: number[], id: number, ...targets: string[]) => ({ ...action(id, ...targets), then });

  it("stands for the action it begins with, where that lights up the same place", () => {
    const near = route([9], 1, "a");
    const far = route([1, 9], 1, "b");
    const [step, other, stop] = [action(1, "a"), action(2, "a"), action(9)];
    expect(clickable([step, other, stop], [near, far])).toEqual([near, far, other, stop]);
    expect(clickable([step, stop], [far])).toEqual([far, step, stop]);
  });

  it("is told apart from others that begin alike", () => {
    expect(keyOf(route([2, 3], 1))).not.toBe(keyOf(route([2], 1)));
  });
});

describe("a scene", () => {
  it("has every silent default spelled out", () => {
    expect(scene.actions).toEqual([]);
    expect(scene.outcome).toBeNull();
    expect(board.cells[2]!.marks[0]).toMatchObject({ fade: 0, seat: null, filled: false });
    expect(scene.pieces[1]!.halves[0]).toMatchObject({ tone: "plain", tag: "" });
  });

  it("keeps what did not change, part by part", () => {
    const before = structuredClone(scene);
    expect(kept(before, structuredClone(scene))).toBe(before);
    const moved = structuredClone(scene);
    moved.pieces[0]!.at = "b";
    moved.pieces.push({ ...moved.pieces[1]!, id: "another" });
    const now = kept(before, moved);
    expect(now).not.toBe(before);
    expect(now.boards).toBe(before.boards);
    expect(now.pieces.map((piece) => piece.at)).toEqual(["b", "hand", "hand"]);
    expect(now.pieces[1]).toBe(before.pieces[1]);
    expect(before).toEqual(scene);
    expect(kept(moved, structuredClone(scene))).toEqual(scene);
  });

  it("without the aid shows no possible places and keeps the rest", () => {
    const bare = withoutAid(scene);
    expect(bare.boards[0]!.cells[2]!.marks).toEqual([]);
    expect(bare.boards[0]!.cells[1]).toEqual(board.cells[1]);
    expect(board.cells[2]!.marks).toHaveLength(1);
  });
});

describe("targets", () => {
  it("offer on a cell also what its pieces offer, each action once", () => {
    const targets = byTarget([action(1, "a"), action(2, "ship", "a"), action(3, "b")]);
    expect(atCell("a", scene.pieces, targets).map((one) => one.id)).toEqual([1, 2]);
    expect(atCell("c", scene.pieces, targets)).toEqual([]);
  });

  it("offer on a half of a card its own actions, else the whole card's", () => {
    const card = scene.pieces[1]!;
    const targets = byTarget([action(1, "card/0"), action(2, "card")]);
    expect(atHalf(card, 0, targets).map((one) => one.id)).toEqual([1]);
    expect(atHalf(card, 1, targets).map((one) => one.id)).toEqual([2]);
  });

  it("are spoken", () => {
    expect(spoken("A square.", "", "hatched")).toBe("A square. hatched");
    expect(mayDo([])).toBe("");
    expect(mayDo([action(1), action(2)])).toBe("you may: do 1; or do 2");
  });
});

describe("the log", () => {
  it("loses its tail when something is taken back", () => {
    expect(spliced(["x", "y", "z"], 2, [])).toEqual(["x", "y"]);
    expect(spliced(["x", "y"], 1, ["w"])).toEqual(["x", "w"]);
  });

  it("reads emphasis and leaves stray marks alone", () => {
    expect(emphasis("a **b** c")).toEqual([
      { text: "a ", strong: false },
      { text: "b", strong: true },
      { text: " c", strong: false },
    ]);
    expect(plain("2 ** 3 is **eight**")).toBe("2 ** 3 is eight");
  });
});

describe("a board", () => {
  it("is walked by arrows, and ends at its edge", () => {
    expect(neighbour(board.cells, a, "ArrowRight")).toBe(b);
    expect(neighbour(board.cells, a, "ArrowDown")).toBe(c);
    expect(neighbour(board.cells, d, "ArrowUp")).toBe(b);
    expect(neighbour(board.cells, a, "ArrowUp")).toBeNull();
    expect(neighbour(board.cells, a, "Enter")).toBeNull();
  });

  it("has room for all cells and letters over the columns", () => {
    const box = frame(board);
    expect(box.x).toBeLessThan(0);
    expect(box.x + box.width).toBeGreaterThan(200);
    expect(letters(board).columns).toEqual([
      ["1", 50],
      ["2", 150],
    ]);
  });

  it("has what stands on a cell above the words on it", () => {
    for (const [count, lines] of [1, 2, 3, 4].flatMap((n) => [1, 2].map((m) => [n, m] as const))) {
      const { y, scale } = place(count - 1, count, 1, lines);
      expect(y + 33 * scale).toBeLessThan(44 - lines * LINE);
    }
    for (const words of ["3", "1·3·5·7·11"]) {
      const plate = plaque(words, wordSize(words, 95), false, Infinity);
      expect(plate.height).toBeLessThanOrEqual(LINE);
      expect(plate.width).toBeLessThan(95);
    }
  });

  it("has words of twelve pixels, written narrower where there is no room", () => {
    const small = least({ x: 0, y: 0, width: 1000, height: 500 }, { width: 400, height: 400 });
    expect(small * 0.4).toBeGreaterThanOrEqual(12);
    expect(plaque("0 of 5 hits", small, true, 95).width).toBe(95);
    expect(plaque("?", small, false, 95).squeezed).toBeUndefined();
  });

  it("names a cell in its narrow upper end, off the middle", () => {
    const [outer, inner] = [90, 50].map((half) => half / 100) as [number, number];
    const east = { ...board.cells[0]!, x: 5, y: 5 };
    const outline: [number, number][] = [
      [5.36, 5 + outer],
      [5.36, 5 - outer],
      [4.64, 5 - inner],
      [4.64, 5 + inner],
    ];
    const spot = nameSpot({ ...east, outline });
    expect(spot.y).toBeLessThan(-30);
    expect(Math.abs(spot.x)).toBeLessThan(12);
  });
});

describe("seats", () => {
  it("give the viewer the first colour, and everybody their own", () => {
    expect([0, 1, 2].map((seat) => colourIndex(seat, 1))).toEqual([1, 0, 2]);
    expect([0, 1, 2].map((seat) => colourIndex(seat, null))).toEqual([0, 1, 2]);
  });
});

describe("scores", () => {
  it("have their sign, nought has none", () => {
    expect([3, 0, -1].map((score) => signed(score))).toEqual(["+3", "0", "-1"]);
  });

  it("are expected with a digit, and are no chances", () => {
    expect([1.26, 0, -0.04, -1].map((score) => shortly(score, true))).toEqual(["+1.3", "0.0", "0.0", "-1.0"]);
    expect(shortly(0.26, false)).toBe("26%");
  });
});

describe("a hand", () => {
  const room = (width: number) => ({ width, height: 108 });
  const upright = (cards: number) => Array<boolean>(cards).fill(false);

  it("is seen whole, however long it is and however narrow the page", () => {
    for (const width of [296, 366, 744]) {
      for (let cards = 1; cards <= 24; cards++) {
        const hand = handOf(upright(cards), room(width), 100);
        for (const { x, y } of hand.spots) {
          expect(x).toBeGreaterThanOrEqual(-0.01);
          expect(x + hand.width).toBeLessThanOrEqual(width + 0.01);
          expect(y + hand.height).toBeLessThanOrEqual(108.01);
        }
        expect(new Set(hand.spots.map(({ x, y }) => `${x} ${y}`)).size).toBe(cards);
      }
    }
  });

  it("lies in a row while its cards are as wide as a fingertip, then in two", () => {
    expect(handOf(upright(4), room(366), 100).width).toBe(84.75);
    expect(handOf(upright(5), room(366), 100).height).toBe(108);
    expect(handOf(upright(8), room(366), 100).height).toBe(49.5);
  });

  it("gives a turned card the room to lie sideways, or draws it smaller", () => {
    const roomy = handOf([true, false, false], room(366), 100);
    expect(roomy.spots[1]!.x - roomy.spots[0]!.x).toBe(117);
    expect(roomy.spots[0]!.scale).toBe(1);
    const tight = handOf([true, true, true, false, false], room(366), 100);
    expect(tight.spots[0]!.scale).toBeLessThan(1);
  });
});
