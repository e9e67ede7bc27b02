// The time of day by the service's clock, in seconds since 1970; it ticks while something on the page reads it.
import { createSubscriber } from "svelte/reactivity";

/** How far the service's clock is ahead of this machine's, which may be wrong. */
let ahead = 0;

const ticks = createSubscriber((update) => {
  const timer = setInterval(update, 1000);
  return () => clearInterval(timer);
});

export function now(): number {
  ticks();
  return Date.now() / 1000 + ahead;
}

/** The service has just said what time it is. */
export function setClock(seconds: number): void {
  ahead = seconds - Date.now() / 1000;
}
