// Matrices and rows made of several tensors.
import { badArgument } from "../../contract/arguments.ts";
import { checkArguments, checkSameBackend, checkTensor } from "../../contract/check-tensor.ts";
import { type OptionsOf, options } from "../../contract/options.ts";
import { flag, whole } from "../../contract/rules.ts";
import { fromData, zeros } from "../../create.ts";
import { ShapeError } from "../../errors.ts";
import { promoteTensors, type Typed } from "../../memory/dtype.ts";
import type { Tensor } from "../../tensor.ts";
import { cat, stack } from "../indexing/join.ts";
import { grid } from "../views/broadcast.ts";

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
  // As in every op, a scalar does not widen what has dims.
  const dtype = blocks.reduce<Typed>(
    (a, b) => ({ dtype: promoteTensors(a, b), shape: a.shape.length > 0 ? a.shape : b.shape }),
    blocks[0]!,
  ).dtype;
  const width = all.reduce((sum, x) => sum + x.size(1), 0);
  let before = 0;
  const rows = all.map((x) => {
    const start = before;
    before += x.size(1);
    return x.to(dtype).pad([start, width - before]);
  });
  return cat(rows, 0);
}

/**
 * All combinations of one element of each vector, as rows, in order: vectors of n, m, … elements → (n · m · …, number of
 * vectors). One vector is returned as it is.
 *
 * @throws ArgumentError unless all are vectors; ShapeError for none.
 * @example cartesianProd(tensor([1, 2]), tensor([3, 4])) // tensor([[1, 3], [1, 4], [2, 3], [2, 4]])
 */
export function cartesianProd(...vectors: Tensor[]): Tensor {
  vectors.forEach((x, i) => {
    checkTensor("cartesianProd", `vector ${i}`, x);
    if (x.ndim !== 1) throw badArgument("cartesianProd", `vector ${i}`, "a vector", x, "flatten() it");
  });
  const columns = grid("cartesianProd", vectors);
  return columns.length === 1 ? vectors[0]! : stack(columns, -1).reshape([-1, columns.length]);
}

const combinationsOptions = options(
  "combinations",
  {
    /** How many elements each combination has. Default 2. */
    r: whole(2, { min: 0 }),
    /** Whether an element may be repeated in a combination. Default false. */
    withReplacement: flag(false),
  },
  { example: "combinations(x, { r: 3 })" },
);

/** Options of {@link combinations}. */
export interface CombinationsOptions extends OptionsOf<typeof combinationsOptions> {}

/**
 * All combinations of r elements of a vector, as rows, in order.
 *
 * @throws ShapeError unless x is a vector.
 * @example combinations(tensor([1, 2, 3])) // tensor([[1, 2], [1, 3], [2, 3]])
 */
export function combinations(x: Tensor, given?: CombinationsOptions): Tensor {
  checkArguments(combinationsOptions, arguments, 2);
  const { r, withReplacement } = combinationsOptions(given);
  if (x.ndim !== 1) throw new ShapeError(`combinations: ${x.describe()} must be a vector; flatten() it.`);
  if (r === 0) return x.narrow(0, 0, 0);
  const picked: number[] = [];
  const row: number[] = [];
  const choose = (from: number): void => {
    if (row.length === r) {
      for (const i of row) picked.push(i);
      return;
    }
    for (let i = from; i < x.numel; i++) {
      row.push(i);
      choose(withReplacement ? i : i + 1);
      row.pop();
    }
  };
  choose(0);
  const index = fromData(Int32Array.from(picked), [picked.length], { backend: x.backend });
  return x.indexSelect(0, index).reshape([picked.length / r, r]);
}
