// Generated from the ops by scripts/methods.ts; do not edit. After a change of an op: pnpm methods
// Functions that are no methods.
export { type DiagflatOptions, type TriangleIndicesOptions, diag, diagflat, trilIndices, triuIndices } from "./diagonals.ts";
export { type Rot90Options, unflatten, ravel, reshapeAs, viewAs, swapaxes, mT, fliplr, flipud, rot90 } from "./reshapes.ts";
export { type Sections, tensorSplit, hsplit, vsplit, dsplit } from "./split.ts";
export { type MeshgridOptions, atleast1d, atleast2d, atleast3d, hstack, vstack, dstack, columnStack, broadcastShapes, broadcastTo, broadcastTensors, meshgrid, cartesianProd } from "./stacks.ts";
export { type AsStridedOptions, diagonalScatter, selectScatter, sliceScatter, unfold, asStrided, asStridedScatter } from "./written.ts";
