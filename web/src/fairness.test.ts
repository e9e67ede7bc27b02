import { beforeEach, describe, expect, it } from "vitest";
import { answer, check, commitmentTo, keepCommitment, keptFor, sealOf, seedFrom } from "./fairness";
import type { Gathered } from "./wire.generated";

const SECRET = "5a".repeat(32);
const MINE = "00112233445566778899aabbccddeeff";
const THEIRS = "ff".repeat(16);
const contribution = (seat: number, entropy: string) => ({ seat, seal: sealOf(entropy), entropy });
const mixed = [contribution(0, MINE), contribution(1, THEIRS)];
const kept = { commitment: commitmentTo(SECRET), entropy: MINE, seals: [sealOf(MINE), sealOf(THEIRS)] };
const origin = (secret = SECRET, contributions = mixed) => ({
  seed: seedFrom(secret, contributions),
  chance: { secret, contributions },
});
const wrong = (...given: Parameters<typeof check>) =>
  check(...given)
    .filter((one) => !one.good)
    .map((one) => one.text);

let match = 0;
const id = () => `match-${match}`;
beforeEach(() => void (match += 1));

function gathered(more: Partial<Gathered> = {}): Gathered {
  return {
    type: "gathered",
    watching: 0,
    people: [],
    commitment: kept.commitment,
    seals: [],
    closed: false,
    missing: [0],
    ...more,
  };
}

describe("seeds and seals", () => {
  it("are made as the server makes them", () => {
    expect(sealOf(MINE)).toBe("c66885dfca7593121c40e1f3531f72964e80b0818747842f602510b4f7589a9b");
    expect(seedFrom(SECRET, mixed)).toBe("b0820087170b4019fd9b674e98fe55cc8bc8d28b2c84a87785de34037b75b51a");
    expect(commitmentTo("00".repeat(32))).toBe(
      "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
    );
    expect(seedFrom(SECRET, [mixed[0]!, { seat: 1, seal: sealOf(THEIRS) }])).toBe(
      seedFrom(SECRET, [mixed[0]!]),
    );
  });
});

describe("while a match is gathering", () => {
  it("seals first, and reveals once all seals are there", () => {
    const seal = answer(id(), 0, gathered());
    const { entropy } = keptFor(id())!;
    expect(seal).toEqual({ type: "seal", seal: sealOf(entropy) });
    const seals = [
      { seat: 0, seal: sealOf(entropy) },
      { seat: 1, seal: sealOf(THEIRS) },
    ];
    expect(answer(id(), 0, gathered({ seals, missing: [1] }))).toBeNull();
    expect(answer(id(), 0, gathered({ seals, closed: true }))).toEqual({ type: "entropy", entropy });
    expect(keptFor(id())!.seals).toEqual(seals.map((one) => one.seal));
  });

  it("contributes something else to every match", () => {
    expect(keepCommitment("one", "c").entropy).not.toBe(keepCommitment("two", "c").entropy);
  });

  it("sends nothing to a server that has changed its commitment", () => {
    keepCommitment(id(), kept.commitment);
    expect(answer(id(), 0, gathered({ commitment: "0".repeat(64) }))).toBeNull();
    expect(keptFor(id())!.commitment).toBe(kept.commitment);
  });

  it("sends nothing to a server that lost its seal, or shows others afterwards", () => {
    answer(id(), 0, gathered());
    const mine = { seat: 0, seal: sealOf(keptFor(id())!.entropy) };
    expect(answer(id(), 0, gathered({ closed: true }))).toBeNull();
    expect(answer(id(), 0, gathered({ closed: true, seals: [mine] }))).not.toBeNull();
    const late = { seat: 1, seal: sealOf(THEIRS) };
    expect(answer(id(), 0, gathered({ closed: true, seals: [mine, late] }))).toBeNull();
  });
});

describe("the check at the end", () => {
  it("finds nothing wrong with an honest server", () => {
    expect(wrong(kept, true, origin())).toEqual([]);
    expect(check(kept, true, origin())).toHaveLength(5);
  });

  it("notices a secret other than the one committed to first", () => {
    expect(wrong(kept, true, origin("66".repeat(32)))).toEqual([
      "The server’s secret is not the one it committed to before the deal.",
    ]);
  });

  it("notices that its contribution was ignored", () => {
    expect(wrong(kept, true, origin(SECRET, [mixed[1]!]))[0]).toContain("did not go into the seed");
    expect(wrong(kept, false, origin(SECRET, [mixed[1]!]))).toEqual([]);
  });

  it("notices a contribution chosen after its own was known", () => {
    const chosen = [mixed[0]!, contribution(1, "ab".repeat(16))];
    expect(wrong(kept, true, origin(SECRET, chosen))[0]).toContain("sealed after this browser");
  });

  it("notices a contribution other than sealed, and another seed", () => {
    const other = [mixed[0]!, { ...mixed[1]!, entropy: "ab".repeat(16) }];
    expect(wrong(kept, true, origin(SECRET, other))).toEqual([
      "A contribution is not the one that was sealed.",
    ]);
    expect(wrong(kept, true, { ...origin(), seed: "00".repeat(32) })).toEqual([
      "The seed does not follow from the secret and the contributions.",
    ]);
  });

  it("checks an older match as far as that goes", () => {
    expect(wrong(kept, true, { seed: SECRET })).toEqual([]);
    expect(wrong(kept, true, { seed: "00".repeat(32) })).toHaveLength(1);
  });
});
