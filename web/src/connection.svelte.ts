// One seat's connection to the service: receives states, sends commands, survives dropped connections.
// A command is kept until it is answered. After a reconnect it is sent again under the same key, which the
// service recognises: nothing is lost and nothing happens twice.
import { socketLink } from "./api";
import { answer } from "./fairness";
import { spliced } from "./lines";
import { kept } from "./scene";
import {
  fillState,
  type Command,
  type Entropy,
  type Gathered,
  type Person,
  type Resume,
  type Scene,
  type Seal,
  type SentMessage,
  type SentState,
  type Suggestion,
  type Told,
} from "./wire.generated";

export type Line = Told & { key: number };

type Keyed = Exclude<Command, Resume | Seal | Entropy>;
/** A command without its cursor and key. */
type Wish<One = Keyed> = One extends Keyed ? Omit<One, "cursor" | "key"> : never;

const WAITS = [300, 800, 1500, 3000, 6000, 10000];
/** The service restarts; another of its processes answers at once. */
const RESTARTING = 1012;
const AT_ONCE = 50;
const ASLEEP = 20_000;
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
  undo = $state(false);
  autoPass = $state(false);
  /** When the game's time is up, in seconds since 1970. */
  deadline = $state<number>();
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
  ended = $state("");
  note = $state("");
  waiting = $state.raw<Keyed | null>(null);

  #socket: WebSocket | null = null;
  #cursor = 0;
  /** The last scene as it was sent: if a new connection shows the same, its cursor replaces the old one. */
  #drawn = "";
  #failures = 0;
  #greeted = false;
  #closed = false;
  #timer = 0;
  #hiddenAt = 0;
  #keys = 0;

  constructor(
    readonly match: string,
    readonly seat: number | null,
    /** The seat that contributes to the seed, if the person here plays at all. */
    private readonly contributor: number | null,
    private readonly onFresh: (lines: Line[]) => void,
    /** Only contributes: called when the match is dealt, and nothing of it is kept. */
    private readonly onDealt?: () => void,
  ) {
    document.addEventListener("visibilitychange", this.#seen);
    this.#open();
  }

  act(action: number): void {
    this.#send({ type: "act", action });
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

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.#seen);
    this.#socket?.close();
  }

  #open(): void {
    const socket = new WebSocket(socketLink(this.match, this.seat));
    this.#socket = socket;
    this.#greeted = false;
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#receive(JSON.parse(event.data as string) as SentMessage);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#dropped(event);
    };
  }

  #dropped(event: CloseEvent): void {
    if (this.#closed) return;
    if (FINAL.has(event.code)) {
      this.lost = false;
      this.ended = this.note || "This seat belongs to somebody else. Ask for a new link.";
      return;
    }
    this.lost = true;
    const restarts = event.code === RESTARTING && this.#failures === 0;
    const wait = restarts ? AT_ONCE : WAITS[Math.min(this.#failures, WAITS.length - 1)]!;
    this.#failures += 1;
    this.#timer = window.setTimeout(() => this.#open(), wait * (0.8 + Math.random() * 0.4));
  }

  /** A phone that slept may hold a dead socket and not know it: open a new one. */
  #seen = (): void => {
    if (document.hidden) {
      this.#hiddenAt = Date.now();
    } else if (this.#hiddenAt > 0 && Date.now() - this.#hiddenAt > ASLEEP && !this.ended) {
      clearTimeout(this.#timer);
      const old = this.#socket;
      this.#open();
      old?.close();
    }
  };

  #send(wish: Wish): void {
    if (this.waiting || this.ended) return;
    this.note = "";
    this.waiting = { ...wish, cursor: this.#cursor, key: newKey() };
    this.#deliver();
  }

  #deliver(): void {
    if (this.waiting && this.#greeted && this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify(this.waiting));
    }
  }

  #receive(message: SentMessage): void {
    if (message.type === "gathered") {
      this.#contribute(message);
    } else if (message.type === "people") {
      this.people = message.people;
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
      this.#replace(message);
    }
  }

  /** Before the deal: add to the seed what is asked for now. */
  #contribute(gathered: Gathered): void {
    this.#failures = 0;
    this.lost = false;
    this.gathered = gathered;
    this.people = kept(this.people, gathered.people);
    const reply = this.contributor === null ? null : answer(this.match, this.contributor, gathered);
    if (reply) this.#socket?.send(JSON.stringify({ ...reply, key: newKey() }));
  }

  #replace(sent: SentState): void {
    const message = fillState(sent);
    const greeting = !this.#greeted;
    this.#greeted = true;
    this.gathered = null;
    this.#failures = 0;
    this.lost = false;
    const lines = message.told.map((told) => ({ ...told, key: this.#keys++ }));
    this.log = spliced(this.log, greeting ? 0 : message.from, lines);
    this.scene = kept(this.scene, message.scene);
    this.people = kept(this.people, message.people);
    if (this.hint.length > 0) this.hint = [];
    this.undo = message.undo;
    this.autoPass = message.auto_pass;
    this.deadline = message.deadline;
    this.idle = message.idle;
    this.commitment = message.commitment;
    this.secret = message.secret ?? "";
    this.rematch = message.rematch ?? "";
    this.lesson = message.lesson;
    this.#cursor = message.cursor;
    const drawn = JSON.stringify(sent.scene);
    if (!greeting) this.waiting = null;
    else if (this.waiting && drawn === this.#drawn)
      this.waiting = { ...this.waiting, cursor: message.cursor };
    this.#drawn = drawn;
    if (greeting) this.#deliver();
    if (message.fresh > 0) this.onFresh(this.log.slice(-message.fresh));
  }
}
