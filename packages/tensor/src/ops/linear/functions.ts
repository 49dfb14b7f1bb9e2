// Standalone functions rather than methods, so that bundlers can drop unused ones.

export * from "./blocks.ts";
export * from "./products.ts";
