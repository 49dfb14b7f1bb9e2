// Kernel regression: means of values whose keys are near.

import { Module, Parameter } from "@saccade/nn";
import { rand, ShapeError, scope, type Tensor, zeros } from "@saccade/tensor";
import { iterable, within } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { type Attended, call, method, noteParts } from "../contract/method.ts";
import { checkResult, positiveRule } from "../contract/rules.ts";
import {
  distances,
  gaussianMeans,
  kernels,
  meansOf,
  nadarayaWatson as regression,
} from "../definitions/pooling.ts";

/** A kernel: the weight of a key at distance u (in bandwidths). Never negative. */
export type Kernel = (u: Tensor) => Tensor;

/** The kernels of {@link poolingKernels}, by name. */
export type KernelName = keyof typeof kernels;

const kernelNames = Object.keys(kernels) as KernelName[];

/**
 * The kernels by name. Constant factors cancel in the weights.
 *
 * @example poolingKernels.gaussian(tensor([0, 1])) // tensor([1.0000, 0.6065])
 */
export const poolingKernels: Readonly<Record<KernelName, Kernel>> = {
  /** exp(−u²/2). */
  gaussian: checkedKernel("gaussian"),
  /** 1 for |u| < 1: the mean over a window. */
  boxcar: checkedKernel("boxcar"),
  /** ¾ (1 − u²) for |u| < 1 (Epanechnikov 1969). d2l gives this name to the triangular kernel. */
  epanechnikov: checkedKernel("epanechnikov"),
  /** 1 − |u| for |u| < 1. */
  triangular: checkedKernel("triangular"),
};

function checkedKernel(name: KernelName): Kernel {
  const inputs = c.tensors(`poolingKernels.${name}`, "u float (…)");
  return function kernel(u) {
    inputs.check([u]);
    return kernels[name](u);
  };
}

const named = c.oneOf(kernelNames);
const kernelRule: c.Rule<KernelName | Kernel, "gaussian"> = {
  ...named,
  must: `${named.must}, or a function of the distances`,
  default: "gaussian",
  holds: (value): value is KernelName | Kernel => c.callable<Kernel>().holds(value) || named.holds(value),
};
/** Options of {@link nadarayaWatson}. */
export interface NadarayaWatsonOptions extends c.OptionsOf<typeof regressionInputs> {}

const averageInputs = c.tensors("averagePooling", "queries (n)  values (m) | (n, m)");

/**
 * Gives every query the mean of all values: queries (n), values (m) or (n, m) → output (n),
 * weights (n, m), all 1/m.
 *
 * @throws ShapeError when the shapes do not fit.
 * @example averagePooling(zeros([2]), tensor([1, 2, 3])).output // tensor([2, 2])
 */
export function averagePooling(queries: Tensor, values: Tensor): Attended {
  averageInputs.check([queries, values]);
  const { dtype, backend } = values;
  return within("averagePooling", () =>
    scope(() => iterable(meansOf(zeros([queries.size(0), values.size(-1)], { dtype, backend }), values))),
  );
}

const regressionText = "queries (n)  keys (m) | (n, m)  values (m) | (n, m)";
const regressionInputs = call(
  c.options(
    "nadarayaWatson",
    {
      /** A kernel by name, or a function of the distance in bandwidths. Default "gaussian". */
      kernel: kernelRule,
      /** The distance that is 1 to the kernel. Default 1. */
      bandwidth: positiveRule(1),
    },
    { example: 'nadarayaWatson(queries, keys, values, { kernel: "gaussian", bandwidth: 0.5 })' },
  ),
  regressionText,
);

/**
 * Kernel regression: gives each query the mean of the values, weighted by the kernel of its distance to their keys
 * (Nadaraya 1964; Watson 1964). A query with no key in its window gets zeros.
 *
 * @param queries (n)
 * @param keys (m), or (n, m) for different keys per query
 * @param values (m), or (n, m)
 * @returns output (n), weights (n, m)
 * @throws ShapeError when the shapes do not fit; ArgumentError for an unknown kernel, or a bandwidth that is not above 0.
 * @example nadarayaWatson(tensor([0]), tensor([-1, 1]), tensor([2, 4]), { bandwidth: 0.5 }).output // tensor([3])
 */
export function nadarayaWatson(
  queries: Tensor,
  keys: Tensor,
  values: Tensor,
  given: NadarayaWatsonOptions = {},
): Attended {
  const { kernel, bandwidth } = regressionInputs([queries, keys, values, given]);
  const density = (u: Tensor): Tensor => {
    const found = (kernel as Kernel)(u);
    checkResult("nadarayaWatson", "kernel", found, u.shape);
    return found;
  };
  const weigh = typeof kernel === "string" ? kernels[kernel] : density;
  return within("nadarayaWatson", () =>
    scope(() => iterable(regression(queries, keys, values, weigh, bandwidth))),
  );
}

const construct = /* @__PURE__ */ c.signature("NadarayaWatson", {}, "new NadarayaWatson()");
const forward = /* @__PURE__ */ method("NadarayaWatson.forward", regressionText);

/**
 * Gaussian kernel regression with a learned inverse bandwidth: weights softmax(−½ (w (q − k))²)
 * (Nadaraya 1964; Watson 1964).
 *
 * @example new NadarayaWatson().forward(tensor([0]), tensor([[-1, 1]]), tensor([[2, 4]])).output // tensor([3])
 */
export class NadarayaWatson extends Module {
  /** (1), starts uniform in [0, 1). */
  w: Parameter;

  constructor() {
    construct([]);
    super();
    this.w = scope(() => new Parameter(rand([1])));
    noteParts(this);
  }

  /**
   * @param queries (n)
   * @param keys (m), or (n, m) for different keys per query
   * @param values (m), or (n, m)
   * @returns output (n), weights (n, m)
   */
  override forward(queries: Tensor, keys: Tensor, values: Tensor): Attended {
    forward(this, [queries, keys, values]);
    return within("NadarayaWatson.forward", () =>
      scope(() => iterable(gaussianMeans(distances(queries, keys).mul(this.w), values))),
    );
  }
}

const pointInputs = c.tensors("leaveOneOut", "x (n)  y (n)");

/**
 * Leave-one-out data for training a kernel regression on points (n): for each point, the other points as keys and their
 * values, both (n, n − 1), in order.
 *
 * @throws ShapeError unless x and y are (n), n ≥ 1.
 * @example leaveOneOut(tensor([1, 2, 3]), tensor([4, 5, 6])).keys // tensor([[2, 3], [1, 3], [1, 2]])
 */
export function leaveOneOut(x: Tensor, y: Tensor): { readonly keys: Tensor; readonly values: Tensor } {
  const { n } = pointInputs([x, y]);
  if (n === 0) throw new ShapeError("leaveOneOut: x and y must have at least one point.");
  return iterable(scope(() => ({ keys: othersOf(x), values: othersOf(y) })));
}

// Row after row, the diagonal of (n, n) is every (n + 1)-th element from the first on: cut off the first, and
// in rows of n + 1 it is the last column.
function othersOf(x: Tensor): Tensor {
  const n = x.numel;
  const flat = x.expand([n, n]).flatten();
  const rows = flat.narrow(0, 1, n * n - 1).reshape([n - 1, n + 1]);
  return rows.narrow(1, 0, n).reshape([n, n - 1]);
}
