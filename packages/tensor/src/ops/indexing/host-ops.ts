// Ops that run on the host on every backend.
export { scatterReduceOp as scatterReduce } from "./scatter-reduce.ts";
