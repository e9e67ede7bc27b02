// Is the service still there? A socket does not notice that a network is gone, so the page asks: seldom while
// nothing happens, soon when the person does something, never while nobody can see the page.

/** Milliseconds between two questions while nobody touches anything. */
const SELDOM = 10_000;
/** The same while somebody does. */
const OFTEN = 1_000;
/** After so long without an answer the page says so. */
const PATIENCE = 1_500;
/** After so long it connects again. */
const ENOUGH = 8_000;
const TOUCHES = ["pointerdown", "pointermove", "keydown", "focus"] as const;

export class Heartbeat {
  /** The browser knows that there is no network. */
  offline = $state(!navigator.onLine);
  /** An answer is overdue. */
  slow = $state(false);
  readonly fine = $derived(!this.offline && !this.slow);

  #asked = 0;
  #overdue = 0;
  #dead = 0;
  readonly #timer = window.setInterval(() => this.ask(SELDOM), SELDOM);

  constructor(
    /** Sends the question; false: there is no connection to ask. */
    private readonly send: () => boolean,
    private readonly reconnect: () => void,
  ) {
    for (const touch of TOUCHES) window.addEventListener(touch, this.#touched, { passive: true });
    document.addEventListener("visibilitychange", this.#touched);
    window.addEventListener("offline", this.#network);
    window.addEventListener("online", this.#network);
  }

  /** Ask, unless that was done a moment ago. */
  ask(pause = 0): void {
    if (document.hidden || Date.now() - this.#asked < pause || !this.send()) return;
    this.#asked = Date.now();
    this.expect();
  }

  /** Something was sent that must be answered. */
  expect(): void {
    if (this.#overdue) return;
    this.#overdue = window.setTimeout(() => (this.slow = true), PATIENCE);
    this.#dead = window.setTimeout(() => {
      this.#overdue = 0;
      this.expect();
      this.reconnect();
    }, ENOUGH);
  }

  /** Whatever was heard, the service is there. */
  heard(): void {
    clearTimeout(this.#overdue);
    clearTimeout(this.#dead);
    this.#overdue = 0;
    this.slow = false;
  }

  stop(): void {
    this.heard();
    clearInterval(this.#timer);
    for (const touch of TOUCHES) window.removeEventListener(touch, this.#touched);
    document.removeEventListener("visibilitychange", this.#touched);
    window.removeEventListener("offline", this.#network);
    window.removeEventListener("online", this.#network);
  }

  #touched = (): void => this.ask(OFTEN);

  #network = (): void => {
    this.offline = !navigator.onLine;
    if (!this.offline) this.reconnect();
  };
}
