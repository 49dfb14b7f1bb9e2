import {
  all,
  amax,
  amin,
  any,
  argmax,
  argmin,
  cumprod,
  cumsum,
  logSoftmax,
  logsumexp,
  max,
  mean,
  min,
  norm,
  prod,
  softmax,
  std,
  sum,
  type Tensor,
  variance,
} from "@saccade/tensor";
import { type Adapters, type OpAdapter, type Outputs, op } from "../adapter.ts";
import { asDims, asFlag, asNumber, type Fields, given } from "../case.ts";

type Dims = number | readonly number[] | undefined;

const options = (attrs: Fields): { keepdim?: boolean } => given({ keepdim: attrs.maybe("keepdim", asFlag) });

const overDims = (f: (x: Tensor, dim: Dims, options: { keepdim?: boolean }) => Tensor): OpAdapter =>
  op((inputs, attrs) => f(inputs.get("x"), attrs.maybe("dim", asDims), options(attrs)));

const overDim = (
  f: (x: Tensor, dim: number | undefined, options: { keepdim?: boolean }) => Tensor,
): OpAdapter => op((inputs, attrs) => f(inputs.get("x"), attrs.maybe("dim", asNumber), options(attrs)));

const alongDim = (f: (x: Tensor, dim: number) => Tensor): OpAdapter =>
  op((inputs, attrs) => f(inputs.get("x"), attrs.number("dim")));

const spread = (f: typeof variance): OpAdapter =>
  op((inputs, attrs) => {
    const unbiased = attrs.maybe("unbiased", asFlag);
    const correction = unbiased === undefined ? {} : { correction: Number(unbiased) };
    return f(inputs.get("x"), attrs.maybe("dim", asDims), { ...options(attrs), ...correction });
  });

// Of all elements: a value. Along a dim: values and indices.
const extreme = (f: typeof max): OpAdapter =>
  op((inputs, attrs): Tensor | Outputs => {
    const dim = attrs.maybe("dim", asNumber);
    if (dim === undefined) return f(inputs.get("x"));
    const { values, indices } = f(inputs.get("x"), dim, options(attrs));
    return { values, indices };
  });

/** Sums, extremes, norms, softmax and running sums. */
export const reduce: Adapters = {
  sum: overDims(sum),
  mean: overDims(mean),
  amax: overDims(amax),
  amin: overDims(amin),
  logsumexp: overDims(logsumexp),
  prod: overDim(prod),
  all: overDims(all),
  any: overDims(any),
  argmax: overDim(argmax),
  argmin: overDim(argmin),
  max: extreme(max),
  min: extreme(min),
  var: spread(variance),
  std: spread(std),
  norm: op((inputs, attrs) =>
    norm(inputs.get("x"), {
      ...given({ p: attrs.maybe("p", asNumber), dim: attrs.maybe("dim", asDims) }),
      ...options(attrs),
    }),
  ),
  softmax: alongDim(softmax),
  log_softmax: alongDim(logSoftmax),
  cumsum: alongDim(cumsum),
  cumprod: alongDim(cumprod),
};
