import type { Operand } from "@saccade/tensor/backend";

/** How the threads of a workgroup share rows: `across` rows, with `lanes` threads each. */
export interface Layout {
  readonly across: number;
  readonly lanes: number;
  /** The number of parts of each row, each with its own workgroup. It only depends on shapes and strides. */
  readonly parts: number;
  /** The elements of a part. */
  readonly chunk: number;
}

/** Rows that are shorter are folded by a thread each. */
const shortRow = 32;
/** As many workgroups keep a GPU busy: fewer long rows than that are cut. */
const manyGroups = 256;

/**
 * How to fold `rows` rows of `length` elements. Adjacent threads should read adjacent elements: those of one row if its
 * elements are adjacent, those of neighboring rows if rows are, as in a sum over the batch.
 *
 * @param kept the dims that are not folded
 */
export function layoutOf(
  operands: readonly Operand[],
  kept: readonly number[],
  dims: readonly number[],
  mayCut: boolean,
  isSoftware: boolean,
): Layout {
  const { shape } = operands[0]!;
  const count = (own: readonly number[]): number => own.reduce((n, d) => n * shape[d]!, 1);
  const [rows, length] = [count(kept), count(dims)];
  const whole = { parts: 1, chunk: length };
  if (isSoftware) {
    // Barriers cost more than they save: use a thread per row, and split rows if there are fewer than SIMD lanes.
    const across = rows >= 64 ? 64 : 4;
    const wanted = Math.min(Math.ceil(16 / Math.ceil(rows / across)), Math.floor(length / 1024));
    if (!mayCut || wanted < 2) return { across, lanes: 1, ...whole };
    const chunk = Math.ceil(length / wanted);
    return { across, lanes: 1, parts: Math.ceil(length / chunk), chunk };
  }
  if (length < shortRow) return { across: 64, lanes: 1, ...whole };
  const steps = ({ strides }: Operand, own: readonly number[]): number[] =>
    own.filter((d) => shape[d]! > 1).map((d) => strides[d]!);
  // Those that repeat along the row, or are the same for all rows, are read from caches.
  const own = operands.filter((x) => [kept, dims].every((of) => steps(x, of).some((step) => step !== 0)));
  const isBeside =
    rows >= 8 && own.some((x) => steps(x, kept).at(-1) === 1) && !own.some((x) => steps(x, dims).includes(1));
  const [across, lanes] = isBeside ? [8, 8] : [1, 64];
  const [longRow, least] = isBeside ? [1024, 256] : [32768, 8192];
  const wanted = Math.min(Math.ceil(manyGroups / Math.ceil(rows / across)), Math.floor(length / least));
  if (mayCut && length >= longRow && wanted > 1) {
    const chunk = Math.ceil(length / wanted);
    return { across, lanes, parts: Math.ceil(length / chunk), chunk };
  }
  // A workgroup that has a long row to itself is larger.
  return { across, lanes: !isBeside && length >= 1024 ? 256 : lanes, ...whole };
}
