import { expect, it } from "vitest";
import { Alphabet } from "../../src/pages/language-model/coders.ts";

const alphabet = new Alphabet("abacadabcabd");

it("an alphabet orders characters by how often they occur, and names those it lacks", () => {
  expect(alphabet.characters).toEqual(["a", "b", "c", "d"]);
  expect(alphabet.encode("bz ab")).toEqual({ ids: [1, 0, 1], unknown: ["z", " "] });
});

it("an alphabet of a text with very many characters gives the rare ones one token", () => {
  const text = Array.from({ length: 600 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join("");
  const large = new Alphabet(text);
  expect(large.size).toBe(500);
  expect(large.encode(text.at(-1)!).ids).toEqual([499]);
});
