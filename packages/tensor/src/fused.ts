// The third entry, "@saccade/tensor/fused": ops with one kernel for the work of many, for authors of layers and losses.
// A separate entry, so that bundlers can drop unused ops from `import * as fused`.

import "./methods.ts";

export * from "./ops/fused/index.ts";
