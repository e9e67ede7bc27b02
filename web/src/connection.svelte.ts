// One seat's connection to the service: receives states, sends commands, survives dropped connections.
// A command is kept until it is answered. After a reconnect it is sent again under the same key, which the
// service recognises: nothing is lost and nothing happens twice.
import { socketLink } from "./api";
import { Heartbeat } from "./away/heartbeat.svelte";
import { setClock } from "./away/now.svelte";
import { heard, type Remark } from "./away/remarks";
import { answer } from "./fairness";
import { spliced } from "./lines";
import { kept } from "./scene";
import {
  fillState,
  type Chat,
  type Command,
  type Entropy,
  type Gathered,
  type Person,
  type Probe,
  type React,
  type Resume,
  type Scene,
  type Seal,
  type SentMessage,
  type SentState,
  type State,
  type Suggestion,
  type Timing,
  type Told,
} from "./wire.generated";
import { say } from "./words";

export type Line = Told & { key: number };

/** Whoever shows what has happened. */
export type Audience = {
  /** Show the way from the scene on the page to the next; `turn` draws a picture on that way. */
  lead(before: Scene, after: Scene, lines: Line[], turn: Turn, hasty: boolean): Promise<void>;
  /** A scene has replaced the last one, with these new lines; `greeting`: because the page has connected; `passed`:
   * somebody did not want to see how it came about. */
  shown(before: Scene | null, lines: Line[], greeting: boolean, passed: boolean): void;
  /** Resolves when there was time to look at it. */
  rest(): Promise<void>;
  /** Come to an end, at once. */
  skip(): void;
};
type Turn = (scene: Scene, told: number) => void;

type Arrival = { message: State; lines: Line[]; drawn: string };

type Keyed = Exclude<Command, Resume | Seal | Entropy | Probe | React | Chat>;
type Claimable = Timing["seats"][number]["claims"][number];
/** A command without its cursor and key. */
type Wish<One = Keyed> = One extends Keyed ? Omit<One, "cursor" | "key"> : never;

const WAITS = [300, 800, 1500, 3000, 6000, 10000];
/** The service restarts; another of its processes answers at once. */
const RESTARTING = 1012;
const AT_ONCE = 50;
const ASLEEP = 20_000;
/** No more states than this wait to be shown: what is older is skipped. */
const BACKLOG = 6;
/** The service closes with 4000 + an HTTP status: after these, trying again will not help. */
const FINAL = new Set([4400, 4401, 4403, 4404, 4409, 4410, 4422]);

