// Standalone functions rather than methods, so that bundlers can drop unused ones.
export {
  indexCopy,
  indexFill,
  indexReduce,
  type ReduceName,
  type ScatterReduceOptions,
  scatterReduce,
} from "./scatter-reduce.ts";
export * from "./take-put.ts";
