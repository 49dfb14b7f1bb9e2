// The second entry, "@saccade/autograd/optimizer": what authors of optimizers need beyond what users import.

export { valueAndUsedGrads } from "./value-and-grad.ts";
