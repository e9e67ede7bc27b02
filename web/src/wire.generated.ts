// Generated from the Python structs by `npm run types`. Do not edit.

// Complete, as the page uses them

/** How the match stands for this viewer: sent first, and after every change it can see. */
export type State = {
  type: "state";
  /** Goes up with every change this viewer can see. Where it starts means nothing. */
  cursor: number;
  scene: Scene;
  /** The log from line `from` on. */
  told: Told[];
  /** Which line of the whole log `told` starts at: it replaces that line and all after it. */
  from: number;
  /** How many of the last lines are new; a client may animate them. */
  fresh: number;
  /** Can the last action be taken back? */
  undo: boolean;
  /** Is auto-pass on? */
  auto_pass: boolean;
  /** Is this seat's question about to be declined for it? Then there is nothing to send. */
  idle: boolean;
  people: Person[];
  /** How many watch without a seat here. */
  watching: number;
  /** When the game's time is up, in seconds since 1970; most games have no limit. */
  deadline?: number;
  /** Clocks, if some were agreed on. */
  timing?: Timing;
  /** SHA-256 of the server's secret, published before any player contributed to the seed. */
  commitment: string;
  /** That secret, once the match is over; never in a game that keeps its secrets. The record has
   *  all else that the seed was made of. */
  secret?: string;
  /** The id of the next match, once a player has asked for one. */
  rematch?: string;
  /** In a lesson, for whoever is taught: how many of its decisions have been taken. null: the game
   *  has gone another way. */
  lesson?: number | null;
};

export type Scene = {
  /** The game's title. */
  game: string;
  /** The seat that sees this scene; null: a spectator. */
  viewer: number | null;
  /** Whose decision it is; null when the game is over. */
  actor: number | null;
  turn: number;
  /** The question, or how the game ended, in words. */
  prompt: string;
  /** More about the question. */
  detail: string;
  boards: Board[];
  zones: Zone[];
  pieces: Piece[];
  players: Player[];
  actions: Action[];
  /** Several actions for one click, beginning with one of `actions`: a whole way, a payment. */
  routes: Action[];
  outcome: Outcome | null;
  contest: Contest | null;
  /** The action that declines, if the question is an optional response. */
  decline: number | null;
  /** false: the viewer is asked only because everybody is. */
  concerns: boolean;
};

export type Board = {
  id: string;
  label: string;
  shape: "free" | "hex" | "square";
  cells: Cell[];
  /** Pairs of cells joined by a drawn line; none: neighbours simply touch. */
  links: [string, string][];
  columns: string[];
  rows: string[];
};

/** One place on a board. `x` and `y` are the centre, in cell widths from the top left. */
export type Cell = {
  id: string;
  x: number;
  y: number;
  /** Short, drawn on the cell ("A"). */
  name: string;
  /** What a screen reader says ("A, an objective"). */
  label: string;
  terrain: string;
  marks: Mark[];
  /** Its corners, in the units of `x` and `y`; none: as the board's shape says. */
  outline: [number, number][];
};

/** Something on a cell that is not a piece: a possibility, a sighting, a symbol, a figure. */
export type Mark = {
  kind: "hatch" | "ring" | "symbol" | "text";
  /** What a screen reader says. */
  label: string;
  /** For kind "symbol": a name from the game's symbols.svg. */
  symbol: string;
  /** A word or two drawn with it ("2 ago"). */
  text: string;
  /** The seat in whose colour it is drawn. */
  seat: number | null;
  /** Symbol: solid rather than outlined. Hatch: certain rather than possible. */
  filled: boolean;
  /** From 0, fresh, to 1, almost invisible. */
  fade: number;
};

/** A place for pieces off the board: a hand, a pile, an area. */
export type Zone = {
  id: string;
  label: string;
  kind: "hand" | "pile" | "supply" | "table";
  /** Its owner. */
  seat: number | null;
  /** How many pieces are there, if they are not listed one by one. */
  count: number | null;
};

/** A token or a card. A card whose face the viewer may not see has no halves. */
export type Piece = {
  id: string;
  /** The id of the cell or zone where it lies. */
  at: string;
  kind: "card" | "token";
  label: string;
  symbol: string;
  seat: number | null;
  halves: Half[];
  /** Lies sideways (a disabled card). */
  turned: boolean;
  badges: string[];
  /** The name of its picture, which fills it: `face-<art>` in look/cards.svg. */
  art: string;
  /** What sticks in it, kind by kind, and how many: drawn as the symbols `peg-<kind>`. The label
   *  says it, too. */
  pegs: [string, number][];
};

