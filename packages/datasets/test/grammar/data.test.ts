import { scope } from "@saccade/tensor";
import { expect, test } from "vitest";
import { grammarData } from "../../src/index.ts";

test("grammarData gives batches of ids that spell the sentences of its split", () => {
  scope(() => {
    const counts = { train: 500, validation: 5, test: 7 };
    const data = grammarData({ languages: "en-zh", ...counts, batchSize: 32, seed: 4 });
    expect(data.batches.batchesPerEpoch).toBe(16);
    expect([data.arrays.X.shape, data.validation.Y.shape]).toEqual([500, 5].map((rows) => [rows, 15]));
    expect(data.test.XValidLen.shape).toEqual([7]);
    const lists = [
      [data.arrays, data.split.train],
      [data.validation, data.split.validation],
      [data.test, data.split.test],
    ] as const;
    for (const [arrays, pairs] of lists) {
      const lengths = arrays.YValidLen.dataSync();
      pairs.slice(0, 5).forEach(({ source, target }, row) => {
        const [x, y] = [arrays.X, arrays.Y].map((ids) => ids.select(0, row).dataSync());
        expect(data.srcVocab.toTokens(x!).slice(0, source.length + 1)).toEqual([...source, "<eos>"]);
        expect(data.tgtVocab.toTokens(y!).slice(0, target.length)).toEqual(target);
        expect(lengths[row]).toBe(target.length + 1);
      });
    }
  });
});
