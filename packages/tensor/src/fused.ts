// The third entry, "@saccade/tensor/fused": ops with one kernel for the work of many, for authors of layers and losses.
// An entry of its own, so that `import * as fused` leaves out what a program does not use.

import "./methods.ts";

export * from "./ops/fused/index.ts";
