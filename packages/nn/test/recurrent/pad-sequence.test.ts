import { arange, ones, tensor, zeros } from "@saccade/tensor";
import fc from "fast-check";
import { expect, test } from "vitest";
import { padSequence, unpadSequence } from "../../src/index.ts";

const sequences = [tensor([[1, 2], [3, 4], [5, 6]]), tensor([[7, 8]])]; // biome-ignore format: one line

test("padSequence has the numbers of PyTorch's pad_sequence", () => {
  expect(padSequence(sequences).toArray()).toEqual([[[1, 2], [7, 8]], [[3, 4], [0, 0]], [[5, 6], [0, 0]]]); // biome-ignore format: one line
  const left = padSequence(sequences, { batchFirst: true, paddingValue: -1, paddingSide: "left" });
  expect(left.toArray()).toEqual([[[1, 2], [3, 4], [5, 6]], [[-1, -1], [-1, -1], [7, 8]]]); // biome-ignore format: one line
});

test("unpadSequence takes the padding away again", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(4), { minLength: 1, maxLength: 4 }), fc.boolean(), (lengths, batchFirst) => {
      const given = lengths.map((length) => arange(length * 2).reshape([length, 2]));
      const padded = padSequence(given, { batchFirst });
      expect(padded.size(batchFirst ? 1 : 0)).toBe(Math.max(...lengths));
      for (const counts of [lengths, tensor(lengths, { dtype: "int32" })])
        expect(unpadSequence(padded, counts, { batchFirst }).map((x) => x.toArray())).toEqual(
          given.map((x) => x.toArray()),
        );
    }),
  );
});

test("sequences that differ beside their length are refused", () => {
  expect(() => padSequence([zeros([2, 3]), ones([2, 4])])).toThrow(
    "padSequence: sequences[1] [2, 4] must be (length, …) with the sizes [3] of sequences[0]",
  );
  expect(() => padSequence([])).toThrow("padSequence: the list of sequences is empty");
});
