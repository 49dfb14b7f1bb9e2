import { ArgumentError, zeros } from "@saccade/tensor";
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
  [undefined, /tensors must be an object of named tensors, got undefined; write batches\(/],

  [{ x, batchSize: 2 }, /no option "x"; its options are/],
  [{ tensors: { x }, batch_size: 2 }, /no option "batch_size"; did you mean "batchSize"\?/],
  [{ tensors: { x }, batchSize: 2, drop_last: true }, /did you mean "dropLast"\?/],
  [{ dataset: x, batchSize: 2 }, /no option "dataset"; write tensors: \{ x, y \}/],
  [{ tensors: { x }, batchSize: 2, numWorkers: 4 }, /without workers/],

  [{ tensors: {}, batchSize: 2 }, /tensors is empty/],
  [
    { tensors: { x: [1, 2] }, batchSize: 2 },
    /tensors\.x must be a tensor, got \[1,2\]; make one with tensor/,
  ],

  [
    { tensors: { x }, batchSize: 7, dropLast: true },
    /batchSize must be at most 6, .* got 7; make it smaller/,
  ],
];

const taskOptions: readonly [unknown, RegExp][] = [
  [{ vocab_size: 8, length: 2, count: 2, random: Math.random }, /did you mean "vocabSize"\?/],

  [{ vocabSize: 8, length: 2, count: 2 }, /random must be a function, got undefined; write random: Math/],
  [{ vocabSize: 8, length: 2, count: 2, random: () => "0" }, /random\(\) must be a number in \[0, 1\)/],
];

const grammarOptions: readonly [unknown, RegExp][] = [
  [undefined, /languages must be one of .*, got undefined; write grammar/],

  [{ language: "en-fr" }, /no option "language"; did you mean "languages"\?/],
];

const imageOptions: readonly [unknown, RegExp][] = [
  [undefined, /count must be .*, got undefined; write .*Images\(/],
  [{ count: 2, shift: true, random: Math.random }, /no option "shift"/],

  [{ count: 2, random: () => 2 }, /random\(\) must be a number in \[0, 1\), got 2/],
];

const cases: readonly Wrong[] = [
  ...[negatedSentences, agreementSentences].flatMap((make) =>
    optionCases(`${make.name}: `, make, [
      [undefined, /count must be .*, got undefined; write .*Sentences\(/],
      [{ count: 2, length: 20, random: Math.random }, /no option "length"/],

      [{ count: 2, random: () => Number.NaN }, /random\(\) must be a number in \[0, 1\), got NaN/],
    ]),
  ),
  ...optionCases("textureImages: ", textureImages, imageOptions),
  ...optionCases("matchImages: ", matchImages, imageOptions),
  ...optionCases("grammarPairs: ", grammarPairs, [...grammarOptions]),
  ...optionCases("grammarSplit: ", grammarSplit, [...grammarOptions]),
  ...optionCases("grammarData: ", grammarData, [
    ...grammarOptions.slice(0, 2),
    [{ languages: "en-fr", batch_size: 3 }, /did you mean "batchSize"\?/],
  ]),
  ...optionCases("batches: ", batches, batchOptions),
  ...optionCases("batches: ", (options) => new BatchIterator(options), batchOptions.slice(0, 6)),
  ...optionCases("copyTask: ", copyTask, taskOptions),
  ...optionCases("reverseTask: ", reverseTask, taskOptions),
  ...optionCases("sortTask: ", sortTask, taskOptions),
  ...optionCases("winogradSchemas: ", winogradSchemas, [
    [undefined, /count must be .*, got undefined; write winogradSchemas\(/],
    [{ n: 2, split: "train", random: Math.random }, /no option "n"/],

    [{ count: 2, split: "valid", random: Math.random }, /split must be .*"test", got "valid"/],

    [{ count: 2, split: "test", random: () => 1 }, /random\(\) must be a number in \[0, 1\), got 1/],
  ]),
  ...optionCases("stories: ", stories, [
    [undefined, /count must be .*, got undefined; write stories\(/],
    [{ size: 2, split: "train", random: Math.random }, /no option "size"/],

    [{ count: 1, split: true, random: Math.random }, /split must be /],

    [{ count: 1, split: "test", random: () => -1 }, /random\(\) must be a number in \[0, 1\), got -1/],
  ]),
  ...optionCases("sinData: ", sinData, [
    [50, /options must be an object, got 50; write sinData\(/],

    [{ N: 50 }, /no option "N"; did you mean "n"\?/],
  ]),
  ...optionCases("loadDataNmt: ", loadDataNmt, [
    [64, /options must be an object, got 64; write loadDataNmt\(/],

    [{ batch_size: 64 }, /did you mean "batchSize"\?/],
    [{ num_steps: 10 }, /did you mean "numSteps"\?/],
    [{ path: "fra.txt" }, /no option "path"; write text: await readPairsFile/],

    [{ text: 3 }, /text must be a string, got 3; readPairsFile/],
  ]),
  [
    "d2l's load_data_nmt(batch_size, num_steps), with options first",
    () => Reflect.apply(loadDataNmt, undefined, [{ batchSize: 64 }, 10]),
    "loadDataNmt: ",
    /takes one argument, got 2; write loadDataNmt\(\{/,
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
    [{ cache_dir: "data" }, /did you mean "cacheDir"\?/],

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
