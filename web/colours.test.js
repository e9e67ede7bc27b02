// Colours that mean different things must look different, also to eyes that lack one kind of cone.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const theme = readFileSync(`${import.meta.dirname}/src/theme.css`, "utf8");
const token = (name) => new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(theme)[1];

/** Machado, Oliveira and Fernandes 2009, full severity, on linear RGB. */
const EYES = {
  "all cones": [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
};
const TO_XYZ = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const WHITE = [0.95047, 1, 1.08883];
/** CIELAB distance (ΔE*ab); 2.3 is just noticeable, twenty is plain at a glance. */
const PLAIN = 20;

const times = (matrix, v) => matrix.map((row) => row.reduce((sum, one, i) => sum + one * v[i], 0));

function seen(colour, eyes) {
  const channels = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const linear = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  const there = times(eyes, linear).map((c) => Math.min(1, Math.max(0, c)));
  const [x, y, z] = times(TO_XYZ, there).map((c, i) => Math.cbrt(c / WHITE[i]));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const apart = (one, other, eyes) => Math.hypot(...seen(one, eyes).map((c, i) => c - seen(other, eyes)[i]));

it.each(Object.entries(EYES))("brass, what you may do, is no seat's colour: %s", (_, eyes) => {
  for (const seat of ["seat-0", "seat-1", "seat-2", "seat-3", "seat-4", "seat-5"]) {
    expect(apart(token("brass"), token(seat), eyes), seat).toBeGreaterThan(PLAIN);
  }
});

it("rules' pictures and the terminal, which take them from paint.py, show seats in the page's colours", () => {
  const paint = readFileSync(`${import.meta.dirname}/../src/quarterdeck/engine/paint.py`, "utf8");
  const seats = /^SEATS = \((.*)\)$/m.exec(paint)[1].match(/#[0-9a-f]{6}/g);
  expect(seats).toEqual([0, 1, 2, 3, 4, 5].map((seat) => token(`seat-${seat}`)));
});
