// The service's HTTP side: one function per request, errors as sentences for people.

export type Option = { name: string; default: number; low: number; high: number; help: string };
export type Game = {
  id: string;
  title: string;
  summary: string;
  seats: [number, number];
  options: Option[];
  bots: { id: string; about: string }[];
};
export type NewSeat = { kind: "me" | "bot" | "friend"; bot?: string; name?: string };
export type Created = { id: string; seats: { seat: number; kind: string; name: string; invite?: string }[] };
export type MatchSeat = {
  seat: number;
  kind: "person" | "bot" | "open";
  name: string;
  yours: boolean;
  present: boolean;
};
export type MatchInfo = {
  id: string;
  game: string;
  title: string;
  options: Record<string, number>;
  commitment: string;
  seats: MatchSeat[];
  over: boolean;
};

export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const BUSY = "The service does not answer. Is it running? Try again in a moment.";

async function request(path: string, body?: unknown): Promise<Response> {
  const post = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const response = await fetch(`/api${path}`, body === undefined ? undefined : post).catch(() => null);
  if (response === null) throw new Refused(0, BUSY);
  if (response.ok) return response;
  const answer = (await response.json().catch(() => null)) as Record<string, unknown> | null;
  const said = answer?.message ?? answer?.detail;
  throw new Refused(response.status, typeof said === "string" && said !== "" ? said : BUSY);
}

export async function games(): Promise<Game[]> {
  return (await request("/games")).json() as Promise<Game[]>;
}

export async function rules(game: string): Promise<string> {
  return (await request(`/games/${encodeURIComponent(game)}/rules`)).text();
}

export async function symbols(game: string): Promise<string> {
  return (await request(`/games/${encodeURIComponent(game)}/symbols.svg`)).text();
}

export async function create(
  game: string,
  options: Record<string, number>,
  seats: NewSeat[],
): Promise<Created> {
  return (await request("/matches", { game, options, seats })).json() as Promise<Created>;
}

export async function match(id: string): Promise<MatchInfo> {
  return (await request(`/matches/${encodeURIComponent(id)}`)).json() as Promise<MatchInfo>;
}

export async function join(id: string, invite: string, name: string): Promise<{ seat: number }> {
  const body = name === "" ? { invite } : { invite, name };
  return (await request(`/matches/${encodeURIComponent(id)}/join`, body)).json() as Promise<{ seat: number }>;
}

export async function rematch(id: string): Promise<{ id: string }> {
  return (await request(`/matches/${encodeURIComponent(id)}/rematch`, {})).json() as Promise<{ id: string }>;
}

export type Weighed = { label: string; chance: number };
export type Analysis = {
  seat: number;
  turns: { turn: number; chance: number; did: string; options: Weighed[] }[];
  /** Not there where somebody resigned: it does not follow from a turn. */
  result: number | null;
  moments: { at: number; before: number; after: number }[];
};

/** A match that is over, looked back on with the eyes of a seat. */
export async function lookBack(id: string, seat: number): Promise<Analysis> {
  return (
    await request(`/matches/${encodeURIComponent(id)}/analysis?seat=${seat}`)
  ).json() as Promise<Analysis>;
}

export function recordLink(id: string): string {
  return `/api/matches/${encodeURIComponent(id)}/record`;
}

export function socketLink(id: string, seat: number | null): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const query = seat === null ? "" : `?seat=${seat}`;
  return `${scheme}://${location.host}/api/matches/${encodeURIComponent(id)}/socket${query}`;
}
