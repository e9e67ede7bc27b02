// The state of one table page: the match, the viewer, what lights up, what is being asked. Where several seats
// share a device, only one seat's connection is open at a time: handing the device over closes it and draws the
// curtain, and behind the curtain nobody's secrets are in the page.
import { createContext } from "svelte";
import { clauseOf } from "../about/explain";
import { glossary, match as matchInfo } from "../api";
import { Muted } from "../away/muted.svelte";
import { Connection, type Audience, type Line } from "../connection.svelte";
import { remember, remembered } from "../memory";
import { keepSeen, seen } from "../moves/seen";
import { Stage } from "../moves/stage.svelte";
import { NO_TRACE, trace } from "../moves/steps";
import { withoutAid } from "../scene";
import { colourIndex } from "../seats";
import { play } from "../sound";
import { byTarget, clickable } from "../targets";
import type { Action, Cue, Glossary, MatchInfo, Scene } from "../wire.generated";
import { say } from "../words";
import type { Look } from "./look";

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
  /** What things are; null until it is loaded. */
  glossary = $state.raw<Glossary | null>(null);
  /** The clause at which the rules are open, "" if at the beginning; null: they are closed. */
  rules = $state<string | null>(null);
  /** What others did while nobody looked. */
  missed = $state.raw<Line[]>([]);
  /** What others moved last. */
  trace = $state.raw(NO_TRACE);
  readonly stage: Stage;

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
  /** Does nobody else play but bots? */
  readonly amongBots = $derived(
    this.connection.people.every((one) => one.kind === "bot" || this.mine.includes(one.seat)),
  );
  /** Hints are allowed where they spoil nobody else's game. */
  readonly mayHint = $derived(this.yourTurn && this.amongBots);
  /** Bots' turns can be shown faster until one is asked again. */
  readonly mayForward = $derived(
    this.scene !== null && this.seat !== null && !this.over && !this.yourTurn && this.amongBots,
  );
  /** A coach says what to do, one action at a time. */
  coached = $state(false);
  /** What a click can do: routes stand for the actions they begin with, where these light up the same. */
  readonly clicks = $derived(
    clickable(this.scene?.actions ?? [], this.coached ? [] : (this.scene?.routes ?? [])),
  );
  readonly targets = $derived(byTarget(this.clicks));
  /** The clause about the present question. */
  readonly clause = $derived(
    this.glossary && this.scene && this.yourTurn
      ? clauseOf(this.glossary, this.scene.actions, this.scene.decline)
      : "",
  );
  /** The local seat whose turn it is, when it is not the one shown. */
  readonly next = $derived.by(() => {
    const actor = this.scene?.actor ?? null;
    return actor !== null && actor !== this.seat && this.mine.includes(actor) ? actor : null;
  });

  /** Whose turn it is, in words; never that of somebody who has not come. */
  readonly turn = $derived.by(() => {
    const actor = this.scene?.actor ?? null;
    if (actor === null) return "";
    if (this.yourTurn) return say("Your turn");
    if (actor === this.seat) return say("Passing for you");
    const person = this.connection.people.find((one) => one.seat === actor);
    if (person?.kind === "open") return person.stand_in ? say("A bot’s turn") : say("Waiting for a player");
    return say("{who}’s turn", { who: this.name(actor) });
  });

  constructor(
    readonly match: MatchInfo,
    public look: Look,
    /** Shows what it is given; without one, the table opens its own. */
    still?: Connection,
  ) {
    this.muted = new Muted(match.id);
    this.stage = new Stage(this);
    this.mine = match.seats.filter((seat) => seat.yours).map((seat) => seat.seat);
    if (still) {
      this.connection = still;
      return;
    }
    this.curtain = this.shared && !match.over;
    document.addEventListener("visibilitychange", this.#seen);
    glossary(match.game).then(
      (found) => (this.glossary = found),
      () => undefined, // then things are called by their labels alone
    );
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
    document.removeEventListener("visibilitychange", this.#seen);
    this.connection.close();
  }

  /** Show at once what others have done. */
  skip(): void {
    this.stage.skip();
    this.connection.catchUp();
  }

  forward(on: boolean): void {
    this.stage.forward = on;
    this.connection.hurry(this.#hasty);
  }

  setPace(pace: Stage["pace"]): void {
    this.stage.setPace(pace);
    this.connection.hurry(this.#hasty);
  }

  get #hasty(): boolean {
    return this.stage.speed < 1;
  }

  name(seat: number): string {
    const person = this.connection.people.find((one) => one.seat === seat) ?? this.match.seats[seat];
    return person?.name ?? say("Seat {n}", { n: seat + 1 });
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
    this.missed = [];
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
    this.connection = new Connection(this.match.id, first, first, this.#audience(), () =>
      this.#connect(null),
    );
  }

  #connect(seat: number | null): void {
    const old: Connection | undefined = this.connection;
    old?.close();
    this.choice = null;
    this.news = [];
    this.missed = [];
    this.trace = NO_TRACE;
    this.connection = new Connection(this.match.id, seat, this.mine[0] ?? null, this.#audience());
  }

  #audience(): Audience {
    let later: Cue[] | null = null;
    let turned = false;
    return {
      lead: async (...way) => void (later = await this.stage.lead(...way)),
      rest: () => this.stage.rest(),
      skip: () => this.stage.skip(),
      shown: (before, lines, greeting, passed) => {
        this.news = lines;
        if (!passed) void this.stage.follow(later ?? lines.flatMap((line) => line.cues));
        later = null;
        const others = lines.filter((line) => line.seat !== this.seat);
        if (before && others.length > 0) this.trace = trace(before, this.connection.scene!, lines);
        if (greeting) this.#lookAgain();
        else this.#look();
        if (greeting && this.#hasty) this.connection.hurry(true);
        if (this.yourTurn && !turned) play("yours");
        if (this.yourTurn && this.stage.forward) this.forward(false);
        turned = this.yourTurn;
      },
    };
  }

  #seen = (): void => {
    if (!document.hidden) this.#lookAgain();
  };

  /** Somebody is back, or here for the first time. */
  #lookAgain(): void {
    const known = this.curtain ? null : seen(this.match.id, this.seat);
    const since = known === null ? [] : this.connection.log.slice(known);
    this.missed = since.filter((line) => line.seat !== this.seat);
    this.#look();
  }

  #look(): void {
    if (!document.hidden && !this.curtain) keepSeen(this.match.id, this.seat, this.connection.log.length);
  }
}

/** What boards, zones and cards ask for: a table has it, and so has a puzzle. */
export type Surface = Pick<
  Table,
  | "scene"
  | "yourTurn"
  | "targets"
  | "struck"
  | "about"
  | "foreseen"
  | "trace"
  | "look"
  | "isHot"
  | "colour"
  | "tint"
  | "pointing"
  | "watching"
  | "foresee"
  | "choose"
> & { match: Pick<MatchInfo, "game"> };

const [useTable, setTable] = createContext<Table>();
export const [useSurface, provideSurface] = createContext<Surface>();
export { useTable };

export function provideTable(table: Table): void {
  setTable(table);
  provideSurface(table);
}
