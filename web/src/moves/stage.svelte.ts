// Shows what leads from one scene to the next, one thing after another, at the chosen pace, until somebody skips it.
import { tick } from "svelte";
import { draw, found } from "../cues";
import type { Cast } from "../moments/play";
import { play } from "../sound";
import type { Cue, Scene, Told } from "../wire.generated";
import { PACES, rememberPace, still, usualPace, type Pace } from "./pace";
import { sleep } from "./sleep";
import { steps, type Step } from "./steps";

/** Milliseconds at the normal pace: for a piece to glide to the next place; to read a line on which nothing moves. */
const GLIDE = 280;
const READ = 160;
/** However much has happened, it is shown in so many milliseconds at the normal pace. */
const LONGEST = 5000;
/** Of what one has done oneself, so many cues are shown. */
const MOST = 10;
/** Milliseconds until what a moment shows has happened, on average. */
const MOMENT = 500;
/** Of several moments, so many stills are shown, where motion is not wanted. */
const STILLS = 3;

/** Loaded when the first one is played: the table does not wait for it. */
const moments = () => import("../moments/play");

export class Stage {
  pace = $state<Pace>(usualPace());
  /** Until one's next decision everything is shown at the fast pace. */
  forward = $state(false);
  showing = $state(false);
  #moments = $state(0);
  /** Is there anything to skip? Moments go on when the next decision can be made already. */
  readonly busy = $derived(this.showing || this.#moments > 0);
  /** How long the present glide takes. */
  glide = $state(GLIDE);
  #skipped = new AbortController();

  constructor(private readonly cast: Cast) {}

  readonly speed = $derived(this.forward ? Math.min(PACES.fast, PACES[this.pace]) : PACES[this.pace]);

  setPace(pace: Pace): void {
    this.pace = pace;
    rememberPace(pace);
  }

  /** Show the way to a scene; `turn` is called with each picture on it and with how many lines are told by then.
   * Returns the cues that are still to be shown: all of them at no pace; null if somebody skips. */
  async lead(
    before: Scene,
    after: Scene,
    lines: readonly Told[],
    turn: (scene: Scene, told: number) => void,
    hasty: boolean,
  ): Promise<Cue[] | null> {
    if (this.speed === 0 || still()) return lines.flatMap((line) => line.cues);
    const skipped = this.#skipped.signal;
    const way = steps(before, after, lines);
    const speed = this.speed * Math.min(1, LONGEST / long(way)) * (hasty ? 0.5 : 1);
    const later: Cue[] = [];
    this.showing = true;
    this.glide = GLIDE * speed;
    for (let at = 0, scene = before; at < way.length && !skipped.aborted; scene = way[at++]!.scene) {
      const step = way[at]!;
      turn(step.scene, step.told);
      if (step.cue && !found(step.cue)) later.push(step.cue);
      else if (step.cue) await this.#draw(step.cue, speed, skipped);
      else await sleep((step.scene === scene ? READ : GLIDE) * speed, skipped);
    }
    this.showing = false;
    return skipped.aborted ? null : later;
  }

  /** Show cues over a scene that is on the page already: what one has done oneself, what is new there. */
  async follow(cues: readonly Cue[]): Promise<void> {
    await tick();
    const skipped = this.#skipped.signal;
    if (this.speed === 0 || still()) {
      new Set(cues.map((cue) => cue.kind)).forEach(play);
      if (this.speed > 0 && !document.hidden) await this.#pose(cues, skipped);
    } else for (const cue of cues.slice(-MOST)) await this.#draw(cue, this.speed, skipped);
  }

  /** Resolves when what a cue shows has happened. */
  async #draw(cue: Cue, speed: number, skipped: AbortSignal): Promise<void> {
    if (skipped.aborted) return;
    play(cue.kind);
    const moment = cue.moment ? (await moments()).perform(cue, this.cast, speed, skipped) : null;
    if (moment) void this.#count(moment.over);
    await (moment ? moment.hit : draw(cue, this.cast.colour(cue.seat), speed, skipped));
  }

  /** The last moment at each place, as a still. */
  async #pose(cues: readonly Cue[], skipped: AbortSignal): Promise<void> {
    const last = new Map(cues.filter((cue) => cue.moment).map((cue) => [cue.at, cue]));
    if (last.size === 0) return;
    const { pose } = await moments();
    for (const cue of [...last.values()].slice(-STILLS)) void this.#count(pose(cue, this.cast, skipped));
  }

  async #count(over: Promise<void>): Promise<void> {
    this.#moments++;
    await over;
    this.#moments--;
  }

  /** Let the eye rest on a new scene before the next one comes. */
  async rest(): Promise<void> {
    if (this.speed > 0 && !still()) await sleep(GLIDE * this.speed, this.#skipped.signal);
  }

  skip(): void {
    this.#skipped.abort();
    this.#skipped = new AbortController();
    this.showing = false;
    this.glide = GLIDE * PACES.fast;
  }
}

/** Milliseconds that a way takes at the normal pace. */
const long = (way: readonly Step[]) => way.reduce((sum, { cue }) => sum + (cue?.moment ? MOMENT : GLIDE), 1);
