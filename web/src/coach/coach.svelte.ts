// The coach of a lesson: which step the game is at, and what to point at. It knows no game, only "say this, point
// there, wait for that".
import { lesson } from "../api";
import { remember } from "../memory";
import type { Table } from "../table/table.svelte";
import type { Action, Lesson } from "../wire.generated";
import { current } from "./steps";

export class Coach {
  lesson = $state.raw<Lesson | null>(null);
  /** How many steps have been read: those that wait for nothing else. */
  read = $state(0);
  gone = $state(false);

  /** How many decisions of the lesson have been taken; null: the game has gone another way. */
  readonly at = $derived.by(() => this.table.connection.lesson);
  readonly astray = $derived(this.at === null);
  readonly index = $derived(
    this.lesson && typeof this.at === "number" ? current(this.lesson, this.at, this.read) : -1,
  );
  readonly step = $derived(this.lesson?.steps[this.index] ?? null);
  readonly last = $derived(this.index + 1 === this.lesson?.steps.length);
  /** What is to be done next in this step, if it is the learner's turn. */
  readonly expected: Action | null = $derived.by(() => {
    const fits = this.step?.do[(this.at ?? 0) - this.step.at] ?? [];
    const actions = this.table.free ? (this.table.scene?.actions ?? []) : [];
    return actions.find((action) => fits.includes(action.id)) ?? null;
  });
  readonly reading = $derived(this.step !== null && this.step.do.length === 0);
  readonly shown = $derived.by(() => !this.gone && !this.table.over && (this.step !== null || this.astray));

  constructor(readonly table: Table) {
    void lesson(table.match.id).then((found) => (this.lesson = found));
  }

  /** The elements to point at, the most important first. */
  pointed(): Element[] {
    if (this.step && this.step.point.length > 0) return this.step.point.flatMap(place);
    if (!this.expected) return [];
    const button = document.querySelector(`[data-action="${this.expected.id}"]`);
    return button ? [button] : this.expected.targets.flatMap(place);
  }

  /** The button of the card: do it, or read on. */
  go(): void {
    if (this.astray) this.leave();
    else if (this.expected) this.table.act(this.expected);
    else if (this.reading && this.last) this.leave("done");
    else if (this.reading) this.read = this.index + 1;
  }

  leave(how: "left" | "done" = "left"): void {
    this.gone = true;
    remember(`lesson.${this.table.match.game}`, how);
  }
}

const place = (id: string) => [...document.querySelectorAll(`[data-place="${CSS.escape(id)}"]`)].slice(0, 1);
