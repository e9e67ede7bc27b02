// Which actions light up which cell, piece or half of a card.
import { namedBeside } from "./layout";
import type { Action, Cell, Piece } from "./wire.generated";
import { say } from "./words";

export type Targets = ReadonlyMap<string, readonly Action[]>;

/** No actions; always the same object, so that what still offers nothing is not redrawn. */
export const NOTHING: readonly Action[] = [];
export const NOWHERE: Targets = new Map();

/** What clicks can do: the routes, and the actions. An action that lights up what a route beginning with it
 * lights up, too, is left to the list of all actions: one place, one click. */
export function clickable(actions: readonly Action[], routes: readonly Action[]): readonly Action[] {
  const led = new Set(routes.flatMap((route) => route.targets.map((target) => `${route.id} ${target}`)));
  const alone = actions.filter(({ id, targets }) => !targets.some((target) => led.has(`${id} ${target}`)));
  return [...routes, ...alone];
}

/** Tells actions and routes apart: several routes may begin alike. */
export function keyOf(action: Action): string {
  return [action.id, ...action.then].join();
}

/** The actions attached to each target, in the order the scene lists them. */
export function byTarget(actions: readonly Action[]): Targets {
  const found = new Map<string, Action[]>();
  for (const action of actions) {
    for (const target of action.targets) {
      const list = found.get(target);
      if (list) list.push(action);
      else found.set(target, [action]);
    }
  }
  return found;
}

/** What clicking a cell offers: its own actions and those of the pieces lying on it, each once. */
export function atCell(cell: string, pieces: readonly Piece[], targets: Targets): readonly Action[] {
  const places = [cell, ...pieces.filter((piece) => piece.at === cell).map((piece) => piece.id)];
  const found = new Set(places.flatMap((place) => targets.get(place) ?? []));
  return found.size > 0 ? [...found] : NOTHING;
}

/** What clicking a half of a card offers: the half's own actions, else those of the whole card. */
export function atHalf(card: Piece, index: number, targets: Targets): readonly Action[] {
  return targets.get(`${card.id}/${index}`) ?? targets.get(card.id) ?? NOTHING;
}

/** Parts of a spoken label as sentences; empty ones are left out. */
export function spoken(...parts: string[]): string {
  return parts
    .filter((part) => part !== "")
    .map((part) => part.replace(/\.$/, ""))
    .join(". ");
}

/** What is written on a cell, in the order in which it is drawn. */
export function printedOn(cell: Cell): string {
  const texts = (["ring", "symbol", "text"] as const).flatMap((kind) =>
    cell.marks.filter((mark) => mark.kind === kind).map((mark) => mark.text),
  );
  return [namedBeside(cell) ? "" : cell.name, ...texts].filter(Boolean).join(" ");
}

/** The label of what is clicked here, if there is one answer to what would follow. */
export function shortly(actions: readonly Action[]): string {
  const texts = new Set(
    actions.map(({ consequences }) => consequences.find((one) => one.short)?.short ?? ""),
  );
  return texts.size === 1 ? [...texts][0]! : "";
}

/** "you may: fire north; or move to B": the spoken end of a label; empty when there is nothing to do. */
export function mayDo(actions: readonly Action[]): string {
  if (actions.length === 0) return "";
  return say("you may: {what}", { what: actions.map((action) => action.label).join(say("; or ")) });
}
