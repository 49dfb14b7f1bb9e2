// Standalone functions rather than methods, so that bundlers can drop unused ones.

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
export {
  atleast1d,
  atleast2d,
  atleast3d,
  broadcastShapes,
  broadcastTensors,
  broadcastTo,
  columnStack,
  dstack,
  hstack,
  type MeshgridOptions,
  meshgrid,
  vstack,
} from "./stacks.ts";
export {
  type AsStridedOptions,
  asStrided,
  asStridedScatter,
  diagonalScatter,
  selectScatter,
  sliceScatter,
  unfold,
} from "./written.ts";
