// Standalone functions rather than methods, so that bundlers can drop unused ones.

export * from "./add-products.ts";
export * from "./blocks.ts";
export * from "./products.ts";
