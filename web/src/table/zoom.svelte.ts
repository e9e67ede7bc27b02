// A board whose cells are smaller than a fingertip is enlarged by two fingers, by a double tap, or by a button, and then
// moved by one finger. The page itself stays as it is.
import type { Point } from "../layout";

const MOST = 4;
/** What a double tap and the button enlarge to. */
const USUAL = 2.2;
/** Two taps within so many milliseconds and pixels are one double tap. */
const TWICE = 300;
const NEAR = 40;
/** A finger that moves further does not tap. */
const SHAKE = 10;

export class Zoom {
  scale = $state(1);
  x = $state(0);
  y = $state(0);
  readonly on = $derived(this.scale > 1);
  /** While fingers move it, it must not lag behind them. */
  held = $state(false);
  #fingers = new Map<number, Point>();
  /** Where and when the last finger came down alone. */
  #press: Tap | null = null;
  #tap: (Tap & { timer: number }) | null = null;
  /** When a double tap was made: what the browser makes of its taps is not meant. */
  #twice = -Infinity;
  #frame: HTMLElement | null = null;

  /** Enlarge around a place of the frame, or show all of it again. */
  toggle(around?: Point): void {
    const box = this.#frame?.getBoundingClientRect();
    if (!box) return;
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    this.#enlarge(this.on ? 1 : USUAL, around ?? middle);
  }

  /** Keep the place under `at` where it is. */
  #enlarge(scale: number, at: Point, moved: Point = { x: 0, y: 0 }): void {
    const box = this.#frame!.getBoundingClientRect();
    const next = Math.min(MOST, Math.max(1, scale));
    const part = next / this.scale;
    const [x, y] = [at.x - box.x, at.y - box.y];
    this.#move(next, x - (x - this.x) * part + moved.x, y - (y - this.y) * part + moved.y);
  }

  /** No edge of the board comes inside the frame. */
  #move(scale: number, x: number, y: number): void {
    const { width, height } = this.#frame!.getBoundingClientRect();
    this.scale = scale;
    this.x = Math.min(0, Math.max(width * (1 - scale), x));
    this.y = Math.min(0, Math.max(height * (1 - scale), y));
  }

  #down = (event: PointerEvent): void => {
    if (event.pointerType === "mouse") return;
    const at = { x: event.clientX, y: event.clientY };
    this.#press = this.#fingers.size === 0 ? { at, time: event.timeStamp } : null;
    this.#fingers.set(event.pointerId, at);
  };

  #drag = (event: PointerEvent): void => {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const [other] = [...this.#fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    this.#fingers.set(event.pointerId, now);
    if (!other && !this.on) return;
    this.held = true;
    if (other) {
      const apart = (at: Point) => Math.max(1, Math.hypot(at.x - other.x, at.y - other.y));
      const middle = (at: Point) => ({ x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
      const [from, to] = [middle(before), middle(now)];
      const moved = { x: to.x - from.x, y: to.y - from.y };
      this.#enlarge((this.scale * apart(now)) / apart(before), from, moved);
    } else {
      this.#move(this.scale, this.x + now.x - before.x, this.y + now.y - before.y);
    }
  };

  #up = (event: PointerEvent): void => {
    this.#fingers.delete(event.pointerId);
    this.held = this.#fingers.size > 0 && this.held;
    const at = { x: event.clientX, y: event.clientY };
    const short =
      this.#press && event.timeStamp - this.#press.time < TWICE && near(this.#press.at, at, SHAKE);
    if (short && event.type === "pointerup")
      this.#tapped({ at, time: event.timeStamp }, event.target as Element);
  };

  #tapped(now: Tap, target: Element): void {
    const first = this.#tap;
    this.#tap = null;
    clearTimeout(first?.timer);
    if (first && now.time - first.time < TWICE && near(first.at, now.at, NEAR)) {
      this.#twice = now.time;
      this.toggle(now.at);
    } else if (!lit(target)) this.#tap = { ...now, timer: 0 };
  }

  /** Two fingers are ours: without this the browser would scroll by them. */
  #touch = (event: TouchEvent): void => {
    if (event.touches.length > 1 && event.cancelable) event.preventDefault();
  };

  /** A tap on what is lit is taken at once. Any other waits for a second one, then says what is there. */
  #click = (event: MouseEvent): void => {
    const target = event.target as Element;
    if ((event as PointerEvent).pointerType !== "touch") return;
    if (event.timeStamp - this.#twice < TWICE) event.stopPropagation();
    else if (this.#tap && !lit(target)) {
      event.stopPropagation();
      const again = new MouseEvent("click", {
        bubbles: true,
        clientX: event.clientX,
        clientY: event.clientY,
      });
      this.#tap.timer = window.setTimeout(() => target.dispatchEvent(again), TWICE);
    }
  };

  /** Listen to the fingers on a frame that shows part of what is in it. */
  attach = (frame: HTMLElement): (() => void) => {
    this.#frame = frame;
    const stop = new AbortController();
    const { signal } = stop;
    frame.addEventListener("pointerdown", this.#down, { signal });
    frame.addEventListener("pointermove", this.#drag, { signal });
    frame.addEventListener("pointerup", this.#up, { signal });
    frame.addEventListener("pointercancel", this.#up, { signal });
    frame.addEventListener("touchstart", this.#touch, { signal, passive: false });
    frame.addEventListener("touchmove", this.#touch, { signal, passive: false });
    frame.addEventListener("click", this.#click, { signal, capture: true });
    return () => {
      stop.abort();
      clearTimeout(this.#tap?.timer);
      this.#move(1, 0, 0);
    };
  };
}

type Tap = { at: Point; time: number };

const near = (one: Point, other: Point, by: number) => Math.hypot(one.x - other.x, one.y - other.y) < by;
const lit = (target: Element) => target.closest("[data-lit], .lit") !== null;
