// Plays a moment over the table: a shot, an explosion, a fight. Nothing waits for it, nothing under it is covered for
// clicks, and it can be skipped. Whoever wants less motion sees a still of it.
import "./moments.css";
import { spots } from "../cues";
import { sleep } from "../moves/sleep";
import { outline } from "../seats";
import { symbolId } from "../symbols";
import { faceId, momentId, type Look } from "../table/look";
import type { Cue, Side } from "../wire.generated";
import { choreographyOf, parse, way, wordFrames, type Choreography, type Layer } from "./choreography";

/** Whose moments these are. */
export type Cast = {
  match: { game: string };
  look: Look;
  colour: (seat: number | null) => string;
};
/** `hit`: what it shows has happened; `over`: it has gone. */
export type Performance = { hit: Promise<void>; over: Promise<void> };

/** Of the places where they happen, moments take a size from this range, in pixels. */
const SMALLEST = 60;
const LARGEST = 120;
/** Milliseconds for which a still is shown. */
const STILL = 1000;
const SVG = "http://www.w3.org/2000/svg";

/** Play a moment; `speed` stretches its time. Null: its place is not on the page, or no client knows it. */
export function perform(cue: Cue, cast: Cast, speed: number, skipped: AbortSignal): Performance | null {
  const moment = shown(cue, cast);
  if (!moment) return null;
  const { node, animations, choreography, follow } = moment;
  const time = choreography.time * speed;
  for (const animation of animations) animation.effect!.updateTiming({ duration: time });
  const unfollow = following(follow);
  const over = sleep(time, skipped).then(() => {
    unfollow();
    node.remove();
  });
  return { hit: sleep(time * choreography.hit, skipped), over };
}

/** Show a moment as it is when the blow falls, for a second. */
export async function pose(cue: Cue, cast: Cast, skipped: AbortSignal): Promise<void> {
  const moment = shown(cue, cast);
  if (!moment) return;
  freeze(moment.animations, moment.choreography);
  await sleep(STILL, skipped);
  moment.node.remove();
}

function freeze(animations: readonly Animation[], { time, hit }: Choreography): void {
  for (const animation of animations) {
    animation.pause();
    animation.currentTime = time * hit;
  }
}

type Shown = { node: HTMLElement; animations: Animation[]; choreography: Choreography; follow: () => void };

/** Put a moment into the page, with its animations running. */
function shown(cue: Cue, cast: Cast): Shown | null {
  const choreography = choreographyOf(cue.moment);
  const places = spots(cue);
  if (!choreography || !places) return null;
  const node = element("moment as-by-night");
  node.setAttribute("aria-hidden", "true");
  node.dataset.moment = cue.moment;
  node.style.color = cast.colour(cue.seat);
  const size = Math.max(SMALLEST, Math.min(LARGEST, places.to.size));
  const timing = { duration: choreography.time, fill: "both" } as const;
  const animations: Animation[] = [];
  for (const layer of choreography.layers) {
    for (const part of parts(layer, cue, cast, size)) {
      node.append(part);
      animations.push(part.animate(layer.frames, timing));
    }
  }
  if (cue.text) {
    const word = node.appendChild(element("moment-word", cue.text));
    word.style.bottom = `${size * 0.55}px`;
    animations.push(word.animate(wordFrames(choreography), timing));
  }
  if (cue.kind === "turn" && cue.to === "ccw") node.classList.add("mirrored");
  (places.host.closest(".themed") ?? document.body).append(node);
  const reach = size * reachOf(choreography);
  const route = () => {
    const now = spots(cue);
    return now && way(choreography.travel, inside(now.from, reach), inside(now.to, reach));
  };
  const journey = node.animate(route()!, timing);
  animations.push(journey);
  let before = "";
  const follow = () => {
    const frames = route();
    const now = JSON.stringify(frames);
    if (frames && before && now !== before) (journey.effect as KeyframeEffect).setKeyframes(frames);
    before = now;
  };
  return { node, animations, choreography, follow };
}

