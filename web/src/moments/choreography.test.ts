import { describe, expect, it } from "vitest";
import { PLAIN } from "../table/look";
import { CHOREOGRAPHIES, choreographyOf, parse, way, wordFrames } from "./choreography";
import { picture } from "./play";

const all = Object.entries(CHOREOGRAPHIES);
const compositor = new Set(["transform", "opacity", "offset", "easing"]);

describe("choreographies", () => {
  it.each(all)("%s takes half a second to a second and a half", (_, { time, hit }) => {
    expect(time).toBeGreaterThanOrEqual(500);
    expect(time).toBeLessThanOrEqual(1500);
    expect(hit).toBeGreaterThan(0.1);
    expect(hit).toBeLessThan(0.9);
  });

  it.each(all)("%s animates only what needs no layout and no paint", (_, choreography) => {
    const words = { frames: wordFrames(choreography) };
    for (const { frames } of [...choreography.layers, words]) {
      for (const frame of frames)
        expect(Object.keys(frame).filter((name) => !compositor.has(name))).toEqual([]);
      const offsets = frames.map((frame) => frame.offset!);
      expect(offsets).toEqual([...offsets].sort((one, other) => one - other));
      expect([offsets[0], offsets.at(-1)]).toEqual([0, 1]);
      expect(frames.at(-1)!.opacity, "it has gone at the end").toBe(0);
    }
  });

  it.each(all)("%s shows its picture when the blow falls: that is its still", (_, { hit, layers }) => {
    const frames = layers.find((layer) => layer.part === "art")!.frames;
    const before = frames.filter((frame) => frame.offset! <= hit).at(-1)!;
    expect(before.opacity).toBe(1);
  });
});

describe("a moment's name", () => {
  it("is a choreography and a picture", () => {
    expect(parse("drop-mine-disc")).toEqual({ choreography: "drop", picture: "mine-disc" });
    expect(choreographyOf("drop-mine-disc")).toBe(CHOREOGRAPHIES.drop);
    expect(choreographyOf("dance-mine")).toBeUndefined();
  });

  it("leads to the game's drawing, a card for a reveal, or else a symbol", () => {
    const look = {
      ...PLAIN,
      moments: new Set(["burst-mine"]),
      faces: new Map([["face-mine", 112]]),
      names: new Set(["mine"]),
    };
    const cast = { match: { game: "sea" }, look };
    expect(picture("burst-mine", cast)).toBe("sea--moments--burst-mine");
    expect(picture("drop-mine", cast)).toBe("sea--mine");
    expect(picture("reveal-mine", cast)).toBe("sea--cards--face-mine");
    expect(picture("burst-boat", cast)).toBe("");
  });
});

describe("the way of a moment", () => {
  const [from, to] = [
    { x: 0, y: 100 },
    { x: 200, y: 100 },
  ];

  it("leads from place to place, nose first", () => {
    const frames = way({ path: "line", until: 0.8, nose: true }, to, from);
    expect(frames.map((frame) => frame.offset)).toEqual([0, 0.8, 1]);
    expect(frames[0]!.transform).toBe("translate(200.0px, 100.0px) rotate(3.1416rad)");
    expect(frames[1]!.transform).toContain("translate(0.0px, 100.0px)");
  });

  it("rises in an arc and ends where it should", () => {
    const frames = way({ path: "arc", until: 0.5 }, from, to);
    const heights = frames.map((frame) => Number(/, (-?[\d.]+)px/.exec(`${frame.transform}`)![1]));
    expect(Math.min(...heights)).toBe(30);
    expect(heights.at(-1)).toBe(100);
    expect(frames.at(-2)!.offset).toBe(0.5);
  });

  it("is none where it happens at one place", () => {
    expect(way({ path: "arc", until: 0.5 }, to, to)).toEqual([{ transform: "translate(200.0px, 100.0px)" }]);
  });
});
