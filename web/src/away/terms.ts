// What may be agreed about time when a game is made: a few choices in plain words.
import type { NewMatch, NewSeat, Pace } from "../wire.generated";
import { say } from "../words";

export type Agreed = { pace: string; onTime: NonNullable<NewMatch["on_time"]>; invitees: string };

export const PACES: Record<string, { label: () => string; pace: Pace }> = {
  days3: { label: () => say("3 days for every turn"), pace: { days: 3 } },
  days1: { label: () => say("1 day for every turn"), pace: { days: 1 } },
  minutes30: { label: () => say("30 minutes each"), pace: { minutes: 30 } },
  minutes10: {
    label: () => say("10 minutes each, and 10 seconds a turn"),
    pace: { minutes: 10, seconds: 10 },
  },
};

export const ON_TIME: Record<Agreed["onTime"], () => string> = {
  claim: () => say("the others decide"),
  bot: () => say("a bot plays until they are back"),
  lose: () => say("they lose"),
};

export const INVITEES: Record<string, { label: () => string; invitees: NewMatch["invitees"] }> = {
  claim: { label: () => say("after 3 days we decide"), invitees: { days: 3, then: "claim" } },
  bot: { label: () => say("after 1 day a bot sits in"), invitees: { days: 1, then: "bot" } },
  call_off: { label: () => say("after 7 days it is called off"), invitees: { days: 7, then: "call_off" } },
  never: { label: () => say("we wait for ever"), invitees: null },
};

/** No clock; but whoever waits for a friend who never comes is not stuck. */
export const USUAL: Agreed = { pace: "", onTime: "claim", invitees: "claim" };

/** The part of a new match that is about time. */
export function terms(
  agreed: Agreed,
  seats: readonly NewSeat[],
): Pick<NewMatch, "pace" | "on_time" | "invitees"> {
  const invites = seats.some((seat) => seat.kind === "friend");
  return {
    pace: PACES[agreed.pace]?.pace ?? null,
    on_time: agreed.onTime,
    invitees: invites ? (INVITEES[agreed.invitees]?.invitees ?? null) : null,
  };
}
