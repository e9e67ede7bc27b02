import { expect, it } from "vitest";
import { kept } from "./drawing";

const naming = (id: string) => (id === "sky" ? "mygame--sky" : "");

it.each([
  ["fill", "url(#sky)", "url(#mygame--sky)"],
  ["href", "#sky", "#mygame--sky"],
  ["id", "sky", "mygame--sky"],
  ["fill", "var(--fill, none)", "var(--fill, none)"],
  ["transform", "translate(1 2) rotate(30)", "translate(1 2) rotate(30)"],
  ["style", "fill:rgb(1 2 3)", "fill:rgb(1 2 3)"],
])("a drawing keeps %s=%j", (name, value, expected) => {
  expect(kept(name, value, naming)).toBe(expected);
});

it.each([
  ["onclick", "alert(1)"],
  ["onLoad", "1"],
  ["href", "https://elsewhere.example/x.svg#sky"],
  ["href", "javascript:alert(1)"],
  ["href", "data:image/svg+xml,x"],
  ["href", "#somebody-elses"],
  ["fill", "url(https://elsewhere.example/x)"],
  ["fill", "url('#sky')"],
  ["fill", "URL(//elsewhere.example)"],
  ["fill", "url(#sky) url(//elsewhere.example)"],
  ["style", "fill:u\\72l(//elsewhere.example)"],
  ["style", "mask-image:image-set('//elsewhere.example/x.png' 1x)"],
  ["style", "fill:url(//elsewhere.example"],
  ["class", "button"],
  ["xml:base", "https://elsewhere.example"],
])("a drawing loses %s=%j", (name, value) => {
  expect(kept(name, value, naming)).toBeNull();
});
