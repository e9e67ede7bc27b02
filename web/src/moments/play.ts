// Plays a moment over the table: a shot, an explosion, a fight. Nothing waits for it, nothing under it is covered for
// clicks, and it can be skipped. Whoever wants less motion sees a still of it.
import "./moments.css";
import { spots, type Spots } from "../cues";
import { sleep } from "../moves/sleep";
import { outline } from "../seats";
import { symbolId } from "../symbols";
import { faceId, momentId, type Look } from "../table/look";
import type { Cue, Side } from "../wire.generated";
import { choreographyOf, parse, way, wordFrames, type Choreography, type Part } from "./choreography";

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
/** The page may be turned, resized or scrolled under it: so often, in milliseconds, it is looked where its places are. To
 * measure in every frame would be the only work of the main thread. */
const FOLLOW = 150;
const SVG = "http://www.w3.org/2000/svg";

/** Play a moment; `speed` stretches its time. Null: its place is not on the page, or no client knows it. */
export function perform(cue: Cue, cast: Cast, speed: number, skipped: AbortSignal): Performance | null {
  const moment = shown(cue, cast);
  if (!moment) return null;
  const { room, animations, choreography, follow } = moment;
  const time = choreography.time * speed;
  for (const animation of animations) animation.effect!.updateTiming({ duration: time });
  const following = setInterval(follow, FOLLOW);
  const over = sleep(time, skipped).then(() => {
    clearInterval(following);
    room.remove();
  });
  return { hit: sleep(time * choreography.hit, skipped), over };
}

/** Show a moment as it is when the blow falls, for a second. */
export async function pose(cue: Cue, cast: Cast, skipped: AbortSignal): Promise<void> {
  const moment = shown(cue, cast);
  if (!moment) return;
  freeze(moment.animations, moment.choreography);
  await sleep(STILL, skipped);
  moment.room.remove();
}

function freeze(animations: readonly Animation[], { time, hit }: Choreography): void {
  for (const animation of animations) {
    animation.pause();
    animation.currentTime = time * hit;
  }
}

type Shown = { room: HTMLElement; animations: Animation[]; choreography: Choreography; follow: () => void };

/** Put a moment into the page, with its animations running. */
function shown(cue: Cue, cast: Cast): Shown | null {
  const choreography = choreographyOf(cue.moment);
  const places = spots(cue);
  if (!choreography || !places) return null;
  const size = Math.max(SMALLEST, Math.min(LARGEST, places.to.size));
  const timing = { duration: choreography.time, fill: "both" } as const;
  const node = element(["moment", "as-by-night"]);
  node.setAttribute("aria-hidden", "true");
  node.dataset.moment = cue.moment;
  node.style.color = cast.colour(cue.seat);
  if (cue.kind === "turn" && cue.to === "ccw") node.classList.add("mirrored");
  const animations = [...layers(choreography, cue, cast, size)].map(([part, frames]) => {
    node.append(part);
    return part.animate(frames, timing);
  });

  const reach = size * reachOf(choreography);
  const route = ({ from, to }: Spots) => way(choreography.travel, inside(from, reach), inside(to, reach));
  let frames = route(places);
  node.style.transform = `${frames.at(-1)!.transform}`;
  const journey = frames.length > 1 ? node.animate(frames, timing) : null;
  if (journey) animations.push(journey);
  const room = element(["moment-room", cast.look.theme]);
  room.append(node);
  document.body.append(room); // inside the table, everything there would be laid out again
  const follow = () => {
    const now = spots(cue);
    if (!now || JSON.stringify(route(now)) === JSON.stringify(frames)) return;
    frames = route(now);
    node.style.transform = `${frames.at(-1)!.transform}`;
    (journey?.effect as KeyframeEffect | undefined)?.setKeyframes(frames);
  };
  return { room, animations, choreography, follow };
}

