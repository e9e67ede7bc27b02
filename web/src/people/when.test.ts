import { expect, test } from "vitest";
import { ago, company } from "./when";

test("how long ago something was", () => {
  const now = 1_000_000_000;
  expect(ago(now + 5, now)).toBe("just now");
  expect(ago(now - 59, now)).toBe("just now");
  expect(ago(now - 60, now)).toBe("1 minute ago");
  expect(ago(now - 7300, now)).toBe("2 hours ago");
  expect(ago(now - 86_400, now)).toBe("yesterday");
  expect(ago(now - 86_400 * 45, now)).toBe("last month");
});

test("who else sits at a table", () => {
  expect(company([])).toBe("");
  expect(company(["Bea"])).toBe("Bea");
  expect(company(["Bea", "Otto"])).toBe("Bea and Otto");
  expect(company(["Bea", "Otto", "Cleo"])).toBe("Bea, Otto and Cleo");
  expect(company(["Bea", "Otto", "Cleo", "Dora"])).toBe("Bea, Otto and 2 more");
});
