// The second entry point, "@saccade/autograd/optimizer": exports for authors of optimizers.

export { type LossResult, type UsedGrads, valueAndUsedGrads } from "./value-and-grad.ts";
