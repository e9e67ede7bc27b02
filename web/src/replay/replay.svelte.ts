// The state of a replay: where it stands, through whose eyes, and what has been fetched of it. The board is the
// table's own, with a connection that shows what it is given and never sends anything.
import { analyse, Refused, replayFrames, type Source } from "../api";
import { Connection, type Audience } from "../connection.svelte";
import { kept } from "../scene";
import type { Look } from "../table/look";
import { Table } from "../table/table.svelte";
import type { Analysis, MatchInfo, Scene, Step, Turn } from "../wire.generated";
import { say } from "../words";

/** Whose eyes: a seat's number, "all", "truth" (as all, without anybody's conjectures) or "spectator". */
export type Eyes = string;

/** Frames are shown as they are asked for. */
const NOBODY: Audience = {
  lead: () => Promise.resolve(),
  shown: () => undefined,
  rest: () => Promise.resolve(),
  skip: () => undefined,
};

class Still extends Connection {
  /** Nobody may act here. */
  override idle = true;
  protected override open(): void {}
}

const PACE = 1200;
const asked = (eyes: Eyes) => (eyes === "truth" ? "all" : eyes);
export const seatOf = (eyes: Eyes): number | null => (/^\d+$/.test(eyes) ? Number(eyes) : null);

/** "#step=21&eyes=0" */
export function momentOf(hash: string): { at: number; eyes: Eyes | null } {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  return { at: Number(words.get("step") ?? 0) || 0, eyes: words.get("eyes") };
}

export class Replay {
  at = $state(0);
  eyes = $state<Eyes>("all");
  playing = $state(false);
  problem = $state("");
  table: Table = $state.raw() as Table;
  steps = $state.raw<Step[]>([]);
  analysis = $state.raw<Analysis | null>(null);
  analysing = $state(false);
  readonly last: number;
  /** Where each turn of the game begins. */
  readonly turns: number[];
  /** What the seat looked at did next, if it had a choice, and what the Admiral would have done. */
  readonly turn: Turn | undefined = $derived(this.analysis?.turns.find((turn) => turn.step === this.at));

  #scenes = new Map<string, Scene>();
  #fetching = false;
  #steps = new Map<string, Step[]>();
  #analyses = new Map<number, Analysis>();
  #clock = 0;

  constructor(
    readonly source: Source,
    readonly match: MatchInfo,
    readonly look: Look,
    steps: Step[],
    /** null: the record ends before the game does. */
    readonly winners: readonly number[] | null,
    eyes: Eyes,
    at: number,
    private readonly read: (eyes: Eyes) => Promise<Step[]>,
  ) {
    this.last = steps.length - 1;
    this.turns = steps.flatMap((step, index) =>
      index === 0 || step.turn !== steps[index - 1]!.turn ? [index] : [],
    );
    this.#steps.set(asked(eyes), steps);
    this.at = Math.min(Math.max(0, at), this.last);
    void this.see(eyes);
  }

  /** Through whose eyes this can be seen by whoever is here. */
  get choices(): Eyes[] {
    const seats = this.match.seats.filter((seat) => this.match.reveals || seat.yours);
    const own = seats.map((seat) => String(seat.seat));
    return this.match.reveals ? ["all", ...own, "truth"] : [...own, "spectator"];
  }

  /** The seat whose chances are shown: the one looked through, or one's own, or the first. */
  readonly subject = $derived.by(() => {
    const own = this.match.seats.find((seat) => seat.yours)?.seat ?? (this.match.reveals ? 0 : null);
    return seatOf(this.eyes) ?? (this.eyes === "spectator" ? null : own);
  });

  async see(eyes: Eyes): Promise<void> {
    this.eyes = eyes;
    this.analysis = (this.subject !== null && this.#analyses.get(this.subject)) || null;
    const still = new Still(this.match.id, seatOf(eyes), null, NOBODY);
    this.table?.leave();
    this.table = new Table(this.match, this.look, still);
    this.table.aid = eyes !== "truth";
    this.#show();
    const key = asked(eyes);
    if (!this.#steps.has(key)) this.#steps.set(key, await this.read(key));
    if (asked(this.eyes) === key) this.steps = this.#steps.get(key)!;
  }

  /** The next eyes in order. */
  blink(): void {
    const next = this.choices.indexOf(this.eyes) + 1;
    void this.see(this.choices[next % this.choices.length]!);
  }

  go(step: number): void {
    this.at = Math.min(Math.max(0, step), this.last);
    if (this.at === this.last) this.pause();
    this.#show();
  }

  /** To the beginning of the next turn (1), or of this or the one before (-1). */
  turnOver(way: 1 | -1): void {
    const to =
      way > 0 ? this.turns.find((start) => start > this.at) : this.turns.findLast((start) => start < this.at);
    this.go(to ?? (way > 0 ? this.last : 0));
  }

  play(): void {
    if (this.playing) return this.pause();
    if (this.at === this.last) this.go(0);
    this.playing = true;
    this.#clock = window.setInterval(() => this.go(this.at + 1), PACE);
  }

  pause(): void {
    this.playing = false;
    clearInterval(this.#clock);
  }

  async analyse(): Promise<void> {
    const seat = this.subject;
    if (seat === null) return;
    this.analysing = true;
    try {
      const found = await analyse(this.source, seat);
      this.#analyses.set(seat, found);
      if (this.subject === seat) this.analysis = found;
      this.#point();
    } catch (error) {
      this.problem =
        error instanceof Refused ? error.message : say("The game could not be analysed. Try again.");
    }
    this.analysing = false;
  }

  close(): void {
    this.pause();
    this.table.leave();
  }

  #key(step: number): string {
    return `${asked(this.eyes)} ${step}`;
  }

  /** Show the scene of this step; one that is not here yet is fetched, and so is what comes next. */
  #show(): void {
    const scene = this.#scenes.get(this.#key(this.at));
    if (scene) {
      const connection = this.table.connection;
      connection.scene = kept(connection.scene, structuredClone(scene));
      this.#point();
      const ahead = Math.min(this.at + 8, this.last);
      if (!this.#scenes.has(this.#key(ahead))) void this.#fetch(ahead);
    } else {
      void this.#fetch(this.at);
    }
  }

  /** One request at a time: when it is answered, what is wanted by then may be another step. */
  async #fetch(step: number): Promise<void> {
    if (this.#fetching) return;
    this.#fetching = true;
    const eyes = asked(this.eyes);
    try {
      const { first, scenes } = await replayFrames(this.source, eyes, Math.max(0, step - 4));
      scenes.forEach((scene, index) => this.#scenes.set(`${eyes} ${first + index}`, scene));
      this.problem = "";
      this.#fetching = false;
      this.#show();
    } catch (error) {
      this.#fetching = false;
      this.pause();
      this.problem =
        error instanceof Refused ? error.message : say("This step could not be drawn. Try again.");
    }
  }

  /** Light up what the Admiral would have chosen. */
  #point(): void {
    this.table.lookAtPlaces(this.turn?.options[0]?.targets ?? []);
  }
}
