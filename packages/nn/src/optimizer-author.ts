// The entry point "@saccade/nn/optimizer": exports for authors of optimizers.

export { type BaseOptions, oneByOne, type ParamUpdate, type UpdateRule } from "./optim/rule.ts";
