// Everything a lesson needs at a table; loaded only for lessons.
export { default as Card } from "./Card.svelte";
export { default as Contents } from "./Contents.svelte";
export { Coach } from "./coach.svelte";
