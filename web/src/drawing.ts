// What a game draws comes from its author: it may draw and do nothing else. No scripts, handlers, styles, pictures or
// links out of the game get into the page, and the ids of one file clash with nobody's. `quarterdeck check` tells
// authors what is left out here (engine/look.py keeps the same lists).

// prettier-ignore
const ELEMENTS = new Set([
  "symbol", "g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon", "title", "defs", "use",
  "linearGradient", "radialGradient", "stop", "clipPath", "pattern", "text", "tspan",
]);
// prettier-ignore
const FUNCTIONS = new Set([
  "url", "var", "rgb", "rgba", "hsl", "hsla", "color-mix", "calc",
  "translate", "rotate", "scale", "matrix", "skewX", "skewY",
]);
const SVG = "http://www.w3.org/2000/svg";
const XLINK = "http://www.w3.org/1999/xlink";

/** What an id of the file is called in the page; "" if there is none. */
export type Naming = (id: string) => string;

/** An attribute's value as it may stay, with references renamed; null: it goes. */
export function kept(name: string, value: string, naming: Naming): string | null {
  if (name === "id") return naming(value) || null;
  if (name === "href")
    return value.startsWith("#") && naming(value.slice(1)) ? `#${naming(value.slice(1))}` : null;
  if (/^on|^class$|:/i.test(name) || value.includes("\\")) return null;
  for (const [, called] of value.matchAll(/(?<![\w-])([\w-]+)\s*\(/g))
    if (!FUNCTIONS.has(called!)) return null;
  let foreign = false;
  const renamed = value.replace(/url\s*\(([^)]*)\)?/gi, (_, target: string) => {
    const own = /^#[\w-]+$/.test(target) ? naming(target.slice(1)) : "";
    foreign ||= own === "";
    return `url(#${own})`;
  });
  return foreign ? null : renamed;
}

/** `box` and `fit`: its viewBox and preserveAspectRatio. */
export type Drawing = { box: string; fit: string; parts: Element[] };

/** The children of an SVG file, fit for the page; `prefix` makes its ids the game's own. An id that the file does not
 * have is looked for under `otherwise`. */
export function drawing(text: string, prefix: string, otherwise = ""): Drawing {
  const { documentElement: root } = new DOMParser().parseFromString(text, "image/svg+xml");
  if (root.namespaceURI !== SVG || root.localName !== "svg") return { box: "", fit: "", parts: [] };
  const ids = new Set([...root.querySelectorAll("[id]")].map((one) => one.id));
  const naming: Naming = (id) => (ids.has(id) ? prefix + id : otherwise && otherwise + id);
  strip(root, naming);
  const parts = [...root.children].map((part) => document.importNode(part, true));
  const own = (name: string) => root.getAttribute(name) ?? "";
  return { box: own("viewBox"), fit: own("preserveAspectRatio"), parts };
}

function strip(element: Element, naming: Naming): void {
  for (const child of [...element.children]) {
    if (child.namespaceURI === SVG && ELEMENTS.has(child.localName)) strip(child, naming);
    else child.remove();
  }
  for (const attribute of [...element.attributes]) {
    const { namespaceURI, localName, name } = attribute;
    const linked = namespaceURI === XLINK && localName === "href";
    const value = kept(linked ? "href" : name, attribute.value, naming);
    element.removeAttributeNode(attribute);
    if (value !== null) element.setAttribute(linked ? "href" : name, value);
  }
}

/** For `{@attach put(parts)}`: these elements become the content of what it is attached to. */
export const put = (parts: readonly Element[]) => (into: Element) =>
  into.replaceChildren(...parts.map((part) => part.cloneNode(true)));
