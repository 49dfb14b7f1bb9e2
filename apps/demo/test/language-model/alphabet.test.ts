import { expect, it } from "vitest";
import { charactersCoder } from "../../src/pages/language-model/coders.ts";

it("characters are ordered by how often they occur, and those that have no token are named", () => {
  const coder = charactersCoder("abacadabcabd");
  expect(coder.characters).toEqual(["a", "b", "c", "d"]);
  expect(coder.encode("bz ab")).toEqual({ ids: [1, 0, 1], unknown: ["z", " "] });
});

it("of a text with very many characters, the rare ones share a token", () => {
  const text = Array.from({ length: 600 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join("");
  const coder = charactersCoder(text);
  expect(coder.characters).toHaveLength(500);
  expect(coder.encode(text.at(-1)!).ids).toEqual([499]);
});
