// Movement that goes with the log, one thing at a time: rings spread, shots run, cards travel. Cues name
// places; whatever element carries that `data-place` is where they happen. Where the system asks for less
// motion there is none, only sound.
import type { Cue } from "./wire.generated";
import { play } from "./sound";

const LONGEST = 10;
const queue: { cue: Cue; colour: string }[] = [];
let running = false;

/** Queue cues to be shown. */
export function show(cues: readonly Cue[], colourOf: (seat: number | null) => string): void {
  queue.push(...cues.map((cue) => ({ cue, colour: colourOf(cue.seat) })));
  // Coming back to a long-hidden tab must not replay a whole game.
  queue.splice(0, Math.max(0, queue.length - LONGEST));
  if (!running) void run();
}

async function run(): Promise<void> {
  running = true;
  for (let next = queue.shift(); next; next = queue.shift()) {
    play(next.cue.kind);
    const still = document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!still) await draw(next.cue, next.colour);
  }
  running = false;
}

function middle(place: string): { x: number; y: number; size: number } | null {
  const element = document.querySelector(`[data-place="${CSS.escape(place)}"]`);
  if (!element) return null;
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, size: Math.min(box.width, box.height) };
}

async function draw(cue: Cue, colour: string): Promise<void> {
  const from = middle(cue.at);
  const to = cue.to && cue.kind !== "turn" ? middle(cue.to) : from;
  if (!from || !to) return;
  if (cue.kind === "run") return fly("cue-shot", from, to, 12, 24, colour, 300);
  if (cue.kind === "carry") return fly("cue-card", from, to, 44, 60, colour, 260);
  const size = Math.min(from.size, 120);
  if (cue.kind === "pulse") {
    await spread("cue-ring", from, size * 2.4, colour, 300);
  } else if (cue.kind === "turn") {
    await whirl(from, from.size * 2.6, cue.to === "ccw" ? -1 : 1);
  } else if (cue.kind === "strike") {
    await spread("cue-burst", from, size * 1.3, colour, 280);
  } else {
    await spread("cue-done", from, size * 1.2, colour, 280);
  }
}

function element(kind: string, width: number, height: number, colour: string): HTMLElement {
  const node = document.createElement("div");
  node.className = `cue ${kind}`;
  node.setAttribute("aria-hidden", "true");
  Object.assign(node.style, { width: `${width}px`, height: `${height}px`, color: colour });
  document.body.append(node);
  return node;
}

type At = { x: number; y: number };

async function spread(kind: string, at: At, size: number, colour: string, time: number): Promise<void> {
  const node = element(kind, size, size, colour);
  const place = `translate(${at.x - size / 2}px, ${at.y - size / 2}px)`;
  await node
    .animate(
      [
        { transform: `${place} scale(0.1)`, opacity: 1 },
        { transform: `${place} scale(0.8)`, opacity: 0.9, offset: 0.6 },
        { transform: `${place} scale(1)`, opacity: 0 },
      ],
      { duration: time, easing: "ease-out", fill: "both" },
    )
    .finished.catch(() => undefined);
  node.remove();
}

/** A whirlpool turns by a sixth: clockwise, or the other way if `way` is -1. */
async function whirl(at: At, size: number, way: number): Promise<void> {
  const node = element("cue-whirl", size, size, "var(--foam)");
  const place = `translate(${at.x - size / 2}px, ${at.y - size / 2}px) scaleX(${way})`;
  await node
    .animate(
      [
        { transform: `${place} rotate(0)`, opacity: 0 },
        { transform: `${place} rotate(30deg)`, opacity: 0.9, offset: 0.4 },
        { transform: `${place} rotate(120deg)`, opacity: 0 },
      ],
      { duration: 800, easing: "ease-in-out", fill: "both" },
    )
    .finished.catch(() => undefined);
  node.remove();
}

async function fly(
  kind: string,
  from: At,
  to: At,
  width: number,
  height: number,
  colour: string,
  time: number,
): Promise<void> {
  const node = element(kind, width, height, colour);
  const turn = kind === "cue-shot" ? Math.atan2(to.y - from.y, to.x - from.x) + Math.PI / 2 : 0;
  const place = (at: At) => `translate(${at.x - width / 2}px, ${at.y - height / 2}px) rotate(${turn}rad)`;
  await node
    .animate(
      [
        { transform: place(from), opacity: 1 },
        { transform: place(to), opacity: 1, offset: 0.92 },
        { transform: place(to), opacity: 0 },
      ],
      { duration: time, easing: kind === "cue-shot" ? "linear" : "ease-in-out", fill: "both" },
    )
    .finished.catch(() => undefined);
  node.remove();
}
