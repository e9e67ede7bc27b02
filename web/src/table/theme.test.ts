import { expect, it } from "vitest";
import { parseTheme, themeRules } from "./theme";

it("a theme is custom properties for night and day", () => {
  const theme = parseTheme(
    "/* dusk */ :root{--night:#111;--text: #eee; --cell-zone-even:#0f0}\n[data-day]{--night:#fed}",
  );
  expect(theme.night).toEqual({ "--night": "#111", "--foam": "#eee", "--cell-zone-even": "#0f0" });
  expect(theme.day).toEqual({ "--night": "#fed" });
});

it.each([
  ":root{color:red}",
  ":root{--unheard-of:red}",
  "body{--night:red}",
  ":root{--night:url(//elsewhere.example)}",
  ":root{--paper:image-set('//elsewhere.example' 1x)}",
  ":root{--night:u\\72l(//elsewhere.example)}",
  "@import '//elsewhere.example';",
])("nothing else gets through: %s", (text) => {
  expect(parseTheme(text)).toEqual({ night: {}, day: {} });
});

it("no value ends its rule", () => {
  const rules = themeRules(":root{--night:red}} body{display:none}:root{--panel:blue}", ".look-x");
  expect(rules).not.toContain("body");
  expect(rules.match(/[{}]/g)).toHaveLength(6);
});
