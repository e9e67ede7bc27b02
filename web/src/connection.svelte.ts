// One seat's line to the service: receives states, sends commands, survives dropped connections.
// A command is kept until it is answered; after a reconnect it is sent again under the same key, which
// the service recognises, so nothing happens twice and nothing is lost.
import { socketLink } from "./api";
import { spliced } from "./lines";
import { filled, filledLine, kept, type Scene, type Told, type WireScene, type WireTold } from "./scene";

export type Person = { seat: number; name: string; kind: string; present: boolean };
export type Hint = { action: number; label: string; chance: number };
export type Line = Told & { key: number };

type Message =
  | {
      type: "state";
      cursor: number;
      scene: WireScene;
      told: WireTold[];
      from?: number;
      fresh: number;
      undo: boolean;
      passing: boolean;
      idle: boolean;
      people: Person[];
      commitment: string;
      secret?: string;
      rematch?: string;
    }
  | { type: "hinted"; cursor: number; options: Hint[]; key: string }
  | { type: "refused"; code: string; message: string; key?: string }
  | { type: "people"; people: Person[] };

type Command =
  | { type: "act"; action: number }
  | { type: "undo" }
  | { type: "resign" }
  | { type: "passing"; on: boolean }
  | { type: "hint" };
type Sent = Command & { cursor: number; key: string };

const WAITS = [300, 800, 1500, 3000, 6000, 10000];
const ASLEEP = 20_000;
/** The service closes with 4000 + an HTTP status: these will not change by trying again. */
const FINAL = new Set([4400, 4401, 4403, 4404, 4409, 4410, 4422]);

/** Random, and available also where the page is served without TLS. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

export class Connection {
  scene = $state.raw<Scene | null>(null);
  log = $state.raw<Line[]>([]);
  people = $state.raw<Person[]>([]);
  undo = $state(false);
  passing = $state(false);
  /** What is asked of this seat is about to be declined for it. */
  idle = $state(false);
  /** The two best actions of the present state, if that was asked. */
  hint = $state.raw<Hint[]>([]);
  commitment = $state("");
  secret = $state("");
  /** The match in which these players go on, once one of them asked for it. */
  rematch = $state("");
  lost = $state(false);
  ended = $state("");
  note = $state("");
  waiting = $state.raw<Sent | null>(null);

  #socket: WebSocket | null = null;
  #cursor = 0;
  /** The last scene as it came: where nothing changed, a new connection's cursor may replace the old one's. */
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
    private readonly onFresh: (lines: Line[]) => void,
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

  /** Let pass whatever does not concern this seat, or be asked again. */
  passOn(on: boolean): void {
    this.#send({ type: "passing", on });
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
      if (socket === this.#socket) this.#receive(JSON.parse(event.data as string) as Message);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#dropped(event);
    };
  }

  #dropped(event: CloseEvent): void {
    if (this.#closed) return;
    if (FINAL.has(event.code)) {
      this.lost = false;
      this.ended = this.note || "This seat is not yours to open. Ask for a new link.";
      return;
    }
    this.lost = true;
    const wait = WAITS[Math.min(this.#failures, WAITS.length - 1)]!;
    this.#failures += 1;
    this.#timer = window.setTimeout(() => this.#open(), wait * (0.8 + Math.random() * 0.4));
  }

  /** A phone that slept may hold a dead socket that never says so: begin a new one. */
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

  #send(command: Command): void {
    if (this.waiting || this.ended) return;
    this.note = "";
    this.waiting = { ...command, cursor: this.#cursor, key: newKey() };
    this.#deliver();
  }

  #deliver(): void {
    if (this.waiting && this.#greeted && this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify(this.waiting));
    }
  }

  #receive(message: Message): void {
    if (message.type === "people") {
      this.people = message.people;
    } else if (message.type === "hinted") {
      if (message.key === this.waiting?.key) this.waiting = null;
      if (message.cursor === this.#cursor) this.hint = message.options;
    } else if (message.type === "refused") {
      this.note = message.message;
      if (!message.key || message.key === this.waiting?.key) this.waiting = null;
    } else {
      this.#replace(message);
    }
  }

  #replace(message: Extract<Message, { type: "state" }>): void {
    const greeting = !this.#greeted;
    this.#greeted = true;
    this.#failures = 0;
    this.lost = false;
    const lines = message.told.map((told) => ({ ...filledLine(told), key: this.#keys++ }));
    this.log = spliced(this.log, greeting ? 0 : (message.from ?? this.log.length), lines);
    this.scene = kept(this.scene, filled(message.scene));
    this.people = kept(this.people, message.people);
    if (this.hint.length > 0) this.hint = [];
    this.undo = message.undo;
    this.passing = message.passing;
    this.idle = message.idle;
    this.commitment = message.commitment;
    this.secret = message.secret ?? "";
    this.rematch = message.rematch ?? "";
    this.#cursor = message.cursor;
    const drawn = JSON.stringify(message.scene);
    if (!greeting) this.waiting = null;
    else if (this.waiting && drawn === this.#drawn)
      this.waiting = { ...this.waiting, cursor: message.cursor };
    this.#drawn = drawn;
    if (greeting) this.#deliver();
    if (message.fresh > 0) this.onFresh(this.log.slice(-message.fresh));
  }
}
