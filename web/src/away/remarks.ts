// Reactions in words, and what was said at the table.
import type { Chatted, Reacted } from "../wire.generated";

export const REACTIONS: Record<Reacted["what"], string> = {
  hello: "Hello",
  thanks: "Thanks",
  well_played: "Well played",
  oops: "Oops",
  thinking: "Let me think",
  good_game: "Good game",
};

/** Something that was said; `id` goes up. */
export type Remark = { id: number; seat: number; text: string; chat: boolean };

const REMEMBERED = 50;
let last = 0;

/** What was said, with what has just arrived; the oldest is forgotten. */
export function heard(before: readonly Remark[], message: Reacted | Chatted): Remark[] {
  const chat = message.type === "chatted";
  const text = chat ? message.text : REACTIONS[message.what];
  last += 1;
  return [...before, { id: last, seat: message.seat, text, chat }].slice(-REMEMBERED);
}
