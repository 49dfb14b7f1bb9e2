import type * as hostOps from "../../../tensor/src/ops/reduce/host-ops.ts";
import type { Case, NoGradient } from "../op-cases.ts";

/** Gradient checks of each op, or why it has no gradient. */
export const reduceCases: Record<keyof typeof hostOps, readonly Case[] | NoGradient> = {
  cumprodBackward: "a gradient",
  cummaxIndex: "whole numbers",
  cumminIndex: "whole numbers",
  longestRun: "whole numbers",
  searchsorted: "whole numbers",
};
