// Ops that run on the host on every backend, by their reference kernel. A backend may still provide kernels for them.
export * from "./linalg/host-ops.gen.ts";
export * from "./ops/elementwise/host-ops.ts";
export * from "./ops/indexing/host-ops.ts";
export * from "./ops/reduce/host-ops.ts";
export * from "./special/host-ops.gen.ts";
