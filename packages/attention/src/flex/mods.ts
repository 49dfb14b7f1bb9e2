// Attentions in a few lines: changes of scores, and masks. Each is written as a user would write it.

import { ShapeError, type Tensor, tensor } from "@saccade/tensor";
import { required, signature, tensorRule, tensors, whole } from "@saccade/tensor/contract";
import { positiveRule } from "../contract/rules.ts";
import { type BlockLayout, blockRules } from "../masks/masks.ts";
import { at } from "./at.ts";
import type { MaskMod } from "./block-mask.ts";
import type { ScoreMod } from "./flex-attention.ts";

/**
 * Each query attends to the keys up to its own position (Vaswani et al. 2017, section 3.2.3).
 *
 * @example createBlockMask(causal, null, null, 128, 128).sparsity() // 25
 */
export const causal: MaskMod = (_b, _h, q, kv) => q.ge(kv);

const windowCall = signature(
  "slidingWindow",
  { window: required(whole(undefined, { min: 1 })) },
  "slidingWindow(256)",
);

/**
 * Each query attends to the last `window` keys, its own included (Beltagy, Peters & Cohan 2020, section 3.1).
 *
 * @throws ArgumentError unless `window` is a whole number ≥ 1.
 * @example createBlockMask(slidingWindow(64), null, null, 256, 256).sparsity() // 56.25
 */
export function slidingWindow(window: number): MaskMod {
  windowCall([window]);
  return (_b, _h, q, kv) => q.ge(kv).logicalAnd(q.sub(kv).lt(window));
}

const prefixCall = signature("prefixLm", { length: required(whole(undefined, { min: 0 })) }, "prefixLm(64)");
const lengthRule = tensorRule("int32");

/**
 * All queries attend to the first `length` keys, and to those up to their own position (Raffel et al. 2020, section 3.2.1).
 *
 * @param length a whole number ≥ 0, or int32 (b), one for each sequence
 * @example createBlockMask(prefixLm(64), null, null, 128, 128).sparsity() // 25
 */
export function prefixLm(length: number | Tensor): MaskMod {
  if (!lengthRule.holds(length)) prefixCall([length]);
  return (b, _h, q, kv) => kv.lt(typeof length === "number" ? length : at(length, b)).logicalOr(q.ge(kv));
}

const documents = tensors("documentMask", "ids int32 (l) | (b, l)");

/**
 * Each token attends to its own document, where several lie in one sequence (Krell et al. 2021, section 3.2).
 *
 * @param ids int32 (l), or (b, l): the number of each token's document
 * @throws ShapeError, DTypeError for other tensors.
 * @example
 * const ids = tensor([0, 0, 1], { dtype: "int32" });
 * const blockMask = createBlockMask(documentMask(ids), null, null, 3, 3);
 * flexAttention(ones([1, 1, 3, 2]), ones([1, 1, 3, 2]), ones([1, 1, 3, 2]), { blockMask }).output.shape // [1, 1, 3, 2]
 */
export function documentMask(ids: Tensor): MaskMod {
  documents([ids]);
  return (b, _h, q, kv) => (ids.ndim === 1 ? at(ids, q).eq(at(ids, kv)) : at(ids, b, q).eq(at(ids, b, kv)));
}

const blocks = signature(
  "bigBird",
  { layout: blockRules.layout, blockSize: blockRules.blockSize },
  "bigBird(bigBirdLayout(16), 64)",
);

/**
 * Queries attend to chosen blocks of keys (Zaheer et al. 2020, section 2).
 *
 * @param layout a row for each block of queries: whether it attends to each block of keys, as `bigBirdLayout` gives
 * @param blockSize the queries, and the keys, of a block
 * @example createBlockMask(bigBird(bigBirdLayout(8), 64), null, null, 512, 512).sparsity() // 46.875
 */
export function bigBird(layout: BlockLayout, blockSize: number): MaskMod {
  blocks([layout, blockSize]);
  const chosen = tensor(layout.map((row) => [...row]));
  return (_b, _h, q, kv) => at(chosen, q.floorDivide(blockSize), kv.floorDivide(blockSize));
}

const slopesCall = tensors("alibi", "slopes float (h)");

/**
 * Scores fall with the distance of query and key, with a slope for each head (ALiBi; Press et al. 2022, section 3): fixed ones are
 * `tensor(alibiSlopes(heads))`, and learned ones a parameter.
 *
 * @param slopes floats (h)
 * @example
 * const x = randn([1, 4, 3, 8]);
 * flexAttention(x, x, x, { scoreMod: alibi(tensor(alibiSlopes(4))) }).output.shape // [1, 4, 3, 8]
 */
export function alibi(slopes: Tensor): ScoreMod {
  slopesCall([slopes]);
  return (score, _b, h, q, kv) => score.sub(at(slopes, h).mul(q.sub(kv).abs()));
}

const tableCall = tensors("relativeBias", "table float (h, n)");

/**
 * A learned number for each head and distance is added to the scores (Shaw, Uszkoreit & Vaswani 2018; Raffel et al. 2020, section
 * 2.1). Distances beyond the table share its ends.
 *
 * @param table floats (h, 2 r + 1), for kv − q from −r to r. T5's buckets are rows of its weight (buckets, h):
 * `weight.indexSelect(0, buckets).transpose(0, 1)`, with `buckets` from `relativePositionBucket` for each distance.
 * @throws ShapeError for an even number of distances.
 * @example
 * const x = randn([1, 2, 5, 8]);
 * flexAttention(x, x, x, { scoreMod: relativeBias(zeros([2, 7])) }).output.shape // [1, 2, 5, 8]
 */
export function relativeBias(table: Tensor): ScoreMod {
  const { n } = tableCall([table]);
  const far = (n - 1) / 2;
  if (!Number.isInteger(far))
    throw new ShapeError(
      `relativeBias: table ${table.describe()} has ${n} distances; give an odd number, as many before the query as after it.`,
    );
  return (score, _b, h, q, kv) => score.add(at(table, h, kv.sub(q).clamp({ min: -far, max: far }).add(far)));
}

const capCall = signature("softcap", { cap: required(positiveRule()) }, "softcap(50)");

/**
 * Scores stay within ±cap (Gemma 2, 2024, section 2): cap · tanh(score / cap).
 *
 * @throws ArgumentError unless `cap` is a finite number above 0.
 * @example
 * const x = randn([1, 1, 3, 8]);
 * flexAttention(x, x, x, { scoreMod: softcap(50) }).output.shape // [1, 1, 3, 8]
 */
export function softcap(cap: number): ScoreMod {
  capCall([cap]);
  return (score) => score.div(cap).tanh().mul(cap);
}
