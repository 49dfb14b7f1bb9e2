import { ShapeError, scope, type Tensor, zeros } from "@saccade/tensor";
import {
  checkChoice,
  checkFunction,
  checkOptions,
  checkTensor,
  formatShape,
  iterable,
  optionNames,
  refuseExtra,
  sameShape,
} from "@saccade/tensor/backend";
import type { Attended } from "../contract/attended.ts";
import { checkFloats, checkPositive } from "../contract/check-options.ts";
import { kernels, nadarayaWatson as regression } from "../definitions/kernel-regression.ts";
import { attend } from "./attend.ts";
import type { Kernel, KernelName } from "./kernels.ts";

/** Options of {@link nadarayaWatson}. */
export interface NadarayaWatsonOptions {
  /** A kernel by name, or a function of the distance in bandwidths. Default "gaussian". */
  readonly kernel?: KernelName | Kernel | undefined;
  /** The distance that is 1 to the kernel. Default 1. */
  readonly bandwidth?: number | undefined;
}

const options = optionNames<NadarayaWatsonOptions>(
  "nadarayaWatson",
  { kernel: true, bandwidth: true },
  'nadarayaWatson(queries, keys, values, { kernel: "gaussian", bandwidth: 0.5 })',
);
const kernelNames = Object.keys(kernels) as KernelName[];

/**
 * Gives every query the mean of all values: queries (n), values (m) or (n, m) → output (n),
 * weights (n, m), all 1/m.
 *
 * @throws ShapeError when the shapes do not fit.
 * @example averagePooling(zeros([2]), tensor([1, 2, 3])).output // tensor([2, 2])
 */
export function averagePooling(queries: Tensor, values: Tensor): Attended {
  refuseExtra("averagePooling", arguments, 2);
  checkShapes("averagePooling", queries, values, values);
  return scope(() => {
    const { dtype, backend } = values;
    return pool(zeros([queries.size(0), values.size(-1)], { dtype, backend }), values);
  });
}

/**
 * Kernel regression: gives each query the mean of the values, weighted by the kernel of its distance to their keys
 * (Nadaraya 1964; Watson 1964). A query with no key in its window gets zeros.
 *
 * @param queries (n)
 * @param keys (m), or (n, m) for keys of each query's own
 * @param values (m), or (n, m)
 * @returns output (n), weights (n, m)
 * @throws ShapeError when the shapes do not fit; ArgumentError for a kernel that there is not, or a bandwidth that is not above 0.
 * @example nadarayaWatson(tensor([0]), tensor([-1, 1]), tensor([2, 4]), { bandwidth: 0.5 }).output // tensor([3])
 */
export function nadarayaWatson(
  queries: Tensor,
  keys: Tensor,
  values: Tensor,
  given: NadarayaWatsonOptions = {},
): Attended {
  refuseExtra(options, arguments, 4);
  checkShapes("nadarayaWatson", queries, keys, values);
  checkOptions(options, given);
  const { kernel = "gaussian", bandwidth = 1 } = given;
  if (typeof kernel === "string") checkChoice("nadarayaWatson", "kernel", kernel, kernelNames);
  else checkFunction("nadarayaWatson", "kernel", kernel, `or one of ${kernelNames.join(", ")}`);
  checkPositive("nadarayaWatson", "bandwidth", bandwidth);
  return scope(() => {
    // The Gaussian kernel's weights are a softmax, so they cannot all underflow to 0.
    if (kernel === "gaussian") return gaussianPool(distances(queries, keys).div(bandwidth), values);
    const density = typeof kernel === "function" ? checked(kernel) : kernels[kernel];
    return iterable(regression(queries, keys, values, density, bandwidth));
  });
}

function checked(kernel: Kernel): Kernel {
  return (u) => {
    const density = kernel(u);
    checkFloats("nadarayaWatson", "what kernel returns", density);
    if (sameShape(density.shape, u.shape)) return density;
    throw new ShapeError(
      `nadarayaWatson: what kernel returns, ${formatShape(density.shape)}, must have the shape of the distances, ${formatShape(u.shape)}.`,
    );
  };
}

/** queries (n), keys (m) or (n, m) → (n, m), the query minus each key. */
export function distances(queries: Tensor, keys: Tensor): Tensor {
  return queries.unsqueeze(1).sub(keys);
}

/** Weights softmax(−u²/2) of distances u (n, m), and the values' means (n) under them. */
export function gaussianPool(u: Tensor, values: Tensor): Attended {
  return pool(u.square().mul(-0.5), values);
}

// Each query is a batch of one: scores (n, m) → (n, 1, m).
function pool(scores: Tensor, values: Tensor): Attended {
  const { output, weights } = attend(scores.unsqueeze(1), values.unsqueeze(-1));
  return iterable({ output: output.reshape([scores.size(0)]), weights: weights.squeeze(1) });
}

/** @throws ShapeError unless queries are (n), and keys and values (m) or (n, m). */
export function checkShapes(what: string, queries: Tensor, keys: Tensor, values: Tensor): void {
  checkTensor(what, "queries", queries);
  checkTensor(what, "keys", keys);
  checkTensor(what, "values", values);
  const n = queries.shape[0];
  const fits = (x: Tensor): boolean => x.ndim === 1 || (x.ndim === 2 && x.shape[0] === n);
  if (queries.ndim === 1 && fits(keys) && fits(values) && keys.size(-1) === values.size(-1)) return;
  throw new ShapeError(
    `${what}: queries ${formatShape(queries.shape)}, keys ${formatShape(keys.shape)}, values ${formatShape(values.shape)}: ` +
      "queries must be (n), keys and values (m) or (n, m), a value for each key.",
  );
}

/**
 * Leave-one-out data for training a kernel regression on points (n): for each point, the other points as keys and their
 * values, both (n, n − 1), in order.
 *
 * @throws ShapeError unless x and y are (n), n ≥ 1.
 * @example leaveOneOut(tensor([1, 2, 3]), tensor([4, 5, 6])).keys // tensor([[2, 3], [1, 3], [1, 2]])
 */
export function leaveOneOut(x: Tensor, y: Tensor): { readonly keys: Tensor; readonly values: Tensor } {
  refuseExtra("leaveOneOut", arguments, 2);
  checkTensor("leaveOneOut", "x", x);
  checkTensor("leaveOneOut", "y", y);
  if (x.ndim !== 1 || y.ndim !== 1 || x.numel !== y.numel || x.numel === 0) {
    throw new ShapeError(
      `leaveOneOut: x ${formatShape(x.shape)} and y ${formatShape(y.shape)} must both be (n), of one length ≥ 1.`,
    );
  }
  return iterable(scope(() => ({ keys: othersOf(x), values: othersOf(y) })));
}

// Row after row, the diagonal of (n, n) is every (n + 1)-th element from the first on: cut off the first, and
// in rows of n + 1 it is the last column.
function othersOf(x: Tensor): Tensor {
  const n = x.numel;
  const rows = x
    .expand([n, n])
    .reshape([n * n])
    .narrow(0, 1, n * n - 1)
    .reshape([n - 1, n + 1]);
  return rows.narrow(1, 0, n).reshape([n, n - 1]);
}
