import { scope } from "@saccade/tensor";
import { expect, test } from "vitest";
import { grammarData } from "../../src/index.ts";

test("grammarData gives batches of ids that spell the sentences of its split", () => {
  scope(() => {
    const data = grammarData({
      languages: "en-zh",
      train: 500,
      validation: 5,
      test: 7,
      batchSize: 32,
      seed: 4,
    });
    expect(data.batches.batchesPerEpoch).toBe(16);
    expect([data.arrays.X.shape, data.validation.Y.shape, data.test.XValidLen.shape]).toEqual([
      [500, 15],
      [5, 15],
      [7],
    ]);
    const lists = [
      [data.arrays, data.split.train],
      [data.validation, data.split.validation],
      [data.test, data.split.test],
    ] as const;
    for (const [arrays, pairs] of lists) {
      const lengths = arrays.YValidLen.dataSync();
      pairs.slice(0, 5).forEach(({ source, target }, row) => {
        expect(
          data.srcVocab.toTokens(arrays.X.select(0, row).dataSync()).slice(0, source.length + 1),
        ).toEqual([...source, "<eos>"]);
        expect(data.tgtVocab.toTokens(arrays.Y.select(0, row).dataSync()).slice(0, target.length)).toEqual(
          target,
        );
        expect(lengths[row]).toBe(target.length + 1);
      });
    }
  });
});
