// Generated from the ops by scripts/methods.ts; do not edit. After a change of an op: pnpm methods
// Functions that are no methods.
export { cat, stack } from "./join.ts";
export { type ReduceName, type ScatterReduceOptions, scatterReduce, indexCopy, indexFill, indexReduce } from "./scatter-reduce.ts";
export { type PutOptions, type NonzeroStaticOptions, take, put, argwhere, nonzeroStatic, unravelIndex } from "./take-put.ts";
