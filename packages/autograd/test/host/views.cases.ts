import type * as hostOps from "../../../tensor/src/ops/views/host-ops.ts";
import type { Case, NoGradient } from "../op-cases.ts";

/** Gradient checks of each op, or why it has no gradient. */
export const viewsCases: Record<keyof typeof hostOps, readonly Case[] | NoGradient> = {};
