// Functions of tensors that are no methods, so that a program holds those alone that it imports.
export { indexCopy, indexFill, indexReduce } from "./index-write.ts";
export { type ReduceName, type ScatterReduceOptions, scatterReduce } from "./scatter-reduce.ts";
export {
  argwhere,
  type NonzeroStaticOptions,
  nonzeroStatic,
  type PutOptions,
  put,
  take,
  unravelIndex,
} from "./take-put.ts";
