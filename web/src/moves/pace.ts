// How fast others' moves are shown. Where the system asks for less motion, or nobody looks, they are not.
import { remember, remembered } from "../memory";

export const PACES = { off: 0, fast: 0.35, normal: 1, slow: 2 } as const;
export type Pace = keyof typeof PACES;

export function usualPace(): Pace {
  const pace = remembered("pace");
  return pace in PACES ? (pace as Pace) : "normal";
}

export function rememberPace(pace: Pace): void {
  remember("pace", pace);
}

export function still(): boolean {
  return document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
