// The block of a walk over the outer dims of up to three strided operands: the number of dims (one word) and, outermost
// first, an entry for each. Offsets within an entry are in bytes.
export const size = 0;
/** 0 before and after a walk. */
export const counter = 4;
/** The operands' strides, in bytes. */
export const stride0 = 8;
export const stride1 = 12;
export const stride2 = 16;
export const entryBytes = 20;
