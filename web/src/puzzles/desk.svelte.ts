// A puzzle laid out on the table's own boards and zones: clicking a place marks it, clicking again unmarks it.
import type { Look } from "../table/look";
import type { Surface, Table } from "../table/table.svelte";
import { NO_TRACE } from "../moves/steps";
import { byTarget } from "../targets";
import { colourIndex } from "../seats";
import type { Action, Cell, Mark, Piece, Puzzle, Scene } from "../wire.generated";
import { say } from "../words";

const plain = { symbol: "", text: "", seat: null, filled: false, fade: 0 };

export class Desk implements Surface {
  /** The places marked, in the order in which they were. */
  marked = $state.raw<readonly string[]>([]);
  /** Places of the answer, once it may be shown. */
  answer = $state.raw<readonly string[]>([]);
  about = $state("");
  foreseen = $state.raw<Table["foreseen"]>(null);
  readonly struck: Table["struck"];
  readonly trace = NO_TRACE;
  readonly scene: Scene = $derived.by(() => this.#drawn());
  readonly yourTurn = $derived(this.answer.length === 0);
  readonly targets;
  readonly match: { game: string };

  constructor(
    readonly puzzle: Puzzle,
    readonly look: Look,
  ) {
    this.match = { game: puzzle.game };
    this.targets = byTarget(puzzle.scene.actions);
    this.struck = new Map();
  }

  /** Are as many places marked as the puzzle wants? */
  get full(): boolean {
    const { count } = this.puzzle;
    return count === null ? this.marked.length > 0 : this.marked.length === count;
  }

  tint = (seat: number): number => colourIndex(seat, this.puzzle.scene.viewer);

  colour = (seat: number | null): string =>
    seat === null ? "var(--muted)" : `var(--seat-${this.tint(seat)})`;

  isHot = (place: string): boolean => this.marked.includes(place);

  foresee = (): void => undefined;

  pointing = () => ({ onpointerenter: () => undefined, onpointerleave: () => undefined });

  watching = () => ({ ...this.pointing(), onblur: () => undefined });

  choose(actions: readonly Action[]): void {
    const place = actions[0]?.targets[0];
    if (place === undefined || !this.yourTurn) return;
    this.marked = this.marked.includes(place)
      ? this.marked.filter((one) => one !== place)
      : [...this.marked, place];
  }

  clear(): void {
    this.marked = [];
  }

  #drawn(): Scene {
    const scene = this.puzzle.scene;
    const shown = this.answer.length > 0 ? this.answer : this.marked;
    const word = this.answer.length > 0 ? say("the answer") : say("marked");
    const cell = (one: Cell): Cell =>
      shown.includes(one.id) ? { ...one, marks: [...one.marks, ...this.#marks(one.id, shown, word)] } : one;
    const piece = (one: Piece): Piece => (shown.includes(one.id) ? { ...one, badges: [word] } : one);
    return {
      ...scene,
      boards: scene.boards.map((board) => ({ ...board, cells: board.cells.map(cell) })),
      pieces: scene.pieces.map(piece),
    };
  }

  #marks(place: string, shown: readonly string[], word: string): Mark[] {
    const hatch: Mark = {
      ...plain,
      kind: "hatch",
      label: word,
      seat: this.puzzle.scene.viewer,
      filled: true,
    };
    if (!this.puzzle.ordered) return [hatch];
    const number = `${shown.indexOf(place) + 1}`;
    return [hatch, { ...plain, kind: "text", label: say("number {n}", { n: number }), text: number }];
  }
}
