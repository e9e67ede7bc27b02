// Fair chance: what this browser adds to a match's seed, what it keeps to check the server by, and the check. The
// hash is not WebCrypto's, which pages over plain HTTP do not have. docs/fairness.md tells the whole story.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { remember, remembered } from "./memory";
import type { Entropy, Gathered, Seal } from "./wire.generated";
import { say } from "./words";

/** What must not depend on the server's word. */
export type Kept = {
  /** The first commitment this browser saw. */
  commitment: string;
  /** What it contributes, if it plays. */
  entropy: string;
  /** The seals it had seen when it sent that; none: it has not been sent. */
  seals: string[];
};

export type Contribution = { seat: number; seal?: string; entropy?: string };
/** Of a record, what the seed was made of. */
export type Origin = { seed: string; chance?: { secret: string; contributions: Contribution[] } };
export type Finding = { good: boolean; text: string };

const ENTROPY = /^[0-9a-f]{32}$/;

/** For browsers that refuse storage: as long as the page is open. */
const unstored = new Map<string, string>();

export function keptFor(match: string): Kept | null {
  const text = remembered(`fair.${match}`) || unstored.get(match);
  return text ? (JSON.parse(text) as Kept) : null;
}

function keep(match: string, kept: Kept): void {
  unstored.set(match, JSON.stringify(kept));
  remember(`fair.${match}`, JSON.stringify(kept));
}

/** Keep a commitment, if it is the first for this match. */
export function keepCommitment(match: string, commitment: string): Kept {
  const known = keptFor(match);
  if (known) return known;
  const entropy = bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
  const kept = { commitment, entropy, seals: [] };
  keep(match, kept);
  return kept;
}

export const commitmentTo = (secret: string) => bytesToHex(sha256(hexToBytes(secret)));

export const sealOf = (entropy: string) =>
  bytesToHex(sha256(concatBytes(utf8ToBytes("quarterdeck entropy\n"), hexToBytes(entropy))));

/** The seed, as it must follow from the secret and all contributions. */
export function seedFrom(secret: string, contributions: readonly Contribution[]): string {
  const parts = contributions.flatMap(({ seat, entropy }) =>
    entropy ? [Uint8Array.of(seat), hexToBytes(entropy)] : [],
  );
  return bytesToHex(sha256(concatBytes(utf8ToBytes("quarterdeck seed\n"), hexToBytes(secret), ...parts)));
}

/** What to answer while a match is gathering, as the client that contributes for `seat`. */
export function answer(
  match: string,
  seat: number,
  gathered: Gathered,
): Omit<Seal, "key"> | Omit<Entropy, "key"> | null {
  const kept = keepCommitment(match, gathered.commitment);
  if (!gathered.missing.includes(seat) || kept.commitment !== gathered.commitment) return null;
  const seal = sealOf(kept.entropy);
  if (!gathered.closed) return { type: "seal", seal };
  const seals = gathered.seals.map((one) => one.seal);
  if (!seals.includes(seal)) return null;
  // Sent once: whoever asks again and shows other seals wants to choose what to add.
  if (kept.seals.length > 0 && kept.seals.join() !== seals.join()) return null;
  keep(match, { ...kept, seals });
  return { type: "entropy", entropy: kept.entropy };
}

/** Everything that can be checked of a finished match without replaying it. */
export function check(kept: Kept | null, played: boolean, origin: Origin): Finding[] {
  const secret = origin.chance?.secret ?? origin.seed;
  const found = commitmentTo(secret);
  const findings: Finding[] = [];
  const judge = (good: boolean, yes: string, no: string) => findings.push({ good, text: good ? yes : no });
  if (kept) {
    judge(
      found === kept.commitment,
      say("The server’s secret is the one it committed to before the deal."),
      say("The server’s secret is not the one it committed to before the deal."),
    );
  }
  if (!origin.chance) return findings;
  const mixed = origin.chance.contributions;
  const revealed = mixed.filter((one) => one.entropy);
  if (kept && played) {
    judge(
      revealed.some((one) => one.entropy === kept.entropy),
      say("What this browser contributed went into the seed."),
      say("What this browser contributed did not go into the seed: the deal may have been chosen."),
    );
    judge(
      revealed.every((one) => kept.seals.includes(one.seal ?? "")),
      say("Everybody’s contribution was sealed before this browser sent its own."),
      say("Somebody’s contribution was sealed after this browser had sent its own: it may have been chosen."),
    );
  }
  judge(
    revealed.every((one) => ENTROPY.test(one.entropy!) && sealOf(one.entropy!) === one.seal),
    say("All contributions are those that were sealed."),
    say("A contribution is not the one that was sealed."),
  );
  judge(
    seedFrom(secret, mixed) === origin.seed,
    say("The seed follows from the secret and the contributions."),
    say("The seed does not follow from the secret and the contributions."),
  );
  return findings;
}
