// The state of one table page: the match, the viewer, what lights up, what is being asked. Where several seats
// share a device, only one seat's connection is open at a time: handing the device over closes it and draws the
// curtain, and behind the curtain nobody's secrets are in the page.
import { createContext } from "svelte";
import { match as matchInfo } from "../api";
import { Muted } from "../away/muted.svelte";
import { Connection, type Line } from "../connection.svelte";
import { show } from "../cues";
import { remember, remembered } from "../memory";
import { withoutAid } from "../scene";
import { colourIndex } from "../seats";
import { play } from "../sound";
import type { Sprite } from "../symbols";
import { byTarget, clickable } from "../targets";
import type { Action, MatchInfo, Scene } from "../wire.generated";

type Pointing = { onpointerenter: (event: PointerEvent) => void; onpointerleave: () => void };
export type Choice = { actions: readonly Action[]; from: Element };

const harmful = (action: Action) => action.consequences.some((one) => one.tone === "danger");
/** Is every action here harmful? Then a sign says so before anything is chosen. */
export const perilous = (actions: readonly Action[]) => actions.length > 0 && actions.every(harmful);

export class Table {
  connection: Connection = $state.raw() as Connection;
  curtain = $state(false);
  choice = $state.raw<Choice | null>(null);
  /** Targets of the action under the pointer in a list: they glow a little more. */
  hot = $state.raw<ReadonlySet<string>>(new Set());
  /** What the card under the pointer or in focus does, in a sentence. */
  about = $state("");
  /** What is under the pointer or in focus, if choosing it has consequences. */
  foreseen = $state.raw<Choice | null>(null);
  /** Where those would happen, and whether they are good or bad. */
  readonly struck = $derived(
    new Map(
      (this.foreseen?.actions ?? []).flatMap((action) =>
        action.consequences.filter((one) => one.at !== "").map((one) => [one.at, one.tone] as const),
      ),
    ),
  );
  /** The latest log lines, for screen readers. */
  news = $state.raw<Line[]>([]);

  readonly mine: number[];
  readonly muted: Muted;
  /** Are the places that are still possible drawn? */
  aid = $state(remembered("aid") !== "off");
  readonly scene: Scene | null = $derived.by(() => {
    const scene = this.connection.scene;
    return scene && !this.aid ? withoutAid(scene) : scene;
  });
  /** The game has ended without a result, since somebody never came. */
  readonly calledOff = $derived(this.connection.timing?.called_off ?? false);
  readonly over = $derived(this.scene !== null && (this.scene.actor === null || this.calledOff));
  readonly yourTurn = $derived(
    this.scene !== null &&
      !this.calledOff &&
      this.scene.actor !== null &&
      this.scene.actor === this.seat &&
      !this.connection.idle,
  );
  readonly free = $derived(this.yourTurn && this.connection.waiting === null);
  /** Hints are allowed where they spoil nobody else's game. */
  readonly mayHint = $derived(
    this.yourTurn &&
      this.connection.people.every((one) => one.kind === "bot" || this.mine.includes(one.seat)),
  );
  /** What a click can do: routes stand for the actions they begin with, where these light up the same. */
  readonly clicks = $derived(clickable(this.scene?.actions ?? [], this.scene?.routes ?? []));
  readonly targets = $derived(byTarget(this.clicks));
  /** The local seat whose turn it is, when it is not the one shown. */
  readonly next = $derived.by(() => {
    const actor = this.scene?.actor ?? null;
    return actor !== null && actor !== this.seat && this.mine.includes(actor) ? actor : null;
  });

  /** Whose turn it is, in words; never that of somebody who has not come. */
  readonly turn = $derived.by(() => {
    const actor = this.scene?.actor ?? null;
    if (actor === null) return "";
    if (this.yourTurn) return "Your turn";
    if (actor === this.seat) return "Passing for you";
    const person = this.connection.people.find((one) => one.seat === actor);
    if (person?.kind === "open") return person.stand_in ? "A bot’s turn" : "Waiting for a player";
    return `${this.name(actor)}’s turn`;
  });

  constructor(
    readonly match: MatchInfo,
    readonly sprite: Sprite,
    /** Shows what it is given; without one, the table opens its own. */
    still?: Connection,
  ) {
    this.muted = new Muted(match.id);
    this.mine = match.seats.filter((seat) => seat.yours).map((seat) => seat.seat);
    if (still) {
      this.connection = still;
      return;
    }
    this.curtain = this.shared && !match.over;
    if (this.curtain && !match.dealt) this.#contribute();
    else this.#connect(this.curtain ? null : (this.mine[0] ?? null));
  }

