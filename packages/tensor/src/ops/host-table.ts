// Ops that run on the host on every backend, by their reference kernel. A backend may still provide kernels for them.
export * from "../linalg/host-ops.ts";
export * from "./elementwise/host-ops.ts";
export * from "./indexing/host-ops.ts";
export * from "./linear/host-ops.ts";
export * from "./random/host-ops.ts";
export * from "./reduce/host-ops.ts";
export * from "./views/host-ops.ts";