/** One of the uses printed on a card; an action may be attached to `cardid/0`, `cardid/1`... */
export type Half = {
  name: string;
  symbol: string;
  /** A word in a coloured frame ("LOUD"). */
  tag: string;
  tone: "calm" | "danger" | "plain";
  /** What it does, in a sentence. */
  text: string;
  /** The name of its picture: `face-<art>` in look/cards.svg; none: as its symbol is called. */
  art: string;
  /** What is written in a coin beside the name: a price, a strength. */
  value: string;
};

export type Player = {
  seat: number;
  /** `{0}` until `named`. */
  name: string;
  team: number;
  tallies: Tally[];
};

/** A count worth showing beside a player's name: `count` symbols filled out of `of`. */
export type Tally = {
  label: string;
  symbol: string;
  count: number;
  of: number;
};

/** Something the viewer may do now. */
export type Action = {
  id: number;
  label: string;
  verb: string;
  /** Cells, pieces or card halves to click for it; none: it is a button. */
  targets: string[];
  /** It cannot be taken back. */
  final: boolean;
  consequences: Consequence[];
  /** Of a route: the actions that follow the first one, taken with it and taken back with it. */
  then: number[];
};

/** What an action would lead to, as far as the viewer can know; shown in advance. */
export type Consequence = {
  text: string;
  /** "danger": bad for the viewer; "calm": good. */
  tone: "calm" | "danger" | "plain";
  /** The cell or piece it happens to. */
  at: string;
  /** Two or three words for a label on the card or cell that is chosen ("3 hits: sinks"). */
  short: string;
};

export type Outcome = {
  /** Empty: a draw. */
  winners: number[];
  text: string;
  /** By seat; null: the game has none, or somebody resigned. */
  scores: number[] | null;
};

/** A fight decided by comparing numbers: a panel beside the board. */
export type Contest = {
  title: string;
  sides: Side[];
  /** Who leads, who may add next, what else applies. */
  text: string;
};

/** One side of a contest, and what its total is made of. */
export type Side = {
  label: string;
  total: number;
  seat: number | null;
  /** What adds up to the total ("two pieces", 2). */
  parts: [string, number][];
  /** Who fights: a name from the game's symbols.svg. */
  symbol: string;
};

/** One line of the log as one seat may read it. */
export type Told = {
  text: string;
  /** The seat it is about. */
  seat: number | null;
  cues: Cue[];
};

/** Movement or sound for a told line; clients may ignore it. */
export type Cue = {
  /** pulse: a ring spreads at `at`; run: something runs from `at` to `to`; strike: damage at `at`;
   *  carry: a card goes from zone `at` to zone `to`; done: something was achieved at `at`; turn:
   *  what surrounds `at` has turned, `to` says which way: "cw" or "ccw"; drop: something falls on
   *  `at`. */
  kind: "carry" | "done" | "drop" | "pulse" | "run" | "strike" | "turn";
  at: string;
  to: string;
  seat: number | null;
  /** What deserves more: one of CHOREOGRAPHIES and a picture, "burst-mine". That is a symbol of
   *  look/moments.svg, or else the symbol `mine`, and of a reveal the card `face-mine`. */
  moment: string;
  /** Of a moment: a word or a number shown with it. */
  text: string;
  /** Of a clash: who meets whom. */
  sides: Side[];
};

/** Who sits at a seat. */
export type Person = {
  seat: number;
  name: string;
  /** "open": the invitation has not been taken up yet. */
  kind: "bot" | "open" | "person";
  /** Connected right now; bots always are. */
  present: boolean;
  /** A bot sits in until this player, or whoever was invited, is back. */
  stand_in: boolean;
};

/** The clocks of a match, and who is absent. */
export type Timing = {
  pace: Pace | null;
  /** What happens when a player's time is up. */
  on_time: "bot" | "claim" | "lose";
  invitees: Invitees | null;
  seats: SeatTime[];
  /** The match has ended without a result, since somebody who was invited never came. */
  called_off: boolean;
};

