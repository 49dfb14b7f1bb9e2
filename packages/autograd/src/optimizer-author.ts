// The second entry point, "@saccade/autograd/optimizer": exports for authors of optimizers.

export type { MaybeGrad } from "./tape.ts";
export { type LossResult, valueAndUsedGrads } from "./value-and-grad.ts";
