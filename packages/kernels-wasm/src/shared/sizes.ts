// Sizes of the blocks in which kernels sum, by which the host cuts work and takes scratch.

/** Elements whose squared errors are summed in float32. */
export const squaredErrors = 1024;
/** Rows whose gradients of the weight and the bias of a layer norm are summed in float32. */
export const layerNormRows = 64;
/** Columns that `sumColumns` sums together; each has a float64 in scratch. */
export const sumColumnsStrip = 1024;
/** Queries that attention takes together. */
export const attentionQueries = 64;
