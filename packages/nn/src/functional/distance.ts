import { fromData, norm, type Tensor } from "@saccade/tensor";
import { isFloat, within } from "@saccade/tensor/backend";
import {
  flag,
  number,
  type OptionsOf,
  options,
  type Signature,
  signature,
  tensors,
} from "@saccade/tensor/contract";

const pairwiseOptions = options(
  "pairwiseDistance",
  {
    /** The order of the norm. Default 2. */
    p: number(2, { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY }),
    /** Added to each difference. Default 1e-6. */
    eps: number(1e-6),
    /** Whether the last dim stays, with size 1. Default false. */
    keepdim: flag(false),
  },
  { example: "pairwiseDistance(a, b, { p: 1 })" },
);

/** The call of the module's constructor. */
export const pairwiseCall: Signature<Record<never, never>, typeof pairwiseOptions.rules> = signature(
  "PairwiseDistance",
  {},
  pairwiseOptions,
);

/** Options of {@link pairwiseDistance}. */
export interface PairwiseDistanceOptions extends OptionsOf<typeof pairwiseOptions> {}

const pairwiseInputs = tensors("pairwiseDistance", "a (…, d)  b (…, d)");

/**
 * ‖a − b + eps‖ₚ over the last dim: (…, d) and (…, d) → (…). The dims in front broadcast.
 *
 * @throws ShapeError unless the last dims are equal and those in front broadcast.
 * @example functional.pairwiseDistance(tensor([[1, 2], [3, 4]]), tensor([[1, 0], [0, 0]])) // tensor([2, 5])
 */
export function pairwiseDistance(a: Tensor, b: Tensor, given?: PairwiseDistanceOptions): Tensor {
  pairwiseInputs.check([a, b]);
  const { p, eps, keepdim } = pairwiseOptions(given);
  return within("pairwiseDistance", () => {
    const difference = a.sub(b);
    const x = isFloat(difference.dtype) ? difference : difference.to("float32");
    return norm(x.add(eps), { p, dim: -1, keepdim });
  });
}

const pdistOptions = options(
  "pdist",
  {
    /** The order of the norm. Default 2; 0 counts the elements that differ. */
    p: number(2, { min: 0, max: Number.POSITIVE_INFINITY }),
  },
  { example: "pdist(x, { p: 1 })" },
);

/** Options of {@link pdist}. */
export interface PdistOptions extends OptionsOf<typeof pdistOptions> {}

const pdistInputs = tensors("pdist", "x float (n, d)");

/**
 * The p-norms of the differences between all pairs of rows, in the order (0, 1), (0, 2), …, (n − 2, n − 1):
 * (n, d) → (n (n − 1) / 2).
 *
 * @throws ShapeError unless x has two dims; ArgumentError for a negative p.
 * @example functional.pdist(tensor([[0, 0], [3, 4], [0, 1]])) // tensor([5, 1, 4.2426])
 */
export function pdist(x: Tensor, given?: PdistOptions): Tensor {
  pdistInputs.check([x]);
  const { p } = pdistOptions(given);
  const n = x.size(0);
  const pairs: [number, number][] = [];
  for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) pairs.push([i, j]);
  const rows = (side: 0 | 1): Tensor =>
    x.indexSelect(
      0,
      fromData(
        Int32Array.from(pairs, (pair) => pair[side]),
        [pairs.length],
        { backend: x.backend },
      ),
    );
  return norm(rows(0).sub(rows(1)), { p, dim: 1 });
}