/** How much time players have: days for every turn, or minutes for the whole game. */
export type Pace = {
  /** For every turn. */
  days?: number;
  /** On each player's clock, for the whole game; it runs while they are to act. */
  minutes?: number;
  /** With minutes: at the start of every turn the clock waits so long. */
  seconds?: number;
};

/** How long an invitation may stay open, and what happens then. */
export type Invitees = {
  days: number;
  /** A bot sits in until somebody comes, the others decide, or the match is called off. */
  then?: "bot" | "call_off" | "claim";
};

/** A seat's time. */
export type SeatTime = {
  seat: number;
  /** When its time is up, in seconds since 1970; null: its time is not running. */
  due: number | null;
  /** Seconds on its clock at the start of its turn, at a pace of minutes. */
  left: number | null;
  /** Its time was up, and nobody has come back: a bot sits in, or the others decide. */
  absent: "bot" | "claim" | null;
  /** What the others may `claim`. */
  claims: ("bot" | "call_off" | "resignation")[];
};

/** The match is not dealt yet: sent instead of a state, and after every change, until it is. */
export type Gathered = {
  type: "gathered";
  people: Person[];
  /** How many watch without a seat here. */
  watching: number;
  /** SHA-256 of the server's secret, drawn before anybody contributed. */
  commitment: string;
  seals: Sealed[];
  /** Every seal that will ever count is here: now is the time to send your entropy. */
  closed: boolean;
  /** The seats whose seal is waited for; once closed, whose entropy. */
  missing: number[];
  /** Clocks, if some were agreed on: here only of invitations that are still open. */
  timing?: Timing;
};

export type Sealed = {
  seat: number;
  /** SHA-256 of "quarterdeck entropy\n" and the 16 bytes. */
  seal: string;
};

/** A command was refused, or the socket is about to be closed. Nothing has changed. */
export type Refused = {
  type: "refused";
  /** For programs. */
  code: string;
  /** For people: a sentence. */
  message: string;
  /** The refused command's key, if it could be read. */
  key?: string;
};

/** Somebody came or went. */
export type People = {
  type: "people";
  people: Person[];
  /** How many watch without a seat here. */
  watching: number;
};

/** The answer to a `hint`. */
export type Hinted = {
  type: "hinted";
  /** The state it is about; it says nothing of any other. */
  cursor: number;
  /** The two best actions, the best first. */
  options: Suggestion[];
  /** Is a score expected? Otherwise a chance of winning. */
  scored: boolean;
  key: string;
};

/** An action and what to expect of it: a chance of winning from 0 to 1, or a score. */
export type Suggestion = {
  action: number;
  label: string;
  expected: number;
};

/** A player reacts to what happens; show it for some seconds. The answer to a `react`, too. */
export type Reacted = {
  type: "reacted";
  seat: number;
  what: "good_game" | "hello" | "oops" | "thanks" | "thinking" | "well_played";
};

/** A player says something. The answer to a `chat`, too. */
export type Chatted = {
  type: "chatted";
  seat: number;
  text: string;
};

/** The answer to a `probe`. */
export type Alive = {
  type: "alive";
  /** The server's time, in seconds since 1970: `due` and `deadline` are by this clock. */
  now: number;
};

export type Health = {
  status: "ok";
  version: string;
  /** Matches in memory. */
  tables: number;
  /** Games whose rules are loaded. */
  games: string[];
};

export type Languages = {
  languages: Language[];
  /** The code of the one in which this server answers you. */
  current: string;
};

export type Language = {
  /** As in the cookie `language`: "de". */
  code: string;
  /** In that language. */
  name: string;
};

export type GameInfo = {
  id: string;
  title: string;
  summary: string;
  /** The fewest and the most. */
  seats: [number, number];
  options: OptionInfo[];
  /** From the weakest to the strongest. */
  bots: BotInfo[];
  /** How long people take, about. */
  minutes: [number, number] | null;
  /** How much there is to learn before the first game. */
  difficulty: "easy" | "hard" | "medium" | null;
  /** How many minutes its lesson takes; null: it has none. */
  lesson: number | null;
  /** Has it a cover for the shelf? */
  cover: boolean;
  /** Are its rules compiled? Until then it can be played, against bots that think less. */
  ready: boolean;
};

