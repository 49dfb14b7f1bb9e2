// Matrices and rows made of several tensors.
import { flag, type OptionsOf, options, ShapeError, whole } from "@saccade/contract";
import { fromData, zeros } from "../../create.ts";
import { checkAddressable, checkSameBackend, checkTensor, promoteTensors, type Typed } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { cat } from "../indexing/join.ts";

/**
 * The matrix with the given blocks on its diagonal and zeros elsewhere. Vectors are rows, scalars blocks of one element.
 * dtypes are promoted.
 *
 * @throws ShapeError for a block of more than two dims.
 * @example blockDiag(tensor([1, 2]), tensor(3)) // tensor([[1, 2, 0], [0, 0, 3]])
 */
export function blockDiag(...blocks: Tensor[]): Tensor {
  blocks.forEach((block, i) => {
    checkTensor("blockDiag", `block ${i}`, block);
    if (block.ndim > 2)
      throw new ShapeError(
        `blockDiag: block ${i} ${block.describe()} must have at most two dims; reshape() it.`,
      );
  });
  if (blocks.length === 0) return zeros([1, 0]);
  checkSameBackend("blockDiag", blocks);
  const all = blocks.map((x) => (x.ndim === 2 ? x : x.reshape([1, x.numel])));
  // As in every op, a scalar does not widen a tensor with dims.
  const dtype = blocks.reduce<Typed>(
    (a, b) => ({ dtype: promoteTensors(a, b), shape: a.shape.length > 0 ? a.shape : b.shape }),
    blocks[0]!,
  ).dtype;
  const sum = (dim: 0 | 1): number => all.reduce((total, x) => total + x.size(dim), 0);
  const width = sum(1);
  checkAddressable("blockDiag", [sum(0), width]);
  let before = 0;
  const rows = all.map((x) => {
    const start = before;
    before += x.size(1);
    return x.to(dtype).pad([start, width - before]);
  });
  return cat(rows, 0);
}

const combinationsOptions = options("combinations(x, { r: 3 })", {
  /** How many elements each combination has. Default 2. */
  r: whole(2, { min: 0 }),
  /** Whether an element may be repeated in a combination. Default false. */
  withReplacement: flag(false),
});

/** Options of {@link combinations}. */
export interface CombinationsOptions extends OptionsOf<typeof combinationsOptions> {}

/**
 * All combinations of r elements of a vector, as rows, in order.
 *
 * @throws ShapeError unless x is a vector, and for 2³¹ elements or more.
 * @example combinations(tensor([1, 2, 3])) // tensor([[1, 2], [1, 3], [2, 3]])
 */
export function combinations(x: Tensor, given?: CombinationsOptions): Tensor {
  checkTensor(combinationsOptions.what, "x", x);
  const { r, withReplacement } = combinationsOptions(given);
  if (x.ndim !== 1) throw new ShapeError(`combinations: ${x.describe()} must be a vector; flatten() it.`);
  if (r === 0) return x.narrow(0, 0, 0);
  const count = choices(withReplacement ? x.numel + r - 1 : x.numel, r);
  checkAddressable("combinations", [count, r]);
  const picked = picks(x.numel, r, count, withReplacement);
  const index = fromData(picked, [picked.length], { backend: x.backend });
  return x.indexSelect(0, index).reshape([count, r]);
}

/** How many ways there are to choose r of n. */
function choices(n: number, r: number): number {
  if (n < r) return 0;
  const few = Math.min(r, n - r);
  let count = 1;
  // Each product is divisible by i.
  for (let i = 1; i <= few && count <= Number.MAX_SAFE_INTEGER; i++) count = (count * (n - few + i)) / i;
  return Math.round(count);
}

/** The places of r of n elements, row by row. */
function picks(n: number, r: number, count: number, withReplacement: boolean): Int32Array {
  const out = new Int32Array(count * r);
  const row = Int32Array.from({ length: count > 0 ? r : 0 }, (_, k) => (withReplacement ? 0 : k));
  for (let i = 0; i < count; i++) {
    out.set(row, i * r);
    // Advance the last index that can be advanced, and reset those after it.
    let at = r - 1;
    while (at >= 0 && row[at] === (withReplacement ? n - 1 : n - r + at)) at--;
    if (at < 0) break;
    row[at]!++;
    for (let k = at + 1; k < r; k++) row[k] = withReplacement ? row[at]! : row[k - 1]! + 1;
  }
  return out;
}
