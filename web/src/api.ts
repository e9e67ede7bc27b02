// The service's HTTP side: one function per request; what is refused is a sentence for people.
import type { Origin } from "./fairness";
import { api } from "./places";
import {
  fillFrames,
  fillReplayed,
  type Analysis,
  type Frames,
  type GameInfo,
  type Glossary,
  type Join,
  type Joined,
  type Lesson,
  type Lobby,
  type Look,
  type MadeMatch,
  type MatchInfo,
  type MyMatches,
  type NewMatch,
  type Paired,
  type Pairing,
  type PushKey,
  type PuzzleAnswer,
  type PuzzleInfo,
  type Refusal,
  type Rematch,
  type Replayed,
  type SentFrames,
  type SentPuzzle,
  type SentReplayed,
  type Transfer,
  type Verdict,
} from "./wire.generated";
import { fillPuzzle } from "./wire.generated";
import { say } from "./words";

export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly code = "",
  ) {
    super(message);
  }
}

const silent = () => say("The service does not answer. Is it running? Try again in a moment.");

async function request(path: string, body?: unknown, method = "POST"): Promise<Response> {
  const post = {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const response = await fetch(`${api}${path}`, body === undefined ? undefined : post).catch(() => null);
  if (response === null) throw new Refused(0, silent());
  if (response.ok) return response;
  const refusal = (await response.json().catch(() => null)) as Partial<Refusal> | null;
  throw new Refused(response.status, refusal?.message || silent(), refusal?.code);
}

async function ask<Answer>(path: string, body?: unknown): Promise<Answer> {
  return (await request(path, body)).json() as Promise<Answer>;
}

const gamePath = (id: string) => `/games/${encodeURIComponent(id)}`;
const matchPath = (id: string) => `/matches/${encodeURIComponent(id)}`;

export const games = () => ask<GameInfo[]>("/games");

export async function rules(game: string): Promise<string> {
  return (await request(`${gamePath(game)}/rules`)).text();
}

/** Where a picture that the rules refer to lies; nothing but those is ever fetched for them. */
export function pictureLink(game: string, href: string): string {
  const name = /^pictures\/([\w-]+\.svg)$/.exec(href)?.[1];
  return name ? `${api}${gamePath(game)}/pictures/${name}` : "";
}

export const glossary = (game: string) => ask<Glossary>(`${gamePath(game)}/glossary`);

export async function symbols(game: string): Promise<string> {
  return (await request(`${gamePath(game)}/symbols.svg`)).text();
}

/** Colours, drawings and sounds for the table. */
export const look = (game: string) => ask<Look>(`${gamePath(game)}/look`);

const covers = new Map<string, Promise<string>>();

/** A game's cover; asked for once, however often it is shown. */
export function cover(game: string): Promise<string> {
  const asked = covers.get(game) ?? request(`${gamePath(game)}/cover.svg`).then((answer) => answer.text());
  covers.set(game, asked);
  return asked;
}

export const create = (match: NewMatch) => ask<MadeMatch>("/matches", match);

export const match = (id: string) => ask<MatchInfo>(matchPath(id));

/** What the coach says; for whoever is taught. */
export const lesson = (id: string) => ask<Lesson>(`${matchPath(id)}/lesson`);

export const join = (id: string, invitation: Join) => ask<Joined>(`${matchPath(id)}/join`, invitation);

export const rematch = (id: string) => ask<Rematch>(`${matchPath(id)}/rematch`, {});

/** A page of one's own matches: running or finished ones. */
export const mine = (over: boolean, after = "") =>
  ask<MyMatches>(`/me/matches?over=${over}&after=${encodeURIComponent(after)}`);

/** A token with which another browser becomes this one's guest. */
export const transfer = () => ask<Transfer>("/me/transfer", {});

/** Become the guest who made the token. */
export const receive = (token: string) => ask<MyMatches>("/me/receive", { token });

/** The tables that anybody may join. */
export const lobby = () => ask<Lobby>("/lobby");

/** Join somebody who waits for such a game, or wait. */
export const pair = (wanted: Pairing) => ask<Paired>("/lobby", wanted);

/** What the seed of a finished match was made of: a part of its record. */
export const origin = (id: string) => ask<Origin>(`${matchPath(id)}/record`);

/** With what a browser subscribes to notices. */
export const pushKey = () => ask<PushKey>("/push/key");

export const subscribe = (subscription: PushSubscriptionJSON) => request("/push/subscriptions", subscription);

export const unsubscribe = (endpoint: string) => request("/push/subscriptions", { endpoint }, "DELETE");

/** Where a replay comes from: a match that is over, or a file, which is sent along and never stored. */
export type Source = { match: string } | { record: string };

/** A game that is over, analysed from one seat's point of view. */
export const analyse = (source: Source, seat: number) =>
  "match" in source
    ? ask<Analysis>(`${matchPath(source.match)}/analysis?seat=${seat}`)
    : ask<Analysis>("/replay/analysis", { record: source.record, eyes: String(seat) });

export async function replaySteps(source: Source, eyes: string): Promise<Replayed> {
  const sent =
    "match" in source
      ? await ask<SentReplayed>(`${matchPath(source.match)}/replay?eyes=${eyes}`)
      : await ask<SentReplayed>("/replay", { record: source.record, eyes });
  return fillReplayed(sent);
}

export async function replayFrames(source: Source, eyes: string, first: number): Promise<Frames> {
  const sent =
    "match" in source
      ? await ask<SentFrames>(`${matchPath(source.match)}/frames?eyes=${eyes}&first=${first}`)
      : await ask<SentFrames>("/replay/frames", { record: source.record, eyes, first });
  return fillFrames(sent);
}

export const recordLink = (id: string) => `${api}${matchPath(id)}/record`;

export const puzzles = () => ask<PuzzleInfo[]>("/puzzles");

const puzzlePath = (game: string) => `/puzzles/${encodeURIComponent(game)}`;

export const puzzle = async (game: string, day: string) =>
  fillPuzzle(await ask<SentPuzzle>(`${puzzlePath(game)}?day=${encodeURIComponent(day)}`));

/** What becomes of an answer; without places: give up. */
export const answerPuzzle = (game: string, day: string, places: readonly string[]) =>
  ask<Verdict>(`${puzzlePath(game)}/${encodeURIComponent(day)}/answer`, {
    places: [...places],
  } satisfies PuzzleAnswer);

export function socketLink(id: string, seat: number | null): string {
  const query = seat === null ? "" : `?seat=${seat}`;
  return `${api.replace(/^http/, "ws")}${matchPath(id)}/socket${query}`;
}
