import type { Vocab } from "./vocab.ts";

/** Lines of equal length as one block of ids. */
export interface NmtArray {
  /** Token ids, shape (rows, numSteps), row-major. */
  readonly array: Int32Array;
  readonly rows: number;
  readonly numSteps: number;
  /** How many entries of each row are not `<pad>`, shape (rows). */
  readonly validLen: Int32Array;
}

/**
 * Brings a line to exactly `numSteps` entries: cuts what is too long off, fills with `paddingToken` what is missing.
 *
 * @throws RangeError if `numSteps` is not a positive integer.
 */
export function truncatePad<T>(line: readonly T[], numSteps: number, paddingToken: T): T[] {
  checkNumSteps(numSteps);
  const out = line.slice(0, numSteps);
  while (out.length < numSteps) out.push(paddingToken);
  return out;
}

/**
 * Turns lines of tokens into a block of ids, as d2l-zh's `build_array_nmt`: `<eos>` is appended to each line, then
 * the line is cut or padded to `numSteps`. So a line of `numSteps` tokens or more has no `<eos>`.
 *
 * @throws RangeError if `numSteps` is not a positive integer.
 * @throws Error if `vocab` has no `<pad>` or no `<eos>`.
 */
export function buildArrayNmt(
  lines: readonly (readonly string[])[],
  vocab: Vocab,
  numSteps: number,
): NmtArray {
  checkNumSteps(numSteps);
  const pad = specialId(vocab, "<pad>");
  const eos = specialId(vocab, "<eos>");
  const rows = lines.length;
  const array = new Int32Array(rows * numSteps);
  const validLen = new Int32Array(rows);
  lines.forEach((line, row) => {
    const ids = truncatePad([...vocab.indices(line.slice(0, numSteps)), eos], numSteps, pad);
    array.set(ids, row * numSteps);
    validLen[row] = ids.reduce((count, id) => (id === pad ? count : count + 1), 0);
  });
  return { array, rows, numSteps, validLen };
}

function checkNumSteps(numSteps: number): void {
  if (!Number.isInteger(numSteps) || numSteps < 1) {
    throw new RangeError(
      `numSteps must be a positive integer, got ${numSteps}; 10 is usual for short sentences`,
    );
  }
}

function specialId(vocab: Vocab, token: string): number {
  if (!vocab.has(token)) {
    throw new Error(`vocab has no ${token}; build it with reservedTokens: ["<pad>", "<bos>", "<eos>"]`);
  }
  return vocab.index(token);
}
