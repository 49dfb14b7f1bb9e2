// Standalone functions rather than methods, so that bundlers can drop unused ones.

export * from "./diagonals.ts";
export {
  fliplr,
  flipud,
  mT,
  type Rot90Options,
  ravel,
  reshapeAs,
  rot90,
  swapaxes,
  unflatten,
  viewAs,
} from "./reshapes.ts";
export { dsplit, hsplit, type Sections, tensorSplit, vsplit } from "./split.ts";
export * from "./stacks.ts";
export * from "./written.ts";
