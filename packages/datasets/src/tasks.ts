// The second entry, "@saccade/datasets/tasks": synthetic tasks on sequences, to test models with.
import { checkInteger } from "@saccade/tensor/checks";
import { type Options, type OptionsOf, options, required, size, whole } from "@saccade/tensor/contract";
import { pickIndex, random } from "./rules.ts";

export * from "./coreference/winograd.ts";
export * from "./cues/cues.ts";
export * from "./images/images.ts";
export { type Story, type StoryOptions, type StoryQuestion, stories, storyWords } from "./stories/stories.ts";
export { convexHull, type Point, polygonArea } from "./tasks/convex-hull.ts";
export * from "./tasks/pointer-tasks.ts";
export { makeReviews, type Review, type ReviewOptions, reviewThings } from "./tasks/reviews.ts";

const RESERVED = 4;

const sequenceRules = {
  /** Number of ids, ≥ 5. 0 to 3 are kept free for `<unk>`, `<pad>`, `<bos>`, `<eos>`; the task uses 4 .. vocabSize − 1. */
  vocabSize: required(whole(undefined, { min: RESERVED + 1, max: 2 ** 31 - 1 })),
  /** Tokens in a sequence, ≥ 1. */
  length: required(whole(undefined, { min: 1, max: 2 ** 24 })),
  /** Number of sequences, ≥ 1. */
  count: required(size()),
  /** Gives uniform numbers in [0, 1), such as `Math.random`. */
  random,
};

type SequenceOptions = Options<typeof sequenceRules>;

/** Options of the synthetic sequence tasks. */
export interface SequenceTaskOptions extends OptionsOf<SequenceOptions> {}

/** Sequences of ids and their targets. */
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

/* @__NO_SIDE_EFFECTS__ */
function sequenceOptions(what: string): SequenceOptions {
  return options(what, sequenceRules, {
    example: `${what}({ vocabSize: 20, length: 8, count: 64, random: Math.random })`,
  });
}

const copyOptions = sequenceOptions("copyTask");
const reverseOptions = sequenceOptions("reverseTask");
const sortOptions = sequenceOptions("sortTask");

/**
 * The target is the source.
 *
 * @throws ArgumentError for an unknown option or a wrong value.
 * @example
 * const { source, target } = copyTask({ vocabSize: 20, length: 3, count: 1, random: () => 0.5 });
 * [source, target] // [Int32Array [12, 12, 12], Int32Array [12, 12, 12]]
 */
export function copyTask(given: SequenceTaskOptions): SequenceTask {
  return makeTask(copyOptions, given, (row) => row);
}

/**
 * The target is the source backwards.
 *
 * @throws ArgumentError as {@link copyTask}.
 * @example
 * const { source, target } = reverseTask({ vocabSize: 20, length: 8, count: 1, random: Math.random });
 * target[0] === source[7] // true
 */
export function reverseTask(given: SequenceTaskOptions): SequenceTask {
  return makeTask(reverseOptions, given, (row) => row.reverse());
}

/**
 * The target is the source in rising order of the ids.
 *
 * @throws ArgumentError as {@link copyTask}.
 * @example
 * const { target } = sortTask({ vocabSize: 20, length: 2, count: 1, random: Math.random });
 * target[0] <= target[1] // true
 */
export function sortTask(given: SequenceTaskOptions): SequenceTask {
  return makeTask(sortOptions, given, (row) => row.sort());
}

function makeTask(
  contract: SequenceOptions,
  given: SequenceTaskOptions,
  transform: (row: Int32Array) => Int32Array,
): SequenceTask {
  const { what } = contract;
  const { vocabSize, length, count, random } = contract(given);
  checkInteger(what, "count", count, 1, Math.floor((2 ** 31 - 1) / length));
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
