// Ops that run on the host on every backend.
export {
  cummaxIndexOp as cummaxIndex,
  cumminIndexOp as cumminIndex,
  cumprodBackwardOp as cumprodBackward,
} from "./cumulative.ts";
export { longestRunOp as longestRun } from "./median.ts";
export { searchsortedOp as searchsorted } from "./searchsorted.ts";
