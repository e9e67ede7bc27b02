// A drawing of the page as a PNG. As an image it is alone: whatever it refers to, the page's styles and the fonts have
// to be in it, and nothing may come from elsewhere, or the canvas could not be read.

/** Pixels for each unit of the drawing. */
const SHARP = 2;
const STILL = "*{animation:none!important;transition:none!important}";

export async function png(drawn: SVGSVGElement): Promise<Blob> {
  const { width, height } = drawn.viewBox.baseVal;
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(await alone(drawn))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width * SHARP, height * SHARP];
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error())), "image/png"),
  );
}

/** The drawing as a document that needs nothing else. */
async function alone(drawn: SVGSVGElement): Promise<string> {
  const root = drawn.cloneNode(true) as SVGSVGElement;
  const { width, height } = drawn.viewBox.baseVal;
  root.setAttribute("width", String(width));
  root.setAttribute("height", String(height));
  root.toggleAttribute("data-day", document.documentElement.hasAttribute("data-day"));
  const style = document.createElementNS(root.namespaceURI, "style");
  style.textContent = (await styles()) + STILL;
  root.prepend(style, ...referred(root));
  return new XMLSerializer().serializeToString(root);
}

/** What a drawing refers to by id, and what that refers to, from all over the page. */
function referred(root: Element): Element[] {
  const found = new Map<string, Element>();
  const look = (within: Element) => {
    for (const element of within.querySelectorAll("*")) {
      for (const { name, value } of element.attributes) {
        const id = name === "href" ? value.slice(1) : /url\(["']?#([\w-]+)/.exec(value)?.[1];
        if (!id || found.has(id) || root.querySelector(`#${CSS.escape(id)}`)) continue;
        const there = document.getElementById(id);
        if (!there) continue;
        const defs = document.createElementNS(root.namespaceURI, "defs");
        defs.append(there.cloneNode(true));
        found.set(id, defs);
        look(defs);
      }
    }
  };
  look(root);
  return [...found.values()];
}

async function styles(): Promise<string> {
  const sheets = [...document.styleSheets, ...document.adoptedStyleSheets];
  const rules = sheets.flatMap((sheet) => [...sheet.cssRules]);
  const isFace = (rule: CSSRule) => rule instanceof CSSFontFaceRule;
  const faces = await Promise.all(loaded(rules.filter(isFace)).map(embedded));
  return [...faces, ...rules.filter((rule) => !isFace(rule)).map((rule) => rule.cssText)].join("\n");
}

/** The fonts that the page has needed; it lists them in the order of the rules. */
function loaded(rules: CSSRule[]): CSSRule[] {
  const faces = [...document.fonts];
  return rules.filter((_, index) => faces.length !== rules.length || faces[index]!.status === "loaded");
}

async function embedded(rule: CSSRule): Promise<string> {
  const [source, address] = /url\(["']?([^"')]+)["']?\)/.exec(rule.cssText) ?? [];
  if (!source) return "";
  try {
    const response = await fetch(new URL(address!, rule.parentStyleSheet?.href ?? document.baseURI));
    return rule.cssText.replace(source, `url("${await dataLink(await response.blob())}")`);
  } catch {
    return ""; // the system's fonts will do
  }
}

export function dataLink(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error());
    reader.readAsDataURL(blob);
  });
}
