// Keys and values appended to those of the input, which every query may attend to: learned ones, and zeros.
import type { Parameter } from "@saccade/nn";
import { cat, ones, type Tensor, where, zeros } from "@saccade/tensor";
import type { MaskOptions } from "../contract/rules.ts";
import { combineMasks, type Scores } from "../masks/align.ts";

/** Which keys and values are added. */
export interface ExtraKeys {
  /** A key (1, 1, E), or null. */
  readonly bias_k: Tensor | Parameter | null;
  /** Its value (1, 1, E), or null. */
  readonly bias_v: Tensor | Parameter | null;
  /** Whether a key and a value of zeros are added. */
  readonly addZeroAttn: boolean;
}

/** How many there are. */
export function extraCount({ bias_k, addZeroAttn }: ExtraKeys): number {
  return (bias_k ? 1 : 0) + (addZeroAttn ? 1 : 0);
}

/** Appends the extra keys to k (b, h, lk, d); the same for values, with their `bias`. */
export function withExtra(k: Tensor, bias: Tensor | null, { addZeroAttn }: ExtraKeys): Tensor {
  const [b, h, , d] = k.dims(4);
  const { dtype, backend } = k;
  const parts = [k];
  if (bias) parts.push(bias.reshape([1, h, 1, d]).expand([b, h, 1, d]));
  if (addZeroAttn) parts.push(zeros([b, h, 1, d], { dtype, backend }));
  return parts.length > 1 ? cat(parts, 2) : k;
}

/**
 * Inputs and masks for attention with extra keys: all masks as one, which lets every query attend to the extra keys, and
 * keys and values that no query may attend to as zeros. The inputs are (b, length, size).
 */
export function besideExtra(
  scores: Scores,
  [q, k, v]: readonly [Tensor, Tensor, Tensor],
  allowed: MaskOptions,
  extra: number,
): { inputs: readonly [Tensor, Tensor, Tensor]; mask: Tensor | undefined } {
  const mask = combineMasks(scores, allowed, q.backend); // (…, lq, lk)
  if (mask === undefined) return { inputs: [q, k, v], mask };
  const lk = k.size(1);
  const all = mask.size(-1) === lk ? mask : mask.expand([...mask.shape.slice(0, -1), lk]);
  const open = ones([...mask.shape.slice(0, -1), extra], { dtype: "bool", backend: q.backend });
  const some = mask.any(-2); // (…, lk)
  const keys = (some.ndim > 2 ? some.any(1) : some).unsqueeze(-1); // (b or 1, lk, 1)
  const kept = where(keys, k, 0);
  return { inputs: [q, kept, k === v ? kept : where(keys, v, 0)], mask: cat([all, open], -1) };
}

/** A bias of the scores (…, lq, lk) with zeros for the extra keys. */
export function biasBesideExtra(bias: Tensor | undefined, lk: number, extra: number): Tensor | undefined {
  return bias?.expand([...bias.shape.slice(0, -1), lk]).pad([0, extra]);
}
