import fc from "fast-check";
import { expect, it } from "vitest";
import { trustOf } from "../../src/pages/translator/network/frames.ts";

const share = fc.double({ min: 0, max: 1, noNaN: true });

it("a word is trusted as far as it was probable and read from known words", () => {
  fc.assert(
    fc.property(share, share, fc.boolean(), (probability, weight, known) => {
      const source = [
        { text: "cat", known: true },
        { text: "zebra", known },
      ];
      const [trust] = trustOf(source, [[1 - weight, weight]], [probability]);
      expect(trust).toBeCloseTo(probability * (known ? 1 : 1 - weight), 10);
    }),
  );
});

it("without probabilities, as in films of older runs, only unknown words count", () => {
  expect(trustOf([{ text: "cat", known: true }], [[1]], [])).toEqual([1]);
  expect(trustOf([{ text: "zebra", known: false }], [[1]], [])).toEqual([0]);
});
