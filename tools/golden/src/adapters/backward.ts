import { valueAndGrad, vjp } from "@saccade/autograd";
import { onesLike } from "@saccade/tensor";
import { type Adapters, op } from "../adapter.ts";

/** Calls that must be refused when gradients are taken. */
export const backward: Adapters = {
  // Only a single number has a gradient without cotangents.
  backward: op((inputs) => {
    const x = inputs.get("x");
    return valueAndGrad(() => x.mul(2), x).grads;
  }),
  // A pull-back frees its saved tensors, so it works once.
  backward_twice: op((inputs) => {
    const x = inputs.get("x");
    const { value, pullBack } = vjp(() => x.mul(x).sum(), [x]);
    pullBack(onesLike(value));
    return pullBack(onesLike(value))[0]!;
  }),
};
