// Compared with codes that another program has drawn (the Python package qrcode 8.2, same mask), each row of modules
// as a hexadecimal number.
import { expect, test } from "vitest";
import { qr } from "./qr";

const CODES: Record<string, string> = {
  Quarterdeck:
    "1fc07f 104941 17575d 17545d 17515d 105241 1fd57f 1800 17ca7c 1c97bf e750e 107be 17f560 1996 1fc28e 10548f 175249 175534 1759c0 104aac 1fd04a",
  "https://games.example.org/play/AbCdEfGhIjKlMnOp?join=abcdefghijklmnopqrstuvwx":
    "1fc0f3a97f 10451d5341 175603e35d 1757183f5d 175c7d215d 105c745f41 1fd555557f 1ad6f300 17cf455e7c 82db76126 6e14042ef 14bf17c791 c44806edb 1223fe120 1860698ebb 17808ca533 104ad17c56 158c27e9a6 1955b19777 11b92184f1 187d687ed4 36d5ac09 3c1b593bb 1697a3e0f1 f5ac77ed6 17bbb36128 174708c29b 100615b0db 11c9007ff6 1a7eb918 1fc3690157 1057ec851a 1750135ff4 175767e8d5 175e799407 104062f351 1fd1e97cdf",
  ééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé:
    "1fc70b7ca717f 104e738358f41 1754f9d71cb5d 17582e2bd0a5d 175cc87db605d 1051ee4649441 1fd555555557f 1a44c71c700 17c4a5ffd0a7c 30671fdb6da8 1f66af0249054 23e58471c71e fd76c8bd0bdd 1603cfadb6fbc a526d5249140 92a3bc758216 d5804cb94fd9 14a5c3ad3e7bc cc596520d540 98cb5c249216 10eda0cdb6fd9 1e8b1ba42f7bd 15ffb27f1c5f2 151c094649117 1556a055b6f58 13167bc42f71d 1dfb827f1c7f2 586699649047 761c001b6d58 1793d44c2f499 ccd8e271c636 f9121160d70c 1f02991f294f 1a88b96ca7eb9 14fe93f758026 103000071c71f feacd93d094c 7a1156db6eb8 8fc73f649024 e3208071c71e 1c55a1ffd09fd 14f5c5b6d18 1fcc235649354 105bb0471c71e 17559d7fd09fd 175f5595b6e4f 1758f3ea491b0 1046183f58025 1fdf404394f1b",
};

test.each(Object.entries(CODES))("the code of %s", (text, rows) => {
  const drawn = qr(text)!.map((row) => BigInt(`0b${row.map(Number).join("")}`).toString(16));
  expect(drawn.join(" ")).toBe(rows);
});

test("a text that does not fit has no code", () => {
  expect(qr("x".repeat(180))).not.toBeNull();
  expect(qr("x".repeat(181))).toBeNull();
});
