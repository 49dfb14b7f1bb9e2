import { batches } from "@saccade/datasets";
import { arange, zeros } from "@saccade/tensor";
import { expect, it } from "vitest";
import { ofGrammar, PartEpochs } from "../../src/pages/translator/network/data.ts";
import { spokenOut } from "../../src/pages/translator/network/english.ts";
import { examples, grammarPairs, heldOutPairs } from "../../src/pages/translator/network/network-sizes.ts";

it("trains on no sentence that it measures with or shows as never trained on", () => {
  const { data, heldOut } = ofGrammar(3);
  const trained = new Set(data.pairs.source.map((words) => words.join(" ")));
  expect(trained.size).toBe(grammarPairs);
  for (const example of examples) {
    const words = spokenOut(example).split(" ");
    expect(trained.has(words.join(" "))).toBe(false);
    expect(words.every((word) => data.srcVocab.has(word))).toBe(true);
  }
  const [rows, steps] = heldOut!.X.dims(2);
  expect(rows).toBe(heldOutPairs);
  const ids = heldOut!.X.dataSync();
  for (let row = 0; row < rows; row++) {
    const words = Array.from(ids.subarray(row * steps, (row + 1) * steps), (id) => data.srcVocab.token(id));
    expect(trained.has(words.slice(0, words.indexOf("<eos>")).join(" "))).toBe(false);
    expect(words).not.toContain("<unk>");
  }
});

/** Ten rows in batches of two, three batches an epoch, so that the second epoch ends in the second pass. */
function threeOfFive(): PartEpochs {
  const [X, Y] = [arange(10, { dtype: "int32" }).unsqueeze(1), zeros([10, 1], { dtype: "int32" })];
  const lengths = { XValidLen: zeros([10], { dtype: "int32" }), YValidLen: zeros([10], { dtype: "int32" }) };
  return new PartEpochs(batches({ tensors: { X, Y, ...lengths }, batchSize: 2, shuffle: true, seed: 1 }), 3);
}
const epochOf = (data: PartEpochs): number[] => Array.from(data, ({ X }) => [...X.dataSync()]).flat();

it("an epoch of a part goes on where the last one ended, and passes over all rows before any comes again", () => {
  const data = threeOfFive();
  const rows = [epochOf(data), epochOf(data), epochOf(data), epochOf(data), epochOf(data)];
  expect(rows.map((epoch) => epoch.length)).toEqual([6, 6, 6, 6, 6]);
  const all = rows.flat();
  const sorted = (part: number[]): number[] => part.toSorted((a, b) => a - b);
  for (const start of [0, 10, 20])
    expect(sorted(all.slice(start, start + 10))).toEqual([...Array(10).keys()]);
  expect(all.slice(0, 10)).not.toEqual(all.slice(10, 20));
});

it("an epoch of a part is resumed at any batch, its last one too", () => {
  for (const taken of [0, 1, 2, 3, 4, 5, 6]) {
    const data = threeOfFive();
    let left = taken;
    while (left > 0) for (const _ of data) if (--left === 0) break;
    const resumed = threeOfFive();
    resumed.restore(data.state());
    expect(epochOf(resumed)).toEqual(epochOf(data));
    expect(epochOf(resumed)).toEqual(epochOf(data));
  }
  expect(() => threeOfFive().restore({ given: 4 })).toThrow("4 of 3 batches");
  expect(() => threeOfFive().restore({ all: { epoch: -1, position: 0, seed: 0 }, given: 0 })).toThrow(
    "batches.restore: expected",
  );
});
