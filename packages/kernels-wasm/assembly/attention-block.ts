// Reading the block of parameters of one call of attention.
import { dims as DIMS, entryBytes, lk as LK, mask as MASK, q as Q } from "../src/shared/attention-block";

export {
  lq as LQ, lk as LK, d as D, dv as DV, q as Q, k as K, v as V, mask as MASK, bias as BIAS, g as G,
  output as OUT, logSumExp as LSE, toLogSumExp as G_LSE, dq as DQ, dk as DK, dValues as D_V,
  scale as SCALE, causal as CAUSAL, drops as DROPS, keep as KEEP, factor as FACTOR, random as KEYS,
  program as PROGRAM, dims as DIMS,
  max as MAX, entropy as ENTROPY, columns as COLUMNS, groups as GROUPS, top as TOP, topWeights as TOP_WEIGHTS,
  topKeys as TOP_KEYS, toEntropy as TO_ENTROPY, toColumns as TO_COLUMNS, columnMeans as COLUMN_MEANS,
} from "../src/shared/attention-block";

@inline export function word(block: usize, at: usize): usize {
  return load<usize>(block + at);
}

/** Where a head's part of an operand starts; `which` is Q, K, V, MASK, BIAS or G. */
export function headOf(block: usize, which: usize, head: usize): usize {
  let address = word(block, which);
  if (address == 0) return 0;
  const stride = 4 + (which - Q) / 3;
  let entry = block + DIMS + 4 + word(block, DIMS) * entryBytes;
  while (entry > block + DIMS + 4) {
    entry -= entryBytes;
    const size = load<usize>(entry);
    address += (head % size) * load<usize>(entry + stride);
    head /= size;
  }
  return address;
}

/** The number of keys of a head that count: up to the last one that a mask shared by all queries allows. */
export function keysOf(block: usize, head: usize): usize {
  let keys = word(block, LK);
  const mask = headOf(block, MASK, head);
  if (mask == 0 || word(block, MASK + 4) != 0) return keys;
  const step = word(block, MASK + 8);
  while (keys > 0 && load<u8>(mask + (keys - 1) * step) == 0) keys--;
  return keys;
}
