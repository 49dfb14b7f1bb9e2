// The second entry point, "@saccade/autograd/optimizer": exports for authors of optimizers.

export { hasNoPath, type MaybeGrad, withoutPath } from "./tape.ts";
export { type LossResult, valueAndUsedGrads } from "./value-and-grad.ts";
