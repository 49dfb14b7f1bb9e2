import { expect, test } from "vitest";
import { loadDataNmt } from "../src/index.ts";

const text = "Go.\tVa !\nHi.\tSalut !\nRun!\tCours !\nGo on.\tVa donc.\nHi there.\tSalut toi.\n";

test("pairs become ids with <eos> and padding, and their lengths", () => {
  const { arrays, srcVocab, tgtVocab, pairs } = loadDataNmt({ batchSize: 2, numSteps: 4, text });
  expect(pairs.source[3]).toEqual(["go", "on", "."]);
  expect(srcVocab.tokens).toEqual(["<unk>", "<pad>", "<bos>", "<eos>", ".", "go", "hi"]);
  expect(tgtVocab.toTokens(arrays.Y.select(0, 3).dataSync())).toEqual(["va", "<unk>", ".", "<eos>"]);
  expect(srcVocab.toTokens(arrays.X.select(0, 2).dataSync())).toEqual(["<unk>", "<unk>", "<eos>", "<pad>"]);
  expect(arrays.XValidLen.toArray()).toEqual([3, 3, 3, 4, 4]);
  expect(arrays.X.describe()).toBe("int32[5, 4]");
});

test("batches hold the four arrays' rows", () => {
  const { batches, arrays } = loadDataNmt({ batchSize: 2, numSteps: 4, text, shuffle: false });
  const rows = Array.from(batches, ({ X, XValidLen, Y, YValidLen }) => {
    expect([XValidLen.numel, Y.size(0), YValidLen.numel]).toEqual([X.size(0), X.size(0), X.size(0)]);
    return X.toArray();
  });
  expect(rows.flat()).toEqual(arrays.X.toArray());
});

test("by default 601 pairs of the embedded corpus, shuffled", () => {
  const { batches, pairs } = loadDataNmt({ batchSize: 64, numSteps: 10 });
  expect(pairs.source).toHaveLength(601);
  expect(batches.shuffle).toBe(true);
  expect(batches.batchesPerEpoch).toBe(10);
});

test("numExamples n reads n + 1 pairs, Infinity all", () => {
  const count = (numExamples: number) =>
    loadDataNmt({ batchSize: 2, numSteps: 4, text, numExamples }).pairs.source.length;
  expect(count(2)).toBe(3);
  expect(count(Number.POSITIVE_INFINITY)).toBe(5);
});

test("a bad line is named with its file", () => {
  const load = () => loadDataNmt({ batchSize: 2, numSteps: 4, text: "Go.\tVa !\nHi.\n", file: "mine.tsv" });
  expect(load).toThrow(/mine\.tsv:2: no tab/);
});
