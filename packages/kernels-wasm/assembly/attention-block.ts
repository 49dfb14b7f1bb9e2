// The block of parameters of one call of attention, 32-bit words; src/kernels/attention.ts writes it. Strides are in
// bytes. What is absent has address 0.
export const LQ: usize = 0;
export const LK: usize = 4;
export const D: usize = 8;
export const DV: usize = 12;
/** Of q, k, v, the mask, the bias and the output's cotangent: address, row stride, column stride. */
export const Q: usize = 16;
export const K: usize = 28;
export const V: usize = 40;
export const MASK: usize = 52;
export const BIAS: usize = 64;
export const G: usize = 76;
/** Addresses of dense operands, one row of lq (or lq · d, …) a head. */
export const OUT: usize = 88;
export const LSE: usize = 92;
export const G_LSE: usize = 96;
export const DQ: usize = 100;
export const DK: usize = 104;
export const D_V: usize = 108;
/** f32. */
export const SCALE: usize = 112;
/** Whether query i sees keys 0 to i only; whether a query without a key gets NaN instead of 0. */
export const CAUSAL: usize = 116;
export const NAN: usize = 120;
/** Whether weights are dropped; f32: the probability that one is kept, and what it is multiplied by then. */
export const DROPS: usize = 124;
export const KEEP: usize = 128;
export const FACTOR: usize = 132;
/** Seed (two words) and offset of the random tensor. */
export const KEYS: usize = 136;
/** Count of batch dims and, outermost first: size, strides of q, k, v, mask, bias, g. */
export const DIMS: usize = 148;
const ENTRY: usize = 28;

// @ts-ignore: decorator
@inline
export function word(block: usize, at: usize): usize {
  return load<usize>(block + at);
}

/** Where a head's part of an operand starts; `which` is Q, K, V, MASK, BIAS or G. */
export function headOf(block: usize, which: usize, head: usize): usize {
  let address = word(block, which);
  if (address == 0) return 0;
  const stride = 4 + (which - Q) / 3;
  let entry = block + DIMS + 4 + word(block, DIMS) * ENTRY;
  while (entry > block + DIMS + 4) {
    entry -= ENTRY;
    const size = load<usize>(entry);
    address += (head % size) * load<usize>(entry + stride);
    head /= size;
  }
  return address;
}

/** How many keys of a head count: those behind the last one that a mask alike for all queries allows do not. */
export function keysOf(block: usize, head: usize): usize {
  let keys = word(block, LK);
  const mask = headOf(block, MASK, head);
  if (mask == 0 || word(block, MASK + 4) != 0 || word(block, NAN) != 0) return keys;
  const step = word(block, MASK + 8);
  while (keys > 0 && load<u8>(mask + (keys - 1) * step) == 0) keys--;
  return keys;
}
