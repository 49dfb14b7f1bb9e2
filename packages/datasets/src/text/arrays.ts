import { ArgumentError } from "@saccade/tensor";
import { checkInteger } from "@saccade/tensor/checks";
import { instanceOf, listOf, required, rule, signature } from "@saccade/tensor/contract";
import { numSteps, tokenLines } from "../rules.ts";
import { Vocab } from "./vocab.ts";

const token = rule("a token", (value): value is unknown => value !== undefined);
const truncated = signature(
  "truncatePad",
  {
    line: required({ ...listOf(token), must: "an array of tokens", fix: arrayFix }),
    numSteps,
    paddingToken: required(token),
  },
  "truncatePad(line, 10, pad)",
);
const arrays = signature(
  "buildArrayNmt",
  { lines: required(tokenLines), vocab: required(instanceOf("a Vocab", Vocab)), numSteps },
  "buildArrayNmt(lines, vocab, 10)",
);

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
 * Truncates or pads a line with `paddingToken` to exactly `numSteps` entries.
 *
 * @throws ArgumentError for a line that is not an array, or has holes; a wrong `numSteps`; or a missing `paddingToken`.
 * @example truncatePad([7, 8], 4, 1) // [7, 8, 1, 1]
 */
export function truncatePad<T>(line: readonly T[], numSteps: number, paddingToken: T): T[] {
  truncated([line, numSteps, paddingToken]);
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
 * @throws ArgumentError for lines that are not arrays of tokens, a wrong `numSteps`, or a `vocab` without `<pad>` or `<eos>`.
 * @example
 * const vocab = new Vocab([["go", "."]], { reservedTokens: ["<pad>", "<bos>", "<eos>"] });
 * buildArrayNmt([["go", "."]], vocab, 5) // { array: Int32Array [4, 5, 3, 1, 1], rows: 1, numSteps: 5, validLen: Int32Array [3] }
 */
export function buildArrayNmt(
  lines: readonly (readonly string[])[],
  vocab: Vocab,
  numSteps: number,
): NmtArray {
  arrays([lines, vocab, numSteps]);
  const most = Math.floor((2 ** 31 - 1) / Math.max(1, lines.length));
  checkInteger("buildArrayNmt", "numSteps", numSteps, 1, most);
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
