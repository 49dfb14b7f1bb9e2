// Standalone functions rather than methods, so that bundlers can drop unused ones.
export { type AsStridedOptions, asStrided, asStridedScatter } from "./as-strided.ts";
export {
  broadcastShapes,
  broadcastTensors,
  broadcastTo,
  type MeshgridOptions,
  meshgrid,
} from "./broadcast.ts";
export {
  type DiagflatOptions,
  diag,
  diagflat,
  type TriangleIndicesOptions,
  trilIndices,
  triuIndices,
} from "./diagonals.ts";
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
export { atleast1d, atleast2d, atleast3d, columnStack, dstack, hstack, vstack } from "./stacks.ts";
export { diagonalScatter, selectScatter, sliceScatter, unfold } from "./written.ts";
