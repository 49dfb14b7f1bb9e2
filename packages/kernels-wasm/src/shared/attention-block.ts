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
/** The number of batch dims, followed by an entry for each, outermost first: size, strides of q, k, v, mask, bias, g. */
export const dims = 148;
export const entryBytes = 28;
