// The entry "@saccade/nn/optimizer": what authors of optimizers need beyond the main entry.

export { type BaseOptions, oneByOne, type ParamUpdate, type UpdateRule } from "./optim/rule.ts";