/** One of a game's options: a whole number from `low` to `high`. */
export type OptionInfo = {
  name: string;
  default: number;
  low: number;
  high: number;
  help: string;
  /** Is it for solvers and learners, not for people? */
  study: boolean;
};

export type BotInfo = {
  id: string;
  name: string;
  about: string;
};

/** What a client needs at the table; symbols and the cover come by themselves. */
export type Look = {
  /** CSS custom properties for night and day. */
  theme: string;
  /** SVG. */
  board: string;
  /** An SVG sprite. */
  cards: string;
  /** SVG. */
  end: string;
  /** SVG, behind a contest. */
  stage: string;
  /** An SVG sprite. */
  moments: string;
  /** By the kind of a cue. */
  sounds: Record<string, Note[]>;
};

/** A tone that glides from one pitch to another. */
export type Note = {
  wave: "noise" | "sawtooth" | "sine" | "square" | "triangle";
  /** Hertz. */
  from: number;
  to: number;
  seconds: number;
  /** 1 is as loud as the house's own sounds. */
  gain: number;
  delay: number;
};

/** What every kind of thing in a game is, by its key. */
export type Glossary = {
  kinds: Record<string, Kind>;
  /** By the verb of an action: the clause about the question it answers. */
  verbs: Record<string, string>;
};

/** A kind of thing, and what to know about it. */
export type Kind = {
  name: string;
  /** What it is and does, in a sentence or two. */
  text: string;
  /** The clause of the rules that says more ("HIDEOUT-4"). */
  clause: string;
};

export type MadeMatch = {
  id: string;
  /** Keep it: at the end the server must publish the secret that has this hash. */
  commitment: string;
  seats: MadeSeat[];
};

export type MadeSeat = {
  seat: number;
  kind: "bot" | "friend" | "me";
  name: string;
  /** Whoever has this token can take the seat. It is shown only here. */
  invite?: string;
};

export type MatchInfo = {
  id: string;
  game: string;
  title: string;
  options: Record<string, number>;
  commitment: string;
  seats: SeatInfo[];
  /** Otherwise somebody, or somebody's contribution to the seed, is still expected. */
  dealt: boolean;
  over: boolean;
  /** Is everything shown at the end? Otherwise the game keeps its secrets: record and seed stay on
   *  the server, and a seat's analysis is for whoever sits there. */
  reveals: boolean;
  /** The id of the next match, once a player has asked for one. */
  rematch: string | null;
  timing: Timing | null;
  /** May players chat here? */
  chat: boolean;
  /** For whoever made the match, while a seat is open: with this token, anybody can take one. */
  join: string | null;
  /** Is somebody being taught? Then the deal is always the same. */
  lesson: boolean;
};

export type SeatInfo = {
  seat: number;
  kind: "bot" | "open" | "person";
  name: string;
  yours: boolean;
  present: boolean;
  /** A bot sits in until this player, or whoever was invited, is back. */
  stand_in: boolean;
  /** Of your own seats: does it know what spectators do not? Then nobody else at this device should
   *  see it. */
  hides: boolean;
};

/** A scripted opening that teaches a game. */
export type Lesson = {
  steps: LessonStep[];
  /** How many it has, the others' included. */
  decisions: number;
};

/** One idea, as clients get it: say this, point there, wait for that. */
export type LessonStep = {
  /** In the list of what is learnt. */
  idea: string;
  heading: string;
  /** Words in `**` are on the screen. */
  text: string;
  /** How many decisions of the lesson have been taken when it begins. */
  at: number;
  /** The actions to wait for, one after the other, each with those that do as well; none: the
   *  learner just reads on. */
  do: number[][];
  /** Cells, zones, pieces or halves of cards to point at; none: the targets of the next action. */
  point: string[];
};

export type Joined = {
  seat: number;
};

/** What a seat knows, for programs that have the game's rules. */
export type SeatView = {
  game: string;
  /** Of the rules. */
  version: number;
  seat: number;
  /** The bytes of the NumPy record that bots choose from, in base64. */
  record: string;
};

export type Rematch = {
  id: string;
};

export type Analysis = {
  seat: number;
  turns: Turn[];
  /** 1: won, 0: lost, 0.5: a draw, or the score; null: somebody resigned, so no turn led to it. */
  result: number | null;
  /** The turning points, in the order of play. */
  moments: TurningPoint[];
  /** All these numbers are scores; otherwise they are chances of winning, from 0 to 1. */
  scored: boolean;
};

