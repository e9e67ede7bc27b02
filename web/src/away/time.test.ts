import { expect, test } from "vitest";
import { lasting, left, ticking } from "./time";

const seat = { seat: 0, due: null, left: null, absent: null, claims: [] };

test("time is said in the unit that matters", () => {
  expect([259200, 258000, 129600, 86400, 7199, 5400, 1800, 90, 60, 1, -1].map(lasting)).toEqual([
    "3 days",
    "3 days",
    "2 days",
    "24 hours",
    "2 hours",
    "2 hours",
    "30 minutes",
    "2 minutes",
    "60 seconds",
    "1 second",
    "0 seconds",
  ]);
});

test("a clock shows minutes and seconds, or days and hours", () => {
  expect([190800, 18720, 272, 59.2, 0, -5].map(ticking)).toEqual([
    "2 d 5 h",
    "5 h 12 min",
    "4:32",
    "1:00",
    "0:00",
    "0:00",
  ]);
});

test("a clock that waits at the start of a turn stands still, then runs", () => {
  const running = { ...seat, due: 1130, left: 120 };
  expect([1000, 1010, 1040, 1200].map((now) => left(running, now))).toEqual([120, 120, 90, 0]);
  expect(left({ ...seat, left: 45 }, 1000)).toBe(45);
  expect(left({ ...seat, due: 4600 }, 1000)).toBe(3600);
  expect(left(seat, 1000)).toBeNull();
});