/** Random; unlike randomUUID, also available without TLS. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

export class Connection {
  scene = $state.raw<Scene | null>(null);
  /** Who and what is still expected, before the deal. */
  gathered = $state.raw<Gathered | null>(null);
  log = $state.raw<Line[]>([]);
  people = $state.raw<Person[]>([]);
  /** How many watch without a seat here. */
  watching = $state(0);
  undo = $state(false);
  autoPass = $state(false);
  /** When the game's time is up, in seconds since 1970. */
  deadline = $state<number>();
  /** Clocks, and who is absent. */
  timing = $state.raw<Timing>();
  /** What people have said since this page was opened. */
  remarks = $state.raw<Remark[]>([]);
  /** This seat's question is about to be declined for it. */
  idle = $state(false);
  /** The two best actions in this state, once asked for. */
  hint = $state.raw<Suggestion[]>([]);
  /** Does the hint speak of scores, not of chances to win? */
  hintScored = $state(false);
  commitment = $state("");
  secret = $state("");
  /** The id of the next match, once a player has asked for one. */
  rematch = $state("");
  /** In a lesson: how many of its decisions have been taken; null: the game has gone another way. */
  lesson = $state<number | null>();
  lost = $state(false);
  readonly heartbeat = new Heartbeat(
    () => this.#probe(),
    () => this.#reopen(),
  );
  ended = $state("");
  note = $state("");
  waiting = $state.raw<Keyed | null>(null);

  #socket: WebSocket | null = null;
  #cursor = 0;
  /** The last scene as it was sent: if a new connection shows the same, its cursor replaces the old one. */
  #drawn = "";
  #failures = 0;
  #greeted = false;
  /** Was the waiting command sent on this socket? */
  #delivered = false;
  #closed = false;
  #timer = 0;
  #hiddenAt = 0;
  #keys = 0;
  /** States that wait until those before them have been shown. */
  #arrivals: Arrival[] = [];
  #showing = false;
  /** The last whole scene; while something is being shown, pieces are on their way to the next. */
  #settled: Scene | null = null;

  constructor(
    readonly match: string,
    readonly seat: number | null,
    /** The seat that contributes to the seed, if the person here plays at all. */
    private readonly contributor: number | null,
    private readonly audience: Audience,
    /** Only contributes: called when the match is dealt, and nothing of it is kept. */
    private readonly onDealt?: () => void,
  ) {
    document.addEventListener("visibilitychange", this.#seen);
    this.open();
  }

  /** Take an action, and with a route those that follow. */
  act(action: number, then: number[] = []): void {
    this.#send({ type: "act", action, then });
  }

  takeBack(): void {
    this.#send({ type: "undo" });
  }

  resign(): void {
    this.#send({ type: "resign" });
  }

  /** Ask what the best bot would do. */
  askHint(): void {
    this.#send({ type: "hint" });
  }

  setAutoPass(on: boolean): void {
    this.#send({ type: "auto_pass", on });
  }

  /** Decide about an absent player. */
  claim(seat: number, what: Claimable): void {
    this.#send({ type: "claim", seat, what });
  }

  /** Give an absent player their time again. */
  wait(seat: number): void {
    this.#send({ type: "wait", seat });
  }

  /** Take this seat back from the bot that sits in. */
  back(): void {
    this.#send({ type: "back" });
  }

  react(what: React["what"]): void {
    this.#say({ type: "react", what, key: newKey() });
  }

  chat(text: string): void {
    this.#say({ type: "chat", text, key: newKey() });
  }

  /** Ask the bots to move with less delay. Nothing waits for the answer. */
  hurry(on: boolean): void {
    if (this.seat === null || !this.#greeted || this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify({ type: "hurry", on, cursor: this.#cursor, key: newKey() }));
  }

  /** Show at once what is still to be shown. */
  catchUp(): void {
    if (this.#showing) this.audience.skip();
    for (const arrival of this.#arrivals.splice(0)) this.#replace(arrival, false, true);
  }

  close(): void {
    this.#closed = true;
    this.heartbeat.stop();
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.#seen);
    this.#socket?.close();
  }

  protected open(): void {
    const socket = new WebSocket(socketLink(this.match, this.seat));
    this.#socket = socket;
    this.#greeted = this.#delivered = false;
    socket.onopen = () => this.heartbeat.ask();
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      this.heartbeat.heard();
      this.#receive(JSON.parse(event.data as string) as SentMessage);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#dropped(event);
    };
  }

  #dropped(event: CloseEvent): void {
    if (this.#closed) return;
    if (FINAL.has(event.code)) {
      this.lost = false;
      this.ended = this.note || say("This seat belongs to somebody else. Ask for a new link.");
      return;
    }
    this.lost = true;
    const restarts = event.code === RESTARTING && this.#failures === 0;
    const wait = restarts ? AT_ONCE : WAITS[Math.min(this.#failures, WAITS.length - 1)]!;
    this.#failures += 1;
    this.#timer = window.setTimeout(() => this.open(), wait * (0.8 + Math.random() * 0.4));
  }

  /** A phone that slept may hold a dead socket and not know it: open a new one. */
  #seen = (): void => {
    if (document.hidden) {
      this.#hiddenAt = Date.now();
    } else if (this.#hiddenAt > 0 && Date.now() - this.#hiddenAt > ASLEEP && !this.ended) {
      this.#reopen();
    }
  };

  #reopen(): void {
    if (this.ended || this.#closed) return;
    clearTimeout(this.#timer);
    const old = this.#socket;
    this.lost = true;
    this.open();
    old?.close();
  }

  #probe(): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send('{"type":"probe"}');
    return true;
  }

  /** One command waits at a time; a resignation takes its place, for it matters more than a hint or a move. */
  #send(wish: Wish): void {
    if ((this.waiting && wish.type !== "resign") || this.ended) return;
    this.note = "";
    const cursor = this.#cursor; // of what was on the page when this was chosen
    this.catchUp();
    this.waiting = { ...wish, cursor, key: newKey() };
    this.#deliver();
  }

  /** A remark that cannot be sent now is not worth keeping. */
  #say(remark: React | Chat): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.note = "";
    this.heartbeat.expect();
    this.#socket.send(JSON.stringify(remark));
  }

  #deliver(): void {
    if (!this.waiting || !(this.#greeted || this.gathered)) return;
    this.heartbeat.expect();
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify(this.waiting));
    this.#delivered = true;
  }

  #receive(message: SentMessage): void {
    if (message.type === "alive") {
      setClock(message.now);
    } else if (message.type === "reacted" || message.type === "chatted") {
      this.remarks = heard(this.remarks, message);
    } else if (message.type === "gathered") {
      this.#contribute(message);
    } else if (message.type === "people") {
      this.people = message.people;
      this.watching = message.watching;
    } else if (message.type === "hinted") {
      if (message.key === this.waiting?.key) this.waiting = null;
      if (message.cursor === this.#cursor) {
        this.hint = message.options;
        this.hintScored = message.scored;
      }
    } else if (message.type === "refused") {
      this.note = message.message;
      if (!message.key || message.key === this.waiting?.key) this.waiting = null;
    } else if (this.onDealt) {
      this.onDealt();
    } else {
      this.#arrive(message);
    }
  }

  /** What one has done oneself, and a whole state after a reconnect, is shown at once; what others have done, one
   * thing after the other. */
  #arrive(sent: SentState): void {
    const message = fillState(sent);
    const lines = message.told.map((told) => ({ ...told, key: this.#keys++ }));
    const arrival = { message, lines, drawn: JSON.stringify(sent.scene) };
    if (this.waiting || !this.#greeted || !this.scene) {
      this.catchUp();
      this.#replace(arrival, !this.#greeted);
    } else {
      this.#arrivals.push(arrival);
      if (this.#arrivals.length > BACKLOG) this.catchUp();
      else if (!this.#showing) void this.#showArrivals();
    }
  }

  async #showArrivals(): Promise<void> {
    this.#showing = true;
    for (let next = this.#arrivals[0]; next; next = this.#arrivals[0]) {
      await this.#lead(next);
      if (next !== this.#arrivals[0]) continue; // somebody did not want to wait
      this.#arrivals.shift();
      this.#replace(next, false);
      await this.audience.rest();
    }
    this.#showing = false;
  }

  async #lead(next: Arrival): Promise<void> {
    const { message, lines } = next;
    if (!this.scene || message.fresh === 0) return;
    const turn = (scene: Scene, told: number) => {
      if (next !== this.#arrivals[0]) return;
      this.scene = scene;
      this.log = spliced(this.log, message.from, lines.slice(0, told));
    };
    await this.audience.lead(this.scene, message.scene, lines, turn, this.#arrivals.length > 1);
  }

  /** Before the deal: add to the seed what is asked for now. */
  #contribute(gathered: Gathered): void {
    this.#failures = 0;
    this.lost = false;
    this.gathered = gathered;
    this.people = kept(this.people, gathered.people);
    this.watching = gathered.watching;
    this.timing = gathered.timing;
    if (this.#delivered) this.waiting = null;
    else this.#deliver();
    const reply = this.contributor === null ? null : answer(this.match, this.contributor, gathered);
    if (reply) this.#socket?.send(JSON.stringify({ ...reply, key: newKey() }));
  }

  #replace({ message, lines, drawn }: Arrival, greeting: boolean, passed = false): void {
    const before = this.#settled;
    this.#greeted = true;
    this.gathered = null;
    this.#failures = 0;
    this.lost = false;
    this.log = spliced(this.log, greeting ? 0 : message.from, lines);
    this.scene = this.#settled = kept(this.#settled, message.scene);
    this.people = kept(this.people, message.people);
    this.watching = message.watching;
    if (this.hint.length > 0) this.hint = [];
    this.undo = message.undo;
    this.autoPass = message.auto_pass;
    this.deadline = message.deadline;
    this.timing = message.timing;
    this.idle = message.idle;
    this.commitment = message.commitment;
    this.secret = message.secret ?? "";
    this.rematch = message.rematch ?? "";
    this.lesson = message.lesson;
    this.#cursor = message.cursor;
    if (!greeting) this.waiting = null;
    else if (this.waiting && drawn === this.#drawn)
      this.waiting = { ...this.waiting, cursor: message.cursor };
    this.#drawn = drawn;
    if (greeting) this.#deliver();
    const fresh = message.fresh > 0 ? this.log.slice(-message.fresh) : [];
    this.audience.shown(before, fresh, greeting, passed);
  }
}