/** One of the seat's turns: what to expect, what it did, and what it could have done instead. */
export type Turn = {
  turn: number;
  /** Of the best action: the chance of winning, or the score. */
  expected: number;
  did: string;
  /** The two best actions, given what the seat knew. */
  options: Candidate[];
  /** The position it was taken in: how many batches had been made. */
  step: number;
};

/** A candidate action and what to expect of it: a chance of winning, or a score. */
export type Candidate = {
  label: string;
  expected: number;
  action: number;
  /** The cells, pieces or halves of cards that it is about. */
  targets: string[];
};

/** A turn that changed a lot what to expect. */
export type TurningPoint = {
  /** Index into the turns. */
  at: number;
  before: number;
  after: number;
};

/** A game to look at again, in words. */
export type Replayed = {
  game: string;
  title: string;
  /** By seat. */
  names: string[];
  /** Can it be seen through all eyes? Otherwise the game keeps its secrets. */
  reveals: boolean;
  /** null: the record ends before the game does. */
  winners: number[] | null;
  /** The deal, and every move. */
  steps: Step[];
};

/** A move, and what was told of it. */
export type Step = {
  /** The turn it was made in. */
  turn: number;
  /** Whose move; null: the deal, or the end of the game's time. */
  seat: number | null;
  /** What was done, in words; empty through the eyes of those who could not know. */
  label: string;
  told: Told[];
};

/** A part of the same game in scenes, which have no actions. */
export type Frames = {
  /** The step that the first scene shows. */
  first: number;
  scenes: Scene[];
};

export type PushKey = {
  /** A point on P-256 in base64url: what a browser calls `applicationServerKey`. */
  key: string;
};

/** A page of your matches, the latest move first. */
export type MyMatches = {
  matches: MyMatch[];
  /** Where the next page begins; null: these are all. */
  after: string | null;
};

/** One of your matches. */
export type MyMatch = {
  id: string;
  game: string;
  title: string;
  seats: MySeat[];
  dealt: boolean;
  over: boolean;
  /** Whose turn it is. */
  actor: number | null;
  /** When somebody last moved, or when the match was made, in seconds since 1970. */
  at: number;
  /** The seats that won; nobody: a draw. null: not over, or without a result. */
  winners: number[] | null;
  /** Can it be replayed with everything shown? */
  reveals: boolean;
  rematch: string | null;
};

export type MySeat = {
  seat: number;
  kind: "bot" | "open" | "person";
  name: string;
  yours: boolean;
};

export type Transfer = {
  /** Whoever sends it to `receive` is you from then on. It is shown only here, and good once. */
  token: string;
  /** When it expires, in seconds since 1970. */
  until: number;
};

/** A table where you sit now; you may have to wait for others. */
export type Paired = {
  id: string;
};

export type Lobby = {
  /** Does this server have a lobby? */
  allowed: boolean;
  /** Those that have waited longest come first. */
  tables: OpenTable[];
};

/** A table that anybody may join. */
export type OpenTable = {
  id: string;
  game: string;
  title: string;
  options: Record<string, number>;
  /** Who sits there already, people and bots. */
  players: string[];
  /** How many seats are open. */
  open: number;
  /** In seconds since 1970. */
  since: number;
  /** Do you sit there? */
  yours: boolean;
};

/** One of the puzzles of a day. */
export type PuzzleInfo = {
  game: string;
  /** The game's title. */
  title: string;
  /** What is to be done ("Find the mines"). */
  kind: string;
  /** 1, 2 or 3: how hard it is. */
  grade: number;
  /** In UTC: "2026-11-17". */
  day: string;
};

/** A position and a question about it. The answer is not in it. */
export type Puzzle = {
  /** The game's id. */
  game: string;
  /** The game's title. */
  title: string;
  /** What is to be done, in a few words ("Find the mines"). */
  kind: string;
  /** The same seed gives the same puzzle. */
  seed: number;
  /** 1, 2 or 3: how hard it is. */
  grade: number;
  question: string;
  /** How to answer, and what a player should keep in mind. */
  detail: string;
  /** What the player sees, less what the table works out for players: its actions are the places
   *  that may be chosen, a target each. */
  scene: Scene;
  /** All that is known and matters, in the order in which it came to be known. */
  facts: string[];
  /** How many places to choose; null: that is part of the puzzle. */
  count: number | null;
  /** Does the order matter in which places are chosen? */
  ordered: boolean;
};

