import { ones, tensor } from "../../src/index.ts";
import type * as masked from "../../src/masked/index.ts";
import { arg, type Calls, positive } from "../walk.ts";

const x = ones([2, 3]);
const mask = tensor([true, false, true]);
const keepdim = arg([true, false]);
const dtype = arg(["float64", "float32"]);
const takes = { x, "dim?": arg([1, [0, 1], undefined], [0.5, 2]) };
const reduction = { takes, options: { mask, keepdim, dtype } };
const index = { takes: { x, "dim?": arg([1, undefined], [0.5, 2]) }, options: { mask, keepdim } };
const spread = { takes, options: { mask, keepdim, dtype, correction: positive(0) } };
const dim = arg([1, -2], [0.5, 2]);
const along = { takes: { x, dim }, options: { mask, dtype } };
const ord = arg([2, 0, Number.POSITIVE_INFINITY], [Number.NaN]);

/** A right call of each function. */
export const maskedCalls: Calls<typeof masked> = {
  sum: reduction,
  prod: reduction,
  mean: reduction,
  amax: reduction,
  amin: reduction,
  argmax: index,
  argmin: index,
  median: { takes: { x, "dim?": arg([1, undefined], [0.5, 2]) }, options: { mask, keepdim, dtype } },
  norm: { takes: { x, "ord?": ord, "dim?": takes["dim?"] }, options: { mask, keepdim, dtype } },
  logsumexp: reduction,
  var: spread,
  std: spread,
  cumsum: along,
  cumprod: along,
  softmax: along,
  logSoftmax: along,
  softmin: along,
  normalize: { takes: { x, ord, dim }, options: { mask, dtype, eps: positive(0.1) } },
  logaddexp: { takes: { x, y: x }, options: { dtype, inputMask: mask, otherMask: mask } },
};
