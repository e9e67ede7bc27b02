// Reactions in words, and what was said at the table.
import type { Chatted, Reacted } from "../wire.generated";
import { say } from "../words";

export const REACTIONS: Record<Reacted["what"], () => string> = {
  hello: () => say("Hello"),
  thanks: () => say("Thanks"),
  well_played: () => say("Well played"),
  oops: () => say("Oops"),
  thinking: () => say("Let me think"),
  good_game: () => say("Good game"),
};

/** Something that was said; `id` goes up. */
export type Remark = { id: number; seat: number; text: string; chat: boolean };

const REMEMBERED = 50;
let last = 0;

/** What was said, with what has just arrived; the oldest is forgotten. */
export function heard(before: readonly Remark[], message: Reacted | Chatted): Remark[] {
  const chat = message.type === "chatted";
  const text = chat ? message.text : REACTIONS[message.what]();
  last += 1;
  return [...before, { id: last, seat: message.seat, text, chat }].slice(-REMEMBERED);
}
