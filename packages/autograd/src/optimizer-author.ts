// The second entry point, "@saccade/autograd/optimizer": exports for authors of optimizers.

export { valueAndUsedGrads } from "./value-and-grad.ts";
