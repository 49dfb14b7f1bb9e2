// Distances of vectors, and their norms: functions and layers.
import { type CosineSimilarityOptions, cosineSimilarity, fromData, norm, type Tensor } from "@saccade/tensor";
import { isFloat, within } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { type OptionsOf as DeclaredOptions, declare } from "../declare.ts";
import { Module } from "../module.ts";
import { anyNumber, positive } from "../rules.ts";
import { showSettings } from "../show-settings.ts";

const pairwiseOptions = /* @__PURE__ */ c.options("pairwiseDistance(a, b, { p: 1 })", {
  /** The order of the norm. Default 2. */
  p: /* @__PURE__ */ anyNumber(2),
  /** Added to each difference. Default 1e-6. */
  eps: /* @__PURE__ */ c.number(1e-6),
  /** Whether the last dim stays, with size 1. Default false. */
  keepdim: /* @__PURE__ */ c.flag(false),
});

/** Options of {@link pairwiseDistance}. */
export interface PairwiseDistanceOptions extends c.OptionsOf<typeof pairwiseOptions> {}

const pairwiseInputs = /* @__PURE__ */ c.tensors("pairwiseDistance", "a (…, d)  b (…, d)");

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

const pdistOptions = /* @__PURE__ */ c.options("pdist(x, { p: 1 })", {
  /** The order of the norm. Default 2; 0 counts the elements that differ. */
  p: /* @__PURE__ */ c.number(2, { min: 0, max: Number.POSITIVE_INFINITY }),
});

/** Options of {@link pdist}. */
export interface PdistOptions extends c.OptionsOf<typeof pdistOptions> {}

const pdistInputs = /* @__PURE__ */ c.tensors("pdist", "x float (n, d)");

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

const normalizeCall = /* @__PURE__ */ declare("normalize(x, { dim: -1 })", () => ({
  tensors: { x: c.required(c.tensorRule("float")) },
  options: {
    /** The order of the norm. Default 2. */
    p: anyNumber(2),
    /** The dim or dims of the vectors. Default 1. */
    dim: c.rule(
      "a whole number or a list of them",
      (value): value is number | readonly number[] =>
        c.whole().holds(value) || c.listOf(c.whole()).holds(value),
      1,
    ),
    /** The smallest norm to divide by. Default 1e-12. */
    eps: positive(1e-12),
  },
  renamed: { axis: "write dim" },
}));

/** Options of `functional.normalize`. */
export interface NormalizeOptions extends DeclaredOptions<typeof normalizeCall> {}

/**
 * x / max(‖x‖ₚ, eps) along a dim, so that each vector has norm 1: (…) → (…).
 *
 * @throws ShapeError for a dim out of range; DTypeError for int32 and bool.
 * @example functional.normalize(tensor([[3, 4]])) // tensor([[0.6000, 0.8000]])
 */
export function normalize(x: Tensor, options?: NormalizeOptions): Tensor {
  const { p, dim, eps } = normalizeCall([x, options]);
  return x.div(x.norm({ p, dim, keepdim: true }).clamp({ min: eps }));
}

/** The common part of the layers: the options are one field. */
abstract class Distance<Options extends object> extends Module {
  /** The options, with their defaults. */
  readonly options: Required<Options>;

  constructor(options: Required<Options>) {
    super();
    this.options = options;
  }

  protected override describeOptions(): string {
    return showSettings({ ...this.options });
  }
}

/**
 * The p-norm of the difference of vectors, ‖a − b + eps‖ₚ: (…, d) and (…, d) → (…). See
 * {@link functional.pairwiseDistance}.
 *
 * @example new PairwiseDistance({ p: 1 }).forward(tensor([[1, 2]]), tensor([[3, 5]])) // tensor([5])
 */
export class PairwiseDistance extends Distance<PairwiseDistanceOptions> {
  constructor(options?: PairwiseDistanceOptions) {
    super(pairwiseOptions(options));
  }

  /** @throws ShapeError unless the last dims are equal and those in front broadcast. */
  override forward(a: Tensor, b: Tensor): Tensor {
    return within("PairwiseDistance.forward", () => pairwiseDistance(a, b, this.options));
  }
}

const cosineCall = /* @__PURE__ */ declare("new CosineSimilarity({ dim: -1 })", () => ({
  options: {
    /** The dim of the vectors in the broadcast shape. Default 1. */
    dim: c.whole(1),
    /** The smallest norm to divide by. Default 1e-8. */
    eps: positive(1e-8),
  },
}));

/**
 * The cosine of the angle between vectors along a dim: see {@link cosineSimilarity}.
 *
 * @example new CosineSimilarity().forward(tensor([[1, 1]]), tensor([[1, 0]])) // tensor([0.7071])
 */
export class CosineSimilarity extends Distance<CosineSimilarityOptions> {
  constructor(options?: CosineSimilarityOptions) {
    super(cosineCall([options]));
  }

  /** @throws ShapeError unless the shapes broadcast; IndexError for a dim out of range. */
  override forward(a: Tensor, b: Tensor): Tensor {
    return within("CosineSimilarity.forward", () => cosineSimilarity(a, b, this.options));
  }
}
