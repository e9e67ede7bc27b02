// Movement that goes with the log: rings spread, shots run, cards travel. Cues name places; whatever element
// carries that `data-place` is where they happen, as the page is laid out at that moment.
import type { Cue } from "./wire.generated";

const host = (place: string) => document.querySelector(`[data-place="${CSS.escape(place)}"]`);

function middle(place: string): Place | null {
  const element = host(place);
  if (!element) return null;
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, size: Math.min(box.width, box.height) };
}

const ends = (cue: Cue) => (cue.to && cue.kind !== "turn" ? [cue.at, cue.to] : [cue.at, cue.at]);

/** Is what a cue shows on the page? A moment that has lost one of its places happens at the other. */
export const found = (cue: Cue) => ends(cue)[cue.moment ? "some" : "every"]((place) => host(place) !== null);

export type Spots = { from: Place; to: Place };

/** Where a moment begins and ends; null if neither place is on the page. */
export function spots(cue: Cue): Spots | null {
  const [from, to] = ends(cue).map((place) => middle(place!));
  return from || to ? { from: (from ?? to)!, to: (to ?? from)! } : null;
}

/** Draw a cue; `speed` stretches its time. Resolves when it is over, at once if it is skipped. */
export async function draw(cue: Cue, colour: string, speed: number, skipped: AbortSignal): Promise<void> {
  const drawing = measured(cue);
  if (!drawing || skipped.aborted) return;
  const node = element(drawing, colour);
  const timing = { duration: drawing.time * speed, easing: EASING[cue.kind], fill: "both" } as const;
  const movement = node.animate(drawing.frames, timing);
  const stop = () => movement.cancel();
  skipped.addEventListener("abort", stop, { once: true });
  const unfollow = follow(cue, node, movement.effect as KeyframeEffect);
  await movement.finished.catch(() => undefined);
  unfollow();
  skipped.removeEventListener("abort", stop);
  node.remove();
}

/** Lead a cue to where its places are now: the page may be turned, resized or enlarged under it. */
function follow(cue: Cue, node: HTMLElement, effect: KeyframeEffect): () => void {
  let before = JSON.stringify(measured(cue));
  let frame = requestAnimationFrame(function again() {
    frame = requestAnimationFrame(again);
    const drawing = measured(cue);
    const now = JSON.stringify(drawing);
    if (!drawing || now === before) return;
    before = now;
    size(node, drawing);
    effect.setKeyframes(drawing.frames);
  });
  return () => cancelAnimationFrame(frame);
}

/** A cue as the page is laid out now; null if its places are not there. */
function measured(cue: Cue): Drawing | null {
  const [from, to] = ends(cue).map((place) => middle(place!));
  return from && to ? drawingOf(cue, from, to) : null;
}

const EASING: Record<Cue["kind"], string> = {
  run: "linear",
  carry: "ease-in-out",
  turn: "ease-in-out",
  pulse: "ease-out",
  strike: "ease-out",
  drop: "ease-in",
  done: "ease-out",
};

type At = { x: number; y: number };
type Place = At & { size: number };
type Drawing = { kind: string; width: number; height: number; frames: Keyframe[]; time: number };

function drawingOf(cue: Cue, from: Place, to: Place): Drawing {
  const size = Math.min(from.size, 120);
  if (cue.kind === "run") return fly("cue-shot", from, to, 12, 24, 300);
  if (cue.kind === "carry") return fly("cue-card", from, to, 44, 60, 260);
  if (cue.kind === "turn") return whirl(from, from.size * 2.6, cue.to === "ccw" ? -1 : 1);
  if (cue.kind === "pulse") return spread("cue-ring", from, size * 2.4, 300);
  if (cue.kind === "drop") return fly("cue-drop", { x: from.x, y: from.y - size }, from, 26, 26, 280);
  if (cue.kind === "strike") return spread("cue-burst", from, size * 1.3, 280);
  return spread("cue-done", from, size * 1.2, 280);
}

function element(drawing: Drawing, colour: string): HTMLElement {
  const node = document.createElement("div");
  node.className = `cue ${drawing.kind}`;
  node.setAttribute("aria-hidden", "true");
  node.style.color = colour;
  size(node, drawing);
  document.body.append(node);
  return node;
}

function size(node: HTMLElement, { width, height }: Drawing): void {
  Object.assign(node.style, { width: `${width}px`, height: `${height}px` });
}

function spread(kind: string, at: At, size: number, time: number): Drawing {
  const place = `translate(${at.x - size / 2}px, ${at.y - size / 2}px)`;
  const frames = [
    { transform: `${place} scale(0.1)`, opacity: 1 },
    { transform: `${place} scale(0.8)`, opacity: 0.9, offset: 0.6 },
    { transform: `${place} scale(1)`, opacity: 0 },
  ];
  return { kind, width: size, height: size, frames, time };
}

/** A whirlpool turns by a sixth: clockwise, or the other way if `way` is -1. */
function whirl(at: At, size: number, way: number): Drawing {
  const place = `translate(${at.x - size / 2}px, ${at.y - size / 2}px) scaleX(${way})`;
  const frames = [
    { transform: `${place} rotate(0)`, opacity: 0 },
    { transform: `${place} rotate(30deg)`, opacity: 0.9, offset: 0.4 },
    { transform: `${place} rotate(120deg)`, opacity: 0 },
  ];
  return { kind: "cue-whirl", width: size, height: size, frames, time: 800 };
}

function fly(kind: string, from: At, to: At, width: number, height: number, time: number): Drawing {
  const turn = kind === "cue-shot" ? Math.atan2(to.y - from.y, to.x - from.x) + Math.PI / 2 : 0;
  const place = (at: At) => `translate(${at.x - width / 2}px, ${at.y - height / 2}px) rotate(${turn}rad)`;
  const frames = [
    { transform: place(from), opacity: 1 },
    { transform: place(to), opacity: 1, offset: 0.92 },
    { transform: place(to), opacity: 0 },
  ];
  return { kind, width, height, frames, time };
}