/** What a moment is made of, and how each part moves. */
function* layers(
  choreography: Choreography,
  cue: Cue,
  cast: Cast,
  size: number,
): Iterable<[HTMLElement, Keyframe[]]> {
  for (const layer of choreography.layers) {
    const node = drawn(layer.part, cue, cast);
    if (!node) continue;
    const wide = size * layer.size;
    Object.assign(node.style, { width: `${wide}px`, height: `${wide}px`, margin: `${-wide / 2}px` });
    yield [node, layer.frames];
  }
  if (cue.text) {
    const word = element(["moment-word"], cue.text);
    word.style.bottom = `${size * 0.55}px`;
    yield [word, wordFrames(choreography)];
  }
}

/** How far from its middle a moment reaches, in multiples of its size: two sides stand beside each other. */
const reachOf = ({ layers }: Choreography) =>
  Math.max(...layers.map(({ part, size }) => (part === "left" ? 1.35 : part === "art" ? 0.5 : 0) * size));

/** Near the edge of the page it happens a little further in. */
function inside({ x, y }: { x: number; y: number }, reach: number): { x: number; y: number } {
  const clamp = (value: number, most: number) => Math.max(reach, Math.min(most - reach, value));
  return { x: clamp(x, innerWidth), y: clamp(y, innerHeight) };
}

function element(classes: readonly string[], text = ""): HTMLElement {
  const node = document.createElement("div");
  node.className = classes.join(" ");
  node.textContent = text;
  return node;
}

function drawn(part: Part, cue: Cue, cast: Cast): HTMLElement | null {
  if (part === "left" || part === "right") return fighter(part, cue, cast);
  if (part === "sparks" || part === "bubbles" || part === "rays") return strewn(part);
  if (part !== "art") return element([`moment-${part}`]);
  const { choreography } = parse(cue.moment);
  const id = picture(cue.moment, cast);
  if (!id) return element(["moment-art", `plain-${choreography}`]);
  const high =
    choreography === "reveal" ? cast.look.faces.get(`face-${parse(cue.moment).picture}`) : undefined;
  const node = element(high ? ["moment-art", "moment-face"] : ["moment-art"]);
  if (high) node.style.setProperty("--high", `${high / 2}%`);
  node.append(high ? using(id, `0 0 200 ${high}`, 200, high) : using(id, "0 0 100 100", 100, 100));
  return node;
}

/** Paths around the middle of a field of 100 by 100, each so many times. As one drawing they are one layer; a mask
 * would be drawn anew in every frame. */
const STREWN = {
  rays: { count: 12, path: "M-2-14L0-50 2-14z" },
  sparks: { count: 8, path: "M0-49a4 4.6 0 1 1 0 9.2a4 4.6 0 1 1 0-9.2z" },
  bubbles: {
    count: 1,
    path: "M-30-6a7 7 0 1 1 .1 0zM-12-24a5 5 0 1 1 .1 0zM4 0a8 8 0 1 1 .1 0zM20-20a6 6 0 1 1 .1 0zM32 4a4 4 0 1 1 .1 0z",
  },
};

function strewn(part: keyof typeof STREWN): HTMLElement {
  const { count, path } = STREWN[part];
  const node = element([`moment-${part}`]);
  const svg = node.appendChild(document.createElementNS(SVG, "svg"));
  svg.setAttribute("viewBox", "-50 -50 100 100");
  for (let nth = 0; nth < count; nth++) {
    const one = svg.appendChild(document.createElementNS(SVG, "path"));
    one.setAttribute("d", path);
    one.setAttribute("transform", `rotate(${(360 / count) * nth})`);
  }
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
  const node = element(["moment-fighter"]);
  const known = cast.look.names.has(side.symbol);
  const svg = using(known ? symbolId(cast.match.game, side.symbol) : "", "-8 -8 100 100", 84, 84);
  const plate = document.createElementNS(SVG, "path");
  plate.setAttribute("d", outline(side.seat ?? 0));
  plate.setAttribute("transform", "translate(42 48) scale(4.6) translate(-10 -10)");
  svg.prepend(plate);
  node.style.color = cast.colour(side.seat);
  node.append(svg, element(side.total > other.total ? ["total", "ahead"] : ["total"], `${side.total}`));
  return node;
}
