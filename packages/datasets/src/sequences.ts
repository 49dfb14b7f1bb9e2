/** Settings of the synthetic sequence tasks. */
export interface SequenceTaskOptions {
  /** Number of ids. 0 to 3 are kept free for `<unk>`, `<pad>`, `<bos>`, `<eos>`; the task uses 4 .. vocabSize − 1. */
  readonly vocabSize: number;
  /** Tokens in a sequence. */
  readonly length: number;
  /** Number of sequences. */
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
  readonly count: number;
  readonly length: number;
}

const RESERVED = 4;

/**
 * The target is the source.
 *
 * @throws RangeError if a size is not a positive integer, `vocabSize` is below 5, or `random` leaves [0, 1).
 */
export function copyTask(options: SequenceTaskOptions): SequenceTask {
  return makeTask(options, (row) => row);
}

/**
 * The target is the source backwards.
 *
 * @throws RangeError as {@link copyTask}.
 */
export function reverseTask(options: SequenceTaskOptions): SequenceTask {
  return makeTask(options, (row) => row.reverse());
}

/**
 * The target is the source in rising order of the ids.
 *
 * @throws RangeError as {@link copyTask}.
 */
export function sortTask(options: SequenceTaskOptions): SequenceTask {
  return makeTask(options, (row) => row.sort());
}

function makeTask(options: SequenceTaskOptions, transform: (row: Int32Array) => Int32Array): SequenceTask {
  const { vocabSize, length, count, random } = options;
  checkAtLeast("vocabSize", vocabSize, RESERVED + 1, "ids 0 to 3 are reserved");
  checkAtLeast("length", length, 1, "it counts the tokens of a sequence");
  checkAtLeast("count", count, 1, "it counts the sequences");
  const source = Int32Array.from({ length: count * length }, () => drawId(vocabSize, random));
  const target = new Int32Array(source.length);
  for (let start = 0; start < source.length; start += length) {
    target.set(transform(source.slice(start, start + length)), start);
  }
  return { source, target, count, length };
}

function drawId(vocabSize: number, random: () => number): number {
  const u = random();
  if (!(u >= 0 && u < 1)) {
    throw new RangeError(
      `random returned ${u}; pass a function that returns numbers in [0, 1), such as Math.random`,
    );
  }
  return RESERVED + Math.floor(u * (vocabSize - RESERVED));
}

function checkAtLeast(name: string, value: number, least: number, why: string): void {
  if (!Number.isInteger(value) || value < least) {
    throw new RangeError(`${name} must be an integer of at least ${least} (${why}), got ${value}`);
  }
}
