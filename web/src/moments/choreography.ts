// How moments are played: keyframes of transform and opacity alone, which cost the page's main thread nothing.
// `choreography.json` is the data; its names are CHOREOGRAPHIES in engine/scene.py.
import data from "./choreography.json";

/** art: the picture; left, right: the sides of a clash; back: a card face down. The others are drawn by the client. */
export type Part = "art" | "left" | "right" | "back" | "ring" | "sparks" | "bubbles" | "rays";

/** `size`: in multiples of the place where it happens. */
export type Layer = { part: Part; size: number; frames: Keyframe[] };

/** From one place to another, which is reached at `until`; `nose`: turned that way. */
export type Travel = { path: "line" | "arc"; until: number; nose?: boolean };

/** `time`: milliseconds at the normal pace; `hit`: the part of it after which what it shows has happened. */
export type Choreography = { time: number; hit: number; travel?: Travel; layers: Layer[] };

export const CHOREOGRAPHIES: Record<string, Choreography> = data as Record<string, Choreography>;

/** "burst-mine" is a burst, and its picture is a mine. */
export function parse(moment: string): { choreography: string; picture: string } {
  const [choreography = "", ...rest] = moment.split("-");
  return { choreography, picture: rest.join("-") };
}

export const choreographyOf = (moment: string): Choreography | undefined =>
  CHOREOGRAPHIES[parse(moment).choreography];

type At = { x: number; y: number };

/** An arc is sampled at so many points. */
const POINTS = 10;
/** It rises by this part of its length, but not beyond the top of the page. */
const RISE = 0.35;
const HIGHEST = 140;

/** Keyframes of the way; a single one where nothing has to go anywhere. */
export function way(travel: Travel | undefined, from: At, to: At): Keyframe[] {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  if (!travel || distance < 1) return [{ transform: put(to) }];
  const nose = travel.nose ? ` rotate(${Math.atan2(to.y - from.y, to.x - from.x).toFixed(4)}rad)` : "";
  const rise = travel.path === "arc" ? Math.min(distance * RISE, HIGHEST) : 0;
  const points = rise ? POINTS : 1;
  const frames = Array.from({ length: points + 1 }, (_, nth) => {
    const part = nth / points;
    const x = from.x + (to.x - from.x) * part;
    const y = from.y + (to.y - from.y) * part - rise * 4 * part * (1 - part);
    return { transform: put({ x, y }) + nose, offset: part * travel.until };
  });
  return [...frames, { transform: put(to) + nose, offset: 1 }];
}

const put = ({ x, y }: At) => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;

/** A word above the picture: it appears when the blow falls. */
export function wordFrames({ hit }: Choreography): Keyframe[] {
  return [
    { offset: 0, transform: "scale(0.4)", opacity: 0 },
    { offset: hit - 0.06, transform: "scale(0.4)", opacity: 0 },
    { offset: hit, transform: "scale(1.2)", opacity: 1 },
    { offset: hit + 0.1, transform: "scale(1)", opacity: 1 },
    { offset: Math.max(0.88, hit + 0.11), transform: "scale(1)", opacity: 1 },
    { offset: 1, transform: "scale(1)", opacity: 0 },
  ];
}