/** What becomes of an answer. */
export type Verdict = {
  solved: boolean;
  /** What contradicts the answer, or that it is right. */
  text: string;
  /** Once solved: why there is no other answer. */
  proof: string[];
  /** Once solved, or given up: the places. */
  answer: string[];
};

/** The body of every answer that is not a success. */
export type Refusal = {
  /** For programs. */
  code: string;
  /** For people: a sentence. */
  message: string;
};

/** Take one of the scene's actions, or one of its routes. */
export type Act = {
  type: "act";
  action: number;
  cursor: number;
  key: string;
  /** Of a route: the actions that follow. All are taken, or none. */
  then?: number[];
};

/** Take back the last action, while it is still a draft. */
export type Undo = {
  type: "undo";
  cursor: number;
  key: string;
};

/** Resign; if others play on, a bot takes the seat. */
export type Resign = {
  type: "resign";
  cursor: number;
  key: string;
};

/** Turn auto-pass on or off: decline optional responses that do not concern this seat. */
export type AutoPass = {
  type: "auto_pass";
  on: boolean;
  cursor: number;
  key: string;
};

/** Ask the bots to move with less delay, or as usual; has no effect while other people play. */
export type Hurry = {
  type: "hurry";
  on: boolean;
  cursor: number;
  key: string;
};

/** Ask what the best bot would do; only where all other seats are bots or your own. */
export type Hint = {
  type: "hint";
  cursor: number;
  key: string;
};

/** Decide about an absent player: a bot sits in, the player has lost, or, if nobody ever came, the
 *  match is called off. */
export type Claim = {
  type: "claim";
  /** Who is absent. */
  seat: number;
  /** One of the seat's `claims`. */
  what: "bot" | "call_off" | "resignation";
  cursor: number;
  key: string;
};

/** Give an absent player as much time again as at first. */
export type Wait = {
  type: "wait";
  seat: number;
  cursor: number;
  key: string;
};

/** Take your seat back from the bot that sits in; acting does so, too. */
export type Back = {
  type: "back";
  cursor: number;
  key: string;
};

/** Ask for the whole state again. */
export type Resume = {
  type: "resume";
  cursor: number;
};

/** Before the deal: the hash of the entropy that this client is going to contribute. */
export type Seal = {
  type: "seal";
  seal: string;
  key: string;
};

/** Before the deal: 16 random bytes for the seed. A careful client seals them first and sends them
 *  once all seals are there; another may send them at once. */
export type Entropy = {
  type: "entropy";
  entropy: string;
  key: string;
};

/** Are you there? A browser cannot send a WebSocket's own pings. */
export type Probe = {
  type: "probe";
};

/** Show everybody at the table one of six reactions. Nothing of it is stored. */
export type React = {
  type: "react";
  what: "good_game" | "hello" | "oops" | "thanks" | "thinking" | "well_played";
  key: string;
};

/** Say something to everybody at the table, where the host allows it. Nothing of it is stored. */
export type Chat = {
  type: "chat";
  text: string;
  key: string;
};

export type NewMatch = {
  game: string;
  seats: NewSeat[];
  /** Those that differ from their defaults. */
  options?: Record<string, number>;
  /** null: players take as long as they like. */
  pace?: Pace | null;
  /** When a player's time is up: a bot sits in until they are back; the others may claim the game,
   *  let a bot sit in, or wait; or the player loses. */
  on_time?: "bot" | "claim" | "lose";
  /** null: invitations stay open. */
  invitees?: Invitees | null;
  /** Your contribution to the seed, if you do not want to see the commitment first. */
  entropy?: string | null;
  /** Let anybody join who finds it in the lobby, if this server has one. */
  listed?: boolean;
  /** Be taught: `seats` is your own alone, the weakest bots have the others, the options are the
   *  lesson's, and the deal is always the same. */
  lesson?: boolean;
};

/** Who is to sit at a seat: you, a bot, or whoever opens the invitation. */
export type NewSeat = {
  kind: "bot" | "friend" | "me";
  /** Which bot, for kind "bot". */
  bot?: string | null;
  name?: string | null;
};