/** How far from its middle a moment reaches, in multiples of its size: two sides stand beside each other. */
const reachOf = ({ layers }: Choreography) =>
  Math.max(...layers.map(({ part, size }) => (part === "left" ? 1.35 : part === "art" ? 0.5 : 0) * size));

/** Near the edge of the page it happens a little further in. */
function inside({ x, y }: { x: number; y: number }, reach: number): { x: number; y: number } {
  const clamp = (value: number, most: number) => Math.max(reach, Math.min(most - reach, value));
  return { x: clamp(x, innerWidth), y: clamp(y, innerHeight) };
}

/** The page may be turned, resized or scrolled under it. */
function following(follow: () => void): () => void {
  let frame = requestAnimationFrame(function again() {
    follow();
    frame = requestAnimationFrame(again);
  });
  return () => cancelAnimationFrame(frame);
}

function element(className: string, text = ""): HTMLElement {
  const node = document.createElement("div");
  node.className = className;
  node.textContent = text;
  return node;
}

function parts(layer: Layer, cue: Cue, cast: Cast, size: number): HTMLElement[] {
  const { part, count = 1 } = layer;
  const made = Array.from({ length: count }, (_, nth) => {
    const node = part === "left" || part === "right" ? fighter(part, cue, cast) : drawn(part, cue, cast);
    if (!node) return null;
    const wide = size * layer.size;
    Object.assign(node.style, { width: `${wide}px`, height: `${wide}px`, margin: `${-wide / 2}px` });
    if (part === "bubble") node.style.left = `${(nth - (count - 1) / 2) * wide * 1.3}px`;
    else if (count > 1) node.style.rotate = `${(360 / count) * (nth + 0.4)}deg`;
    return node;
  });
  return made.filter((node) => node !== null);
}

function drawn(part: Layer["part"], cue: Cue, cast: Cast): HTMLElement | null {
  if (part !== "art") return element(`moment-${part}`);
  const { choreography } = parse(cue.moment);
  const id = picture(cue.moment, cast);
  if (!id) return element(`moment-art plain-${choreography}`);
  const high =
    choreography === "reveal" ? cast.look.faces.get(`face-${parse(cue.moment).picture}`) : undefined;
  const node = element(high ? "moment-art moment-face" : "moment-art");
  if (high) node.style.setProperty("--high", `${high / 2}%`);
  node.append(high ? using(id, `0 0 200 ${high}`, 200, high) : using(id, "0 0 100 100", 100, 100));
  return node;
}

/** The id in the page of what a moment shows; "" if the game draws nothing for it. */
export function picture(moment: string, { match, look }: Pick<Cast, "match" | "look">): string {
  const { choreography, picture: name } = parse(moment);
  if (look.moments.has(moment)) return momentId(match.game, moment);
  if (choreography === "reveal")
    return look.faces.has(`face-${name}`) ? faceId(match.game, `face-${name}`) : "";
  return look.names.has(name) ? symbolId(match.game, name) : "";
}

function using(id: string, box: string, width: number, height: number): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", box);
  const use = svg.appendChild(document.createElementNS(SVG, "use"));
  use.setAttribute("width", `${width}`);
  use.setAttribute("height", `${height}`);
  use.setAttribute("href", `#${id}`);
  return svg;
}

/** One side of a clash: who fights, on a plate in the seat's shape and colour, and the total. */
function fighter(part: "left" | "right", cue: Cue, cast: Cast): HTMLElement | null {
  const [left, right] = cue.sides;
  if (!left || !right) return null;
  const [side, other]: [Side, Side] = part === "left" ? [left, right] : [right, left];
  const node = element("moment-fighter");
  const known = cast.look.names.has(side.symbol);
  const svg = using(known ? symbolId(cast.match.game, side.symbol) : "", "-8 -8 100 100", 84, 84);
  const plate = document.createElementNS(SVG, "path");
  plate.setAttribute("d", outline(side.seat ?? 0));
  plate.setAttribute("transform", "translate(42 48) scale(4.6) translate(-10 -10)");
  svg.prepend(plate);
  node.style.color = cast.colour(side.seat);
  node.append(svg, element(side.total > other.total ? "total ahead" : "total", `${side.total}`));
  return node;
}
