import { ArgumentError } from "@saccade/tensor";
import { badArgument, checkInteger, refuseExtra } from "@saccade/tensor/backend";
import { checkLines } from "./check-text.ts";
import { Vocab } from "./vocab.ts";

/** Beyond, a row is a mistake, and memory would end. */
const mostSteps = 2 ** 24;

/** Lines of equal length as one block of ids. */
export interface NmtArray {
  /** Token ids, shape (rows, numSteps), row-major. */
  readonly array: Int32Array;
  /** The number of lines. */
  readonly rows: number;
  /** The number of ids in each line. */
  readonly numSteps: number;
  /** The number of entries of each row that are not `<pad>`, shape (rows). */
  readonly validLen: Int32Array;
}

/**
 * Brings a line to exactly `numSteps` entries: cuts off what is too long, fills up with `paddingToken`.
 *
 * @throws ArgumentError for a line that is not an array, or has holes; a `numSteps` that is not a whole number ≥ 1; or a
 * missing `paddingToken`.
 * @example truncatePad([7, 8], 4, 1) // [7, 8, 1, 1]
 */
export function truncatePad<T>(line: readonly T[], numSteps: number, paddingToken: T): T[] {
  refuseExtra("truncatePad", arguments, 3);
  const what = "truncatePad";
  if (!Array.isArray(line)) throw badArgument(what, "line", "an array of tokens", line, arrayFix(line));
  checkInteger(what, "numSteps", numSteps, 1, mostSteps);
  if (paddingToken === undefined) throw badArgument(what, "paddingToken", "a token", paddingToken);
  for (let i = 0; i < line.length; i++)
    if (line[i] === undefined) throw badArgument(what, `line[${i}]`, "a token", undefined);
  return padded(line, numSteps, paddingToken);
}

function padded<T>(line: readonly T[], numSteps: number, paddingToken: T): T[] {
  const out = line.slice(0, numSteps);
  while (out.length < numSteps) out.push(paddingToken);
  return out;
}

/**
 * Turns lines of tokens into a block of ids, as d2l-zh's `build_array_nmt`: `<eos>` is appended to each line, then
 * the line is cut or padded to `numSteps`. So a line of `numSteps` tokens or more has no `<eos>`.
 *
 * @throws ArgumentError for lines that are not arrays of tokens, a `vocab` that is not a Vocab or lacks `<pad>` or
 * `<eos>`, or a `numSteps` that is not a whole number ≥ 1.
 * @example
 * const vocab = new Vocab([["go", "."]], { reservedTokens: ["<pad>", "<bos>", "<eos>"] });
 * buildArrayNmt([["go", "."]], vocab, 5) // { array: Int32Array [4, 5, 3, 1, 1], rows: 1, numSteps: 5, validLen: Int32Array [3] }
 */
export function buildArrayNmt(
  lines: readonly (readonly string[])[],
  vocab: Vocab,
  numSteps: number,
): NmtArray {
  refuseExtra("buildArrayNmt", arguments, 3);
  const what = "buildArrayNmt";
  checkLines(what, "lines", lines);
  if (!(vocab instanceof Vocab)) throw badArgument(what, "vocab", "a Vocab", vocab);
  checkInteger(what, "numSteps", numSteps, 1, Math.floor((2 ** 31 - 1) / Math.max(1, lines.length)));
  const pad = specialId(vocab, "<pad>");
  const eos = specialId(vocab, "<eos>");
  const rows = lines.length;
  const array = new Int32Array(rows * numSteps);
  const validLen = new Int32Array(rows);
  lines.forEach((line, row) => {
    const ids = padded([...vocab.indices(line.slice(0, numSteps)), eos], numSteps, pad);
    array.set(ids, row * numSteps);
    validLen[row] = ids.reduce((count, id) => (id === pad ? count : count + 1), 0);
  });
  return { array, rows, numSteps, validLen };
}

function arrayFix(line: unknown): string | undefined {
  if (typeof line === "string") return 'split it into tokens: line.split(" ")';
  return ArrayBuffer.isView(line) ? "write Array.from(line)" : undefined;
}

function specialId(vocab: Vocab, token: string): number {
  if (!vocab.has(token)) {
    throw new ArgumentError(
      `buildArrayNmt: vocab has no ${token}; build it with reservedTokens: ["<pad>", "<bos>", "<eos>"].`,
    );
  }
  return vocab.index(token);
}
