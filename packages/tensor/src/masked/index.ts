// Reductions of the elements that a mask lets through, under the names of torch.masked: masked.mean(x, 1, { mask }).
import "../methods.ts";

export {
  cumprod,
  cumsum,
  logaddexp,
  logSoftmax,
  type MaskedLogaddexpOptions,
  type MaskedNormalizeOptions,
  normalize,
  softmax,
  softmin,
} from "./along.ts";
export type { MaskedAlongOptions, MaskedOptions } from "./mask.ts";
export {
  amax,
  amin,
  argmax,
  argmin,
  logsumexp,
  type MaskedIndexOptions,
  type MaskedVarianceOptions,
  mean,
  median,
  norm,
  prod,
  std,
  sum,
  variance as var,
} from "./reductions.ts";
