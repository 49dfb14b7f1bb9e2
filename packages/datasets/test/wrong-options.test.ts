import { ArgumentError, tensor, zeros } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import {
  BatchIterator,
  batches,
  grammarData,
  grammarPairs,
  grammarSplit,
  loadDataNmt,
  sinData,
  sinTruth,
} from "../src/index.ts";
import { downloadNmt } from "../src/node.ts";
import {
  agreementSentences,
  copyTask,
  matchImages,
  negatedSentences,
  reverseTask,
  sortTask,
  stories,
  textureImages,
  winogradSchemas,
} from "../src/tasks.ts";
import { optionCases, refuses, type Wrong, wrong } from "./wrong.ts";

const x = zeros([6, 2]);

const batchOptions: readonly [unknown, RegExp][] = [
  [undefined, /options must be an object, got undefined; write batches\(/],
  [null, /options must be an object, got null/],
  [x, /options must be an object, got tensor/],
  [[x], /options must be an object, got an array of 1/],
  [{ x, batchSize: 2 }, /no option "x"; its options are/],
  [{ tensors: { x }, batch_size: 2 }, /no option "batch_size"; did you mean "batchSize"\?/],
  [{ tensors: { x }, batchSize: 2, drop_last: true }, /did you mean "dropLast"\?/],
  [{ dataset: x, batchSize: 2 }, /no option "dataset"; write tensors: \{ x, y \}/],
  [{ tensors: { x }, batchSize: 2, numWorkers: 4 }, /without workers/],
  [{ batchSize: 2 }, /tensors must be an object of named tensors, got undefined/],
  [{ tensors: x, batchSize: 2 }, /tensors must be an object of named tensors, got tensor/],
  [{ tensors: [x], batchSize: 2 }, /tensors must be an object of named tensors, got an array/],
  [{ tensors: new Map([["x", x]]), batchSize: 2 }, /tensors must be an object of named tensors, got a Map/],
  [{ tensors: {}, batchSize: 2 }, /tensors is empty/],
  [
    { tensors: { x: [1, 2] }, batchSize: 2 },
    /tensors\.x must be a tensor, got \[1,2\]; make one with tensor/,
  ],
  [{ tensors: { x: null }, batchSize: 2 }, /tensors\.x must be a tensor, got null/],
  [{ tensors: { x: tensor(1) }, batchSize: 1 }, /tensors\.x must be \(n, …\), n rows/],
  [{ tensors: { x } }, /batchSize must be a whole number ≥ 1, got undefined/],
  ...[0, -1, 1.5, Number.NaN, "4", null, Number.POSITIVE_INFINITY].map((batchSize): [unknown, RegExp] => [
    { tensors: { x }, batchSize },
    /batchSize must be a whole number ≥ 1, got /,
  ]),
  [{ tensors: { x }, batchSize: 2, shuffle: "yes" }, /shuffle must be true or false, got "yes"/],
  [{ tensors: { x }, batchSize: 2, shuffle: 1 }, /shuffle must be true or false, got 1/],
  [{ tensors: { x }, batchSize: 2, dropLast: "no" }, /dropLast must be true or false/],
  [{ tensors: { x }, batchSize: 2, seed: "1" }, /seed must be a whole number ≥ 0, got "1"/],
  [{ tensors: { x }, batchSize: 2, seed: 0.5 }, /seed must be a whole number ≥ 0, got 0.5/],
  [
    { tensors: { x }, batchSize: 7, dropLast: true },
    /batchSize must be at most 6, .* got 7; make it smaller/,
  ],
];

const taskOptions: readonly [unknown, RegExp][] = [
  [undefined, /options must be an object, got undefined/],
  [20, /options must be an object, got 20/],
  [{ vocab_size: 8, length: 2, count: 2, random: Math.random }, /did you mean "vocabSize"\?/],
  [{ vocabSize: "8", length: 2, count: 2, random: Math.random }, /vocabSize must be a whole number/],
  [{ vocabSize: 8, length: 2.5, count: 2, random: Math.random }, /length must be a whole number/],
  [{ vocabSize: 8, length: 2, count: Number.NaN, random: Math.random }, /count must be a whole number/],
  [{ vocabSize: 8, length: 2, count: 2 }, /random must be a function, got undefined; write random: Math/],
  [{ vocabSize: 8, length: 2, count: 2, random: () => "0" }, /random\(\) must be a number in \[0, 1\)/],
];

const grammarOptions: readonly [unknown, RegExp][] = [
  [undefined, /options must be an object, got undefined; write grammar/],
  [null, /options must be an object, got null/],
  [{}, /languages must be one of "en-fr", "en-zh", "zh-en", got undefined/],
  [{ languages: "fr-en" }, /languages must be one of "en-fr", "en-zh", "zh-en", got "fr-en"/],
  [{ language: "en-fr" }, /no option "language"; did you mean "languages"\?/],
];
const sizes = { languages: "en-fr", train: 500, validation: 0, test: 0 };

const imageOptions: readonly [unknown, RegExp][] = [
  [undefined, /options must be an object, got undefined; write .*Images\(/],
  [{ count: 2, shift: true, random: Math.random }, /no option "shift"/],
  [{ count: 0, random: Math.random }, /count must be a whole number/],
  [{ count: 2, shifted: 1, random: Math.random }, /shifted must be true or false, got 1/],
  [{ count: 2, scale: 3, random: Math.random }, /scale must be .*got 3/],
  [{ count: 2, noise: -1, random: Math.random }, /noise must be .*got -1/],
  [{ count: 2 }, /random must be a function, got undefined/],
  [{ count: 2, random: () => 2 }, /random\(\) must be a number in \[0, 1\), got 2/],
];

const cases: readonly Wrong[] = [
  ...[negatedSentences, agreementSentences].flatMap((make) =>
    optionCases(`${make.name}: `, make, [
      [undefined, /options must be an object, got undefined; write .*Sentences\(/],
      [{ count: 2, length: 20, random: Math.random }, /no option "length"/],
      [{ count: 0, random: Math.random }, /count must be a whole number ≥ 1, got 0/],
      [{ count: 2, random: "r" }, /random must be a function, got "r"/],
      [{ count: 2, random: () => Number.NaN }, /random\(\) must be a number in \[0, 1\), got NaN/],
    ]),
  ),
  ...optionCases("textureImages: ", textureImages, imageOptions),
  ...optionCases("matchImages: ", matchImages, imageOptions),
  ...optionCases("grammarPairs: ", grammarPairs, [
    ...grammarOptions,
    [{ languages: "en-fr" }, /count must be a whole number .*, got undefined/],
    [{ languages: "en-fr", count: 0 }, /count must be a whole number .* got 0/],
    [{ languages: "en-fr", count: 20001 }, /count must be a whole number .* got 20001/],
    [{ languages: "en-fr", count: 1, seed: -1 }, /seed must be a whole number ≥ 0, got -1/],
  ]),
  ...optionCases("grammarSplit: ", grammarSplit, [
    ...grammarOptions,
    [{ ...sizes, train: 499 }, /train must be a whole number .* got 499/],
    [{ ...sizes, validation: 1.5 }, /validation must be a whole number .* got 1.5/],
    [{ ...sizes, test: "200" }, /test must be a whole number .* got "200"/],
    [{ ...sizes, seed: Number.NaN }, /seed must be a whole number ≥ 0, got NaN/],
  ]),
  ...optionCases("grammarData: ", grammarData, [
    ...grammarOptions.slice(0, 2),
    [{ languages: "en-fr", batch_size: 3 }, /did you mean "batchSize"\?/],
    [{ languages: "en-fr", batchSize: 0 }, /batchSize must be a whole number ≥ 1, got 0/],
    [{ languages: "en-fr", numSteps: 14 }, /numSteps must be a whole number ≥ 15, got 14/],
    [{ languages: "en-fr", shuffle: 1 }, /shuffle must be true or false, got 1/],
  ]),
  ...optionCases("batches: ", batches, batchOptions),
  ...optionCases("batches: ", (options) => new BatchIterator(options), batchOptions.slice(0, 6)),
  ...optionCases("copyTask: ", copyTask, taskOptions),
  ...optionCases("reverseTask: ", reverseTask, taskOptions),
  ...optionCases("sortTask: ", sortTask, taskOptions),
  ...optionCases("winogradSchemas: ", winogradSchemas, [
    [undefined, /options must be an object, got undefined; write winogradSchemas\(/],
    [{ n: 2, split: "train", random: Math.random }, /no option "n"/],
    [{ count: 0, split: "train", random: Math.random }, /count must be a whole number ≥ 1, got 0/],
    [{ count: 2, split: "valid", random: Math.random }, /split must be .*"test", got "valid"/],
    [{ count: 2, split: "test", fold: 5, random: Math.random }, /fold must be a whole number .*4, got 5/],
    [{ count: 2, split: "test", random: 0.5 }, /random must be a function, got 0.5/],
    [{ count: 2, split: "test", random: () => 1 }, /random\(\) must be a number in \[0, 1\), got 1/],
  ]),
  ...optionCases("stories: ", stories, [
    [undefined, /options must be an object, got undefined; write stories\(/],
    [{ size: 2, split: "train", random: Math.random }, /no option "size"/],
    [{ count: 1.5, split: "train", random: Math.random }, /count must be a whole number ≥ 1, got 1.5/],
    [
      { count: 1, length: 1, split: "train", random: Math.random },
      /length must be a whole number ≥ 2, got 1/,
    ],
    [{ count: 1, split: true, random: Math.random }, /split must be /],
    [{ count: 1, split: "test" }, /random must be a function, got undefined/],
    [{ count: 1, split: "test", random: () => -1 }, /random\(\) must be a number in \[0, 1\), got -1/],
  ]),
  ...optionCases("sinData: ", sinData, [
    [50, /options must be an object, got 50; write sinData\(/],
    [null, /options must be an object, got null/],
    [{ N: 50 }, /no option "N"; did you mean "n"\?/],
    [{ n: "50" }, /n must be a whole number ≥ 1, got "50"/],
    [{ n: 1.5 }, /n must be a whole number ≥ 1, got 1.5/],
    [{ noise: Number.NaN }, /noise must be a finite number ≥ 0/],
    [{ noise: "0.5" }, /noise must be a finite number ≥ 0/],
    [{ seed: -1 }, /seed must be a whole number ≥ 0/],
    [{ seed: "a" }, /seed must be a whole number ≥ 0/],
  ]),
  ...optionCases("loadDataNmt: ", loadDataNmt, [
    [64, /options must be an object, got 64; write loadDataNmt\(/],
    ["a\tb", /options must be an object/],
    [{ batch_size: 64 }, /did you mean "batchSize"\?/],
    [{ num_steps: 10 }, /did you mean "numSteps"\?/],
    [{ path: "fra.txt" }, /no option "path"; write text: await readPairsFile/],
    [{ batchSize: "64" }, /batchSize must be a whole number ≥ 1/],
    [{ numSteps: 0 }, /numSteps must be a whole number ≥ 1/],
    [{ numExamples: Number.NaN }, /numExamples must be a whole number ≥ 1, or Infinity/],
    [{ numExamples: null }, /numExamples must be a whole number ≥ 1, or Infinity/],
    [{ minFreq: "2" }, /minFreq must be a number ≥ 0/],
    [{ shuffle: "yes" }, /shuffle must be true or false/],
    [{ seed: 1.5 }, /seed must be a whole number ≥ 0/],
    [{ text: 3 }, /text must be a string, got 3; readPairsFile/],
    [{ text: "a\tb", file: 3 }, /file must be a string, got 3/],
  ]),
  [
    "d2l's load_data_nmt(batch_size, num_steps), with options first",
    () => Reflect.apply(loadDataNmt, undefined, [{ batchSize: 64 }, 10]),
    "loadDataNmt: ",
    /takes one object of options, got 2 arguments; write loadDataNmt\(\{/,
  ],
  ["sinTruth of a number", () => sinTruth(wrong(3)), "sinTruth: ", /x must be a tensor, got 3/],
  [
    "sinTruth of nothing",
    () => sinTruth(wrong(undefined)),
    "sinTruth: ",
    /x must be a tensor, got undefined/,
  ],
];

describe("wrong options throw an ArgumentError that names function and option", () => {
  refuses(cases);

  test.each<[unknown, RegExp]>([
    ["http://x.org", /options must be an object/],
    [{ cache_dir: "data" }, /did you mean "cacheDir"\?/],
    [{ url: 3 }, /url must be an absolute URL, a string, got 3/],
    [{ url: "fra.zip" }, /url must be an absolute URL/],
    [{ cacheDir: "" }, /cacheDir must be the path of a folder/],
    [{ sha256: "abc" }, /sha256 must be 64 hexadecimal digits, got "abc"/],
    [{ onProgress: true }, /onProgress must be a function/],
    [{ fetch: "fetch" }, /fetch must be a function/],
    [
      { signal: new AbortController() },
      /signal must be an AbortSignal, got an AbortController; write signal/,
    ],
  ])("downloadNmt(%j)", async (options, holds) => {
    const download = downloadNmt(wrong(options));
    await expect(download).rejects.toThrow(ArgumentError);
    await expect(download).rejects.toThrow(holds);
  });
});
