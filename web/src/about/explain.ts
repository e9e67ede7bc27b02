// What a thing on the table is and does, from the scene and the game's glossary. Nothing here knows a game.
import type { Action, Cell, Glossary, Half, Kind, Mark, Piece, Scene, Zone } from "../wire.generated";
import { say } from "../words";

/** One thing worth knowing: what it is called, what it does, and the clause that says more. */
export type Entry = { name: string; text: string; clause: string; symbol: string; half: Half | null };
export type Subject = { title: string; card: boolean; entries: Entry[] };

const NOTHING: Kind = { name: "", text: "", clause: "" };

/** A kind's entry in the glossary; a variant ("mine-square") shares that of what it is a variant of. */
export function kindOf(glossary: Glossary, key: string): Kind {
  return glossary.kinds[key] ?? glossary.kinds[key.split("-")[0]!] ?? NOTHING;
}

/** What lies at a place: a cell with all that is on it, a piece, a half of a card, a zone. */
export function explain(scene: Scene, glossary: Glossary, place: string): Subject | null {
  const cell = scene.boards.flatMap((board) => board.cells).find((one) => one.id === place);
  if (cell) return aboutCell(scene, glossary, cell);
  const piece = scene.pieces.find((one) => one.id === place || place.startsWith(`${one.id}/`));
  if (piece) return aboutPiece(glossary, piece);
  const zone = scene.zones.find((one) => one.id === place);
  if (!zone) return null;
  const kind = kindOf(glossary, `zone:${zone.id.split(":")[0]}`);
  return { title: zone.label, card: false, entries: [entry(kind, kind.name, "")] };
}

/** A count beside a player's name. */
export function aboutTally(glossary: Glossary, symbol: string, label: string): Subject {
  const kind = kindOf(glossary, `symbol:${symbol}`);
  return { title: capital(label), card: false, entries: [entry(kind, kind.name, symbol)] };
}

/** How a player is doing: the counts beside the name, and what lies in places of theirs. */
export function aboutSeat(scene: Scene, glossary: Glossary, seat: number, name: string): Subject {
  const tallies = scene.players.find((one) => one.seat === seat)?.tallies ?? [];
  const counts = tallies.map(({ symbol, label, count, of }) => {
    const kind = kindOf(glossary, `symbol:${symbol}`);
    return entry(kind, say("{label}: {n} of {all}", { label: capital(label), n: count, all: of }), symbol);
  });
  const zones = scene.zones.filter((zone) => zone.seat === seat);
  const places = zones.map((zone) => ({
    ...entry(NOTHING, zone.label, ""),
    text: lyingIn(scene, zone),
  }));
  return { title: name, card: false, entries: [...counts, ...places] };
}

/** What is seen in a place, each kind once, and how much more there is. */
function lyingIn(scene: Scene, zone: Zone): string {
  const pieces = scene.pieces.filter((piece) => piece.at === zone.id);
  const labels = pieces.map((piece) => [piece.label, ...piece.badges].join(", "));
  const kinds = [...new Set(labels)].map((label) => {
    const many = labels.filter((one) => one === label).length;
    return many > 1 ? `${many} × ${label}` : label;
  });
  const more = (zone.count ?? 0) - pieces.length;
  if (more > 0)
    kinds.push(pieces.length > 0 ? say("{n} more", { n: more }) : say("{n} face down", { n: more }));
  return kinds.length > 0 ? `${capital(kinds.join("; "))}.` : say("Empty.");
}

function aboutCell(scene: Scene, glossary: Glossary, cell: Cell): Subject {
  const pieces = scene.pieces.filter((piece) => piece.at === cell.id);
  const marks = cell.marks.filter((mark) => mark.label !== "");
  const ground = kindOf(glossary, `terrain:${cell.terrain}`);
  return {
    title: capital(cell.label),
    card: false,
    entries: [
      ...pieces.flatMap((piece) => aboutPiece(glossary, piece).entries),
      ...marks.map((mark) => aboutMark(glossary, mark)),
      ...(ground.name ? [entry(ground, ground.name, "")] : []),
    ],
  };
}

function aboutMark(glossary: Glossary, mark: Mark): Entry {
  const kind = kindOf(glossary, mark.symbol ? `symbol:${mark.symbol}` : `mark:${mark.kind}`);
  return entry(kind, capital(mark.label), mark.symbol);
}

function aboutPiece(glossary: Glossary, piece: Piece): Subject {
  const card = piece.kind === "card";
  const halves = piece.halves.map((half) => aboutHalf(glossary, half));
  const kind = kindOf(glossary, card ? "back" : `symbol:${piece.symbol}`);
  const whole = halves.length > 0 ? halves : [entry(kind, capital(piece.label), piece.symbol)];
  return { title: capital(piece.label), card: halves.length > 0, entries: whole };
}

function aboutHalf(glossary: Glossary, half: Half): Entry {
  const kind = kindOf(glossary, `half:${half.name}`);
  return { ...entry(kind, half.name, half.symbol), text: half.text || kind.text, half };
}

const entry = (kind: Kind, name: string, symbol: string): Entry => ({
  name,
  symbol,
  text: kind.text,
  clause: kind.clause,
  half: null,
});

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The clause about the question that these actions answer; declining says least about it. */
export function clauseOf(glossary: Glossary, actions: readonly Action[], decline: number | null): string {
  const [first] = [...actions].sort((a, b) => Number(a.id === decline) - Number(b.id === decline));
  return (first && glossary.verbs[first.verb]) ?? "";
}
