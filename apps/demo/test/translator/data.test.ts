import { batches } from "@saccade/datasets";
import { arange, zeros } from "@saccade/tensor";
import fc from "fast-check";
import { expect, it } from "vitest";
import { ofGrammar, ofText, PartEpochs, sampled } from "../../src/pages/translator/network/data.ts";
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

it("draws one item from each stretch of a long list, and all of a short one", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 60 }), (length, count) => {
      const items = Array.from({ length }, (_, i) => i);
      const drawn = sampled(items, count);
      expect(drawn).toEqual(sampled(items, count));
      expect(new Set(drawn).size).toBe(Math.min(length, count));
      drawn.forEach((item, i) => {
        // Its share of the way is that of its place, up to one stretch.
        expect(Math.abs(item / length - i / drawn.length)).toBeLessThan(1 / drawn.length);
      });
    }),
  );
});

it("draws a long file's pairs from its beginning to its end", () => {
  const lines = Array.from({ length: 20_000 }, (_, i) => `w${i} go .\tm${i} va .`);
  const { data, heldOut, given } = ofText(0, lines.join("\n"), "long.txt");
  const numbers = data.pairs.source.map(([word]) => Number(word!.slice(1)));
  expect([given, numbers.length + heldOut!.Y.size(0)]).toEqual([20_000, 5000]);
  expect(Math.min(...numbers)).toBeLessThan(40);
  expect(Math.max(...numbers)).toBeGreaterThan(19_960);
  expect(numbers.slice(1).every((number, i) => number > numbers[i]!)).toBe(true);
});

it("names the credits of a file's third column, without the numbers of sentences", () => {
  const line = (i: number, credit: string): string => `w${i} go .\tm${i} va\u2009!${credit}`;
  const tatoeba = "\tCC-BY 2.0 (France) Attribution: tatoeba.org";
  const text = [
    line(0, `${tatoeba} #1 (CM) & #2 (sacredceltic)`),
    line(1, `${tatoeba} #3 (CK)`),
    line(2, "\tMe"),
  ];
  const { credit, data } = ofText(0, text.join("\n"), "fra.txt");
  expect(credit).toBe("CC-BY 2.0 (France) Attribution: tatoeba.org; Me");
  expect(data.pairs.target[0]).toEqual(["m0", "va", "!"]); // thin spaces are spaces
  expect(ofText(0, line(0, ""), "fra.txt").credit).toBeNull();
});
