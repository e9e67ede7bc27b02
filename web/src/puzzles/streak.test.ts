import { beforeEach, expect, test, vi } from "vitest";
import { keepResult, lastResult, shareLine } from "./streak";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

test("a streak grows day by day, across months, for each game by itself", () => {
  expect(keepResult("hideout", "2026-11-30", 1, true).streak).toBe(1);
  expect(keepResult("hideout", "2026-12-01", 3, true).streak).toBe(2);
  expect(keepResult("leduc", "2026-12-02", 1, true).streak).toBe(1);
  expect(keepResult("hideout", "2026-12-02", 1, true).streak).toBe(3);
});

test("a day missed or given up ends a streak", () => {
  keepResult("hideout", "2026-11-17", 1, true);
  expect(keepResult("hideout", "2026-11-19", 1, true).streak).toBe(1);
  expect(keepResult("hideout", "2026-11-20", 2, false).streak).toBe(0);
  expect(keepResult("hideout", "2026-11-21", 1, true).streak).toBe(1);
});

test("the first result of a day stays, and an older puzzle does not replace it", () => {
  keepResult("hideout", "2026-11-17", 2, true);
  keepResult("hideout", "2026-11-17", 1, true);
  keepResult("hideout", "2026-11-03", 1, false);
  expect(lastResult("hideout")).toEqual({ day: "2026-11-17", tries: 2, solved: true, streak: 1 });
});

test("the line to share says how it went and nothing of the answer", () => {
  const result = { day: "2026-11-17", tries: 1, solved: true, streak: 4 };
  expect(shareLine("Hideout", result)).toBe(
    "Quarterdeck puzzle, Hideout, 17 November: solved in 1 try · streak 4",
  );
  const lost = { ...result, solved: false, streak: 0, tries: 3 };
  expect(shareLine("Hideout", lost)).toBe("Quarterdeck puzzle, Hideout, 17 November: not solved");
});
