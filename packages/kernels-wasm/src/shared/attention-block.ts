// The block of parameters of one call of attention, in 32-bit words. Offsets are in bytes, as are strides; an operand that
// is absent has address 0.
export const lq = 0;
export const lk = 4;
export const d = 8;
export const dv = 12;
/** Of each operand: address, row stride, column stride. */
export const q = 16;
export const k = 28;
export const v = 40;
export const mask = 52;
export const bias = 64;
/** The output's cotangent. */
export const g = 76;
/** Addresses of dense operands, one row of lq (or lq · d, …) a head. */
export const output = 88;
export const logSumExp = 92;
export const toLogSumExp = 96;
export const dq = 100;
export const dk = 104;
export const dValues = 108;
/** float32 */
export const scale = 112;
/** Whether query i sees keys 0 to i only. */
export const causal = 116;
/** Whether weights are dropped. */
export const drops = 120;
/** float32: the probability that a weight is kept, and its factor in that case. */
export const keep = 124;
export const factor = 128;
/** Seed (two words) and offset of the random tensor. */
export const random = 132;
/** The address of a score program, 0 without one. */
export const program = 144;
/** What is told of the weights. Addresses, 0 where nothing is: of each query its largest score and its entropy. */
export const max = 148;
export const entropy = 152;
/** A row of lk a head and group of panels: the sums of the columns over the group. */
export const columns = 156;
export const groups = 160;
/** How many of the largest weights, and the addresses of these and of their keys, rows of so many. */
export const top = 164;
export const topWeights = 168;
export const topKeys = 172;
/** Cotangents of the entropies and of the columns' sums, and of each query the mean of the latter by its weights. */
export const toEntropy = 176;
export const toColumns = 180;
export const columnMeans = 184;
/** The number of batch dims, followed by an entry for each, outermost first: size, strides of q, k, v, mask, bias, g. */
export const dims = 188;
export const entryBytes = 28;
