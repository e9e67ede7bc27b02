// Night or day: as the system has it, unless somebody chooses.
import { remember, remembered } from "./memory";

export type Light = "system" | "day" | "night";
const bright = matchMedia("(prefers-color-scheme: light)");

export function light(): Light {
  const chosen = remembered("light");
  return chosen === "day" || chosen === "night" ? chosen : "system";
}

export function wantLight(wanted: Light): void {
  remember("light", wanted);
  show();
}

/** Show the page in this light, and in another when the system changes. */
export function followLight(): void {
  bright.addEventListener("change", show);
  show();
}

function show(): void {
  const root = document.documentElement;
  root.toggleAttribute("data-day", light() === "day" || (light() === "system" && bright.matches));
  const ground = getComputedStyle(root).getPropertyValue("--night");
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", ground.trim());
}