export type Join = {
  /** Of a seat, or of the whole table; not needed at a table in the lobby. */
  invite?: string | null;
  /** Which of the table's open seats; null: the first. */
  seat?: number | null;
  name?: string | null;
  /** Your contribution to the seed, if you do not want to see the commitment first. */
  entropy?: string | null;
};

/** A record from a file. Nothing of it is stored. */
export type ReplayFile = {
  /** The file as it is. */
  record: string;
  /** A seat's number, "all" or "spectator". */
  eyes?: string;
  /** The first step to draw. */
  first?: number;
};

export type Unsubscription = {
  endpoint: string;
};

/** What a browser's `PushSubscription` says of itself. */
export type Subscription = {
  endpoint: string;
  keys: SubscriptionKeys;
};

export type SubscriptionKeys = {
  p256dh: string;
  auth: string;
};

export type Receive = {
  token: string;
};

/** Whom you would like to play: anybody, at this game. */
export type Pairing = {
  game: string;
  /** Those that differ from their defaults. */
  options?: Record<string, number>;
  seats?: number;
  name?: string | null;
};

/** The places chosen; none: give up. */
export type PuzzleAnswer = {
  places: string[];
};

export type Message = State | Gathered | Refused | People | Hinted | Reacted | Chatted | Alive;

export type Command = Act | Undo | Resign | AutoPass | Hurry | Hint | Claim | Wait | Back | Resume | Seal | Entropy | Probe | React | Chat;

// As received: without fields at their defaults, which `fill...` restores

export type SentState = Omit<State, "scene" | "told"> & {
  scene: SentScene;
  told: SentTold[];
};
export const fillState = (sent: SentState): State => ({
  ...sent,
  scene: fillScene(sent.scene),
  told: sent.told.map(fillTold),
});

export type SentScene = Omit<Scene, "detail" | "boards" | "zones" | "pieces" | "players" | "actions" | "routes" | "outcome" | "contest" | "decline" | "concerns"> & {
  detail?: string;
  boards: SentBoard[];
  zones: SentZone[];
  pieces: SentPiece[];
  players: SentPlayer[];
  actions?: SentAction[];
  routes?: SentAction[];
  outcome?: SentOutcome | null;
  contest?: SentContest | null;
  decline?: number | null;
  concerns?: boolean;
};
export const fillScene = (sent: SentScene): Scene => ({
  detail: "",
  decline: null,
  concerns: true,
  ...sent,
  boards: sent.boards.map(fillBoard),
  zones: sent.zones.map(fillZone),
  pieces: sent.pieces.map(fillPiece),
  players: sent.players.map(fillPlayer),
  actions: (sent.actions ?? []).map(fillAction),
  routes: (sent.routes ?? []).map(fillAction),
  outcome: sent.outcome ? fillOutcome(sent.outcome) : null,
  contest: sent.contest ? fillContest(sent.contest) : null,
});

export type SentBoard = Omit<Board, "cells" | "links" | "columns" | "rows"> & {
  cells: SentCell[];
  links?: [string, string][];
  columns?: string[];
  rows?: string[];
};
export const fillBoard = (sent: SentBoard): Board => ({
  links: [],
  columns: [],
  rows: [],
  ...sent,
  cells: sent.cells.map(fillCell),
});

export type SentCell = Omit<Cell, "terrain" | "marks" | "outline"> & {
  terrain?: string;
  marks?: SentMark[];
  outline?: [number, number][];
};
export const fillCell = (sent: SentCell): Cell => ({
  terrain: "sea",
  outline: [],
  ...sent,
  marks: (sent.marks ?? []).map(fillMark),
});

export type SentMark = Omit<Mark, "symbol" | "text" | "seat" | "filled" | "fade"> & {
  symbol?: string;
  text?: string;
  seat?: number | null;
  filled?: boolean;
  fade?: number;
};
export const fillMark = (sent: SentMark): Mark => ({
  symbol: "",
  text: "",
  seat: null,
  filled: false,
  fade: 0.0,
  ...sent,
});

export type SentZone = Omit<Zone, "seat" | "count"> & {
  seat?: number | null;
  count?: number | null;
};
export const fillZone = (sent: SentZone): Zone => ({
  seat: null,
  count: null,
  ...sent,
});

