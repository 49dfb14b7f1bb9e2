// Ops that run on the host on every backend.
export { cumprodBackwardOp as cumprodBackward } from "./cumulative.ts";
export { longestRunOp as longestRun } from "./ranks.ts";
export { cummaxIndexOp as cummaxIndex, cumminIndexOp as cumminIndex } from "./running.ts";
export { searchsortedOp as searchsorted } from "./searchsorted.ts";