  get shared(): boolean {
    return this.mine.length > 1;
  }

  get seat(): number | null {
    return this.connection.seat;
  }

  /** Does a seat at this device know what everybody may not see? If that cannot be found out, it does. */
  async hides(seat: number): Promise<boolean> {
    const found = await matchInfo(this.match.id).catch(() => null);
    return found?.seats[seat]?.hides ?? true;
  }

  /** Hide this seat's scene before the device goes to somebody else. */
  handOver(): void {
    this.curtain = true;
    this.#connect(null);
  }

  sit(seat: number): void {
    this.curtain = false;
    this.#connect(seat);
  }

  leave(): void {
    this.connection.close();
  }

  name(seat: number): string {
    const person = this.connection.people.find((one) => one.seat === seat) ?? this.match.seats[seat];
    return person?.name ?? `Seat ${seat + 1}`;
  }

  /** The index of a seat's colour; on a shared screen it stays the same for everybody. */
  tint(seat: number): number {
    return colourIndex(seat, this.shared ? null : this.seat);
  }

  /** A seat's colour in CSS; a muted one for what belongs to nobody. */
  colour = (seat: number | null): string =>
    seat === null ? "var(--muted)" : `var(--seat-${this.tint(seat)})`;

  isHot(target: string): boolean {
    const [best] = this.connection.hint;
    const hinted = best && this.scene?.actions.find((one) => one.id === best.action);
    return this.hot.has(target) || Boolean(hinted?.targets.includes(target));
  }

  lookAt(actions: readonly Action[]): void {
    this.lookAtPlaces(actions.flatMap((action) => action.targets));
  }

  lookAtPlaces(places: readonly string[]): void {
    this.hot = new Set(places);
  }

  /** Show what these actions would lead to; if there is nothing to show, hide it. */
  foresee(actions: readonly Action[], from: Element): void {
    const telling = this.free && actions.some((action) => action.consequences.length > 0);
    this.foreseen = telling ? { actions, from } : null;
  }

  /** Listeners for something lit, so that its consequences are shown before it is chosen. */
  watching(actions: () => readonly Action[]): Pointing & { onblur: () => void } {
    return { ...this.pointing(actions), onblur: () => (this.foreseen = null) };
  }

  /** The same without the keyboard: whatever of a drawing listens for the focus becomes a Tab stop. */
  pointing(actions: () => readonly Action[]): Pointing {
    return {
      // a finger cannot hover: what it taps happens, and can be taken back or is confirmed first
      onpointerenter: (event) =>
        event.pointerType === "mouse" && this.foresee(actions(), event.currentTarget as Element),
      onpointerleave: () => (this.foreseen = null),
    };
  }

  /** Something lit was clicked: do it, or ask which of several. Harm that is final must be confirmed. */
  choose(actions: readonly Action[], from: Element): void {
    if (!this.free || actions.length === 0) return;
    this.foreseen = null;
    const [only] = actions;
    if (actions.length === 1 && !(only!.final && harmful(only!))) this.act(only!);
    else this.choice = { actions, from };
  }

  act(action: Action): void {
    this.choice = null;
    this.hot = new Set();
    this.about = "";
    this.foreseen = null;
    this.connection.act(action.id, action.then);
  }

  wantAid(on: boolean): void {
    this.aid = on;
    remember("aid", on ? "on" : "off");
  }

  takeBack(): void {
    if (this.choice) this.choice = null;
    else if (this.connection.undo && !this.connection.waiting) this.connection.takeBack();
  }

  /** Before the deal there is nothing to hide: one seat contributes to the seed for all at this device. */
  #contribute(): void {
    const first = this.mine[0]!;
    this.connection = new Connection(
      this.match.id,
      first,
      first,
      () => undefined,
      () => this.#connect(null),
    );
  }

  #connect(seat: number | null): void {
    const old: Connection | undefined = this.connection;
    old?.close();
    this.choice = null;
    this.news = [];
    let turned = false;
    this.connection = new Connection(this.match.id, seat, this.mine[0] ?? null, (lines) => {
      this.news = lines;
      show(
        lines.flatMap((line) => line.cues),
        this.colour,
      );
      if (this.yourTurn && !turned) play("yours");
      turned = this.yourTurn;
    });
  }
}

export const [useTable, provideTable] = createContext<Table>();