export type SentPiece = Omit<Piece, "symbol" | "seat" | "halves" | "turned" | "badges" | "art" | "pegs"> & {
  symbol?: string;
  seat?: number | null;
  halves?: SentHalf[];
  turned?: boolean;
  badges?: string[];
  art?: string;
  pegs?: [string, number][];
};
export const fillPiece = (sent: SentPiece): Piece => ({
  symbol: "",
  seat: null,
  turned: false,
  badges: [],
  art: "",
  pegs: [],
  ...sent,
  halves: (sent.halves ?? []).map(fillHalf),
});

export type SentHalf = Omit<Half, "symbol" | "tag" | "tone" | "text" | "art" | "value"> & {
  symbol?: string;
  tag?: string;
  tone?: "calm" | "danger" | "plain";
  text?: string;
  art?: string;
  value?: string;
};
export const fillHalf = (sent: SentHalf): Half => ({
  symbol: "",
  tag: "",
  tone: "plain",
  text: "",
  art: "",
  value: "",
  ...sent,
});

export type SentPlayer = Omit<Player, "tallies"> & {
  tallies?: Tally[];
};
export const fillPlayer = (sent: SentPlayer): Player => ({
  tallies: [],
  ...sent,
});

export type SentAction = Omit<Action, "targets" | "final" | "consequences" | "then"> & {
  targets?: string[];
  final?: boolean;
  consequences?: SentConsequence[];
  then?: number[];
};
export const fillAction = (sent: SentAction): Action => ({
  targets: [],
  final: false,
  then: [],
  ...sent,
  consequences: (sent.consequences ?? []).map(fillConsequence),
});

export type SentConsequence = Omit<Consequence, "tone" | "at" | "short"> & {
  tone?: "calm" | "danger" | "plain";
  at?: string;
  short?: string;
};
export const fillConsequence = (sent: SentConsequence): Consequence => ({
  tone: "plain",
  at: "",
  short: "",
  ...sent,
});

export type SentOutcome = Omit<Outcome, "scores"> & {
  scores?: number[] | null;
};
export const fillOutcome = (sent: SentOutcome): Outcome => ({
  scores: null,
  ...sent,
});

export type SentContest = Omit<Contest, "sides" | "text"> & {
  sides: SentSide[];
  text?: string;
};
export const fillContest = (sent: SentContest): Contest => ({
  text: "",
  ...sent,
  sides: sent.sides.map(fillSide),
});

export type SentSide = Omit<Side, "seat" | "parts" | "symbol"> & {
  seat?: number | null;
  parts?: [string, number][];
  symbol?: string;
};
export const fillSide = (sent: SentSide): Side => ({
  seat: null,
  parts: [],
  symbol: "",
  ...sent,
});

export type SentTold = Omit<Told, "seat" | "cues"> & {
  seat?: number | null;
  cues?: SentCue[];
};
export const fillTold = (sent: SentTold): Told => ({
  seat: null,
  ...sent,
  cues: (sent.cues ?? []).map(fillCue),
});

export type SentCue = Omit<Cue, "to" | "seat" | "moment" | "text" | "sides"> & {
  to?: string;
  seat?: number | null;
  moment?: string;
  text?: string;
  sides?: SentSide[];
};
export const fillCue = (sent: SentCue): Cue => ({
  to: "",
  seat: null,
  moment: "",
  text: "",
  ...sent,
  sides: (sent.sides ?? []).map(fillSide),
});

export type SentReplayed = Omit<Replayed, "steps"> & {
  steps: SentStep[];
};
export const fillReplayed = (sent: SentReplayed): Replayed => ({
  ...sent,
  steps: sent.steps.map(fillStep),
});

export type SentStep = Omit<Step, "told"> & {
  told: SentTold[];
};
export const fillStep = (sent: SentStep): Step => ({
  ...sent,
  told: sent.told.map(fillTold),
});

export type SentFrames = Omit<Frames, "scenes"> & {
  scenes: SentScene[];
};
export const fillFrames = (sent: SentFrames): Frames => ({
  ...sent,
  scenes: sent.scenes.map(fillScene),
});

export type SentPuzzle = Omit<Puzzle, "scene"> & {
  scene: SentScene;
};
export const fillPuzzle = (sent: SentPuzzle): Puzzle => ({
  ...sent,
  scene: fillScene(sent.scene),
});

export type SentMessage = SentState | Gathered | Refused | People | Hinted | Reacted | Chatted | Alive;
