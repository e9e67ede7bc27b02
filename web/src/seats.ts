// How seats look: the shape depends on the seat, the colour on the viewer. Your own pieces are always paper,
// the first other seat's coral, and so on. On a shared screen and for spectators, colours follow the seats'
// order.
import { say } from "./words";

/** In the order of OUTLINES. */
const shapes = () => [
  say("square"),
  say("disc"),
  say("diamond"),
  say("triangle"),
  say("hexagon"),
  say("star"),
];
export const COLOURS = 6;

/** Outlines on a 20 by 20 field. */
export const OUTLINES: readonly string[] = [
  "M4 1h12a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3H4a3 3 0 0 1-3-3V4a3 3 0 0 1 3-3z",
  "M10 1a9 9 0 1 1 0 18a9 9 0 1 1 0-18z",
  "M10 0.5L19.5 10L10 19.5L0.5 10z",
  "M10 1.5L19.5 18H0.5z",
  "M10 0.5L18.3 5.2V14.8L10 19.5L1.7 14.8V5.2z",
  "M10 0.5L12.9 7.1L20 7.8L14.6 12.5L16.2 19.5L10 15.8L3.8 19.5L5.4 12.5L0 7.8L7.1 7.1z",
];

export function shapeName(seat: number): string {
  return shapes()[seat % OUTLINES.length]!;
}

/** Is this the symbol of one seat, "mine-disc", which shows its shape? */
export const hasShape = (symbol: string) => /-(square|disc|diamond|triangle|hexagon|star)$/.test(symbol);

export function outline(seat: number): string {
  return OUTLINES[seat % OUTLINES.length]!;
}

/** The index of a seat's colour for this viewer (null: a shared screen or a spectator). */
export function colourIndex(seat: number, viewer: number | null): number {
  if (viewer === null) return seat % COLOURS;
  if (seat === viewer) return 0;
  return (seat < viewer ? seat + 1 : seat) % COLOURS;
}
