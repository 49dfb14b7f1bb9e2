// The second entry, "@saccade/datasets/tasks": synthetic tasks on sequences, to test models with.
import {
  badArgument,
  checkFunction,
  checkInteger,
  checkOptions,
  type OptionNames,
  optionNames,
} from "@saccade/tensor/backend";
import { pickIndex } from "./pick.ts";

export type { CoreferenceSentence, WinogradSchema } from "./coreference/schema.ts";
export {
  classicSchemas,
  coreferenceWords,
  type WinogradOptions,
  winogradSchemas,
} from "./coreference/winograd.ts";
export {
  agreementSentences,
  type CueOptions,
  type CueSentence,
  cueLength,
  cueWords,
  negatedSentences,
} from "./cues/cues.ts";
export {
  type ImageTask,
  type ImageTaskOptions,
  imageSize,
  matchImages,
  textureImages,
} from "./images/images.ts";
export { type Story, type StoryOptions, type StoryQuestion, stories, storyWords } from "./stories/stories.ts";

export { convexHull, type Point, polygonArea } from "./tasks/convex-hull.ts";
export {
  type ConvexHullOptions,
  type ConvexHullTask,
  convexHullTask,
  type SortPointersOptions,
  type SortPointersTask,
  sortPointersTask,
} from "./tasks/pointer-tasks.ts";

export { makeReviews, type Review, type ReviewOptions, reviewThings } from "./tasks/reviews.ts";

/** Options of the synthetic sequence tasks. */
export interface SequenceTaskOptions {
  /** Number of ids, ≥ 5. 0 to 3 are kept free for `<unk>`, `<pad>`, `<bos>`, `<eos>`; the task uses 4 .. vocabSize − 1. */
  readonly vocabSize: number;
  /** Tokens in a sequence, ≥ 1. */
  readonly length: number;
  /** Number of sequences, ≥ 1. */
  readonly count: number;
  /** Gives uniform numbers in [0, 1), such as `Math.random`. */
  readonly random: () => number;
}

/** Sequences of ids and what a model should make of them. */
export interface SequenceTask {
  /** Ids, shape (count, length), row-major. */
  readonly source: Int32Array;
  /** Ids, shape (count, length), row-major. */
  readonly target: Int32Array;
  /** The number of sequences. */
  readonly count: number;
  /** The number of ids in each sequence. */
  readonly length: number;
}

const RESERVED = 4;

const example = "({ vocabSize: 20, length: 8, count: 64, random: Math.random })";

function taskOptions(what: string): OptionNames {
  const known = { vocabSize: true, length: true, count: true, random: true } as const;
  return optionNames<SequenceTaskOptions>(what, known, what + example);
}

const copyOptions: OptionNames = taskOptions("copyTask");
const reverseOptions: OptionNames = taskOptions("reverseTask");
const sortOptions: OptionNames = taskOptions("sortTask");

/**
 * The target is the source.
 *
 * @throws ArgumentError for an unknown option, a size that is not a whole number ≥ 1, a `vocabSize` below 5, or a `random`
 * that is not a function or leaves [0, 1).
 * @example
 * const { source, target } = copyTask({ vocabSize: 20, length: 3, count: 1, random: () => 0.5 });
 * [source, target] // [Int32Array [12, 12, 12], Int32Array [12, 12, 12]]
 */
export function copyTask(options: SequenceTaskOptions): SequenceTask {
  return makeTask(copyOptions, options, (row) => row);
}

/**
 * The target is the source backwards.
 *
 * @throws ArgumentError as {@link copyTask}.
 * @example
 * const { source, target } = reverseTask({ vocabSize: 20, length: 8, count: 1, random: Math.random });
 * target[0] === source[7] // true
 */
export function reverseTask(options: SequenceTaskOptions): SequenceTask {
  return makeTask(reverseOptions, options, (row) => row.reverse());
}

/**
 * The target is the source in rising order of the ids.
 *
 * @throws ArgumentError as {@link copyTask}.
 * @example
 * const { target } = sortTask({ vocabSize: 20, length: 2, count: 1, random: Math.random });
 * target[0] <= target[1] // true
 */
export function sortTask(options: SequenceTaskOptions): SequenceTask {
  return makeTask(sortOptions, options, (row) => row.sort());
}

function makeTask(
  names: OptionNames,
  options: SequenceTaskOptions,
  transform: (row: Int32Array) => Int32Array,
): SequenceTask {
  const { what } = names;
  checkOptions(names, options);
  if (options === undefined)
    throw badArgument(what, "options", "an object", options, `write ${names.example}`);
  const { vocabSize, length, count, random } = options;
  checkInteger(what, "vocabSize", vocabSize, RESERVED + 1, 2 ** 31 - 1);
  checkInteger(what, "length", length, 1, 2 ** 24);
  checkInteger(what, "count", count, 1, Math.floor((2 ** 31 - 1) / length));
  checkFunction(what, "random", random, "write random: Math.random");
  const source = Int32Array.from(
    { length: count * length },
    () => RESERVED + pickIndex(what, vocabSize - RESERVED, random),
  );
  const target = new Int32Array(source.length);
  for (let start = 0; start < source.length; start += length) {
    target.set(transform(source.slice(start, start + length)), start);
  }
  return { source, target, count, length };
}
