// The service's HTTP side: one function per request; what is refused is a sentence for people.
import type { Origin } from "./fairness";
import { api } from "./places";
import type {
  Analysis,
  GameInfo,
  Join,
  Joined,
  Lesson,
  MadeMatch,
  MatchInfo,
  NewMatch,
  Refusal,
  Rematch,
} from "./wire.generated";

export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const SILENT = "The service does not answer. Is it running? Try again in a moment.";

async function request(path: string, body?: unknown): Promise<Response> {
  const post = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const response = await fetch(`${api}${path}`, body === undefined ? undefined : post).catch(() => null);
  if (response === null) throw new Refused(0, SILENT);
  if (response.ok) return response;
  const refusal = (await response.json().catch(() => null)) as Partial<Refusal> | null;
  throw new Refused(response.status, refusal?.message || SILENT);
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

export async function symbols(game: string): Promise<string> {
  return (await request(`${gamePath(game)}/symbols.svg`)).text();
}

export const create = (match: NewMatch) => ask<MadeMatch>("/matches", match);

export const match = (id: string) => ask<MatchInfo>(matchPath(id));

/** What the coach says; for whoever is taught. */
export const lesson = (id: string) => ask<Lesson>(`${matchPath(id)}/lesson`);

export const join = (id: string, invitation: Join) => ask<Joined>(`${matchPath(id)}/join`, invitation);

export const rematch = (id: string) => ask<Rematch>(`${matchPath(id)}/rematch`, {});

/** A finished match, analysed from one seat's point of view. */
export const analyse = (id: string, seat: number) => ask<Analysis>(`${matchPath(id)}/analysis?seat=${seat}`);

/** What the seed of a finished match was made of: a part of its record. */
export const origin = (id: string) => ask<Origin>(`${matchPath(id)}/record`);

export const recordLink = (id: string) => `${api}${matchPath(id)}/record`;

export function socketLink(id: string, seat: number | null): string {
  const query = seat === null ? "" : `?seat=${seat}`;
  return `${api.replace(/^http/, "ws")}${matchPath(id)}/socket${query}`;
}
