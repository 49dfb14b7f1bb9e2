import { arange, cat, ones, scope, type Tensor } from "@saccade/tensor";
import { longest } from "@saccade/tensor/backend";
import { type OptionsOf, options, whole } from "@saccade/tensor/contract";
import { call } from "../contract/method.ts";
import { factorRule, keyMaskRules, longRenames } from "../contract/rules.ts";
import { among, attendableKeys, scoresOf, scoresShape } from "../masks/align.ts";
import { windowRules } from "../masks/masks.ts";
import { dotProductAttention, dropoutRules } from "./attend.ts";

const name = "slidingWindowAttention";
const inputs = call(
  options(
    name,
    {
      ...windowRules,
      ...keyMaskRules,
      /** The factor of the products, not 0. Default 1/√d. */
      scale: factorRule(),
      ...dropoutRules,
      /** Queries that are computed together. It changes time and memory only. Default: the window, within 16 and 128. */
      blockSize: whole(undefined, { min: 1 }),
    },
    { example: `${name}(q, k, v, { window: 256, causal: true })`, renamed: longRenames },
  ),
  "q float (…, n, d)  k float (…, n, d)  v float (…, n, dv)",
);

/** Options of {@link slidingWindowAttention}. */
export interface SlidingWindowOptions
  extends OptionsOf<typeof inputs, typeof windowRules & typeof keyMaskRules & typeof dropoutRules> {}

/**
 * Scaled dot-product attention within a window around each query, in time and memory linear in the length (Longformer,
 * Beltagy, Peters & Cohan 2020, section 3.1; dilated windows too). Its result and gradients are those of
 * `scaledDotProductAttention` with {@link windowMask} as mask. Queries are computed in blocks, each with the keys that its
 * windows reach. Masked keys are ignored, whatever they hold; a query without allowed keys gets zeros.
 *
 * @param q floats (…, n, d)
 * @param k floats (…, n, d)
 * @param v floats (…, n, dv)
 * @returns (…, n, dv)
 * @throws ShapeError when q, k, v or a mask do not fit each other; ArgumentError for an invalid option.
 * @example
 * const q = randn([1, 64, 8]);
 * slidingWindowAttention(q, q, q, { window: 4 }).shape // [1, 64, 8]
 */
export function slidingWindowAttention(q: Tensor, k: Tensor, v: Tensor, given: SlidingWindowOptions): Tensor {
  const { n, window, dilation, causal, scale, dropout, training, ...settings } = inputs([q, k, v, given]);
  const { blockSize = Math.min(Math.max(window, 16), 128) } = settings;
  return scope(() => {
    const { backend } = q;
    const scores = scoresOf(name, q, k);
    const attendable =
      attendableKeys(scores, settings, backend) ??
      ones([...scores.shape.slice(0, -2).map(() => 1), n], { dtype: "bool", backend });
    if (n === 0) return q.matmul(k.transpose(-2, -1)).matmul(v);
    const steps = Math.ceil(n / dilation);
    // The graph of an export serves longer sequences than this one.
    const most = longest(steps);
    const size = Math.min(blockSize, most);
    const reach = Math.min(window, most) - 1;
    const plan: Plan = {
      dilation,
      size,
      blocks: Math.ceil(steps / size),
      before: reach,
      after: causal ? 0 : reach,
    };
    const keys = withNeighbors(inBlocks(attendable.unsqueeze(-1), plan), plan).transpose(-2, -1); // (…, r, blocks, 1, keys)
    const queries = inBlocks(q, plan); // (…, r, blocks, size, d)
    const near = withNeighbors(inBlocks(k, plan), plan); // (…, r, blocks, keys, d)
    const values = withNeighbors(inBlocks(v, plan), plan);
    const allowed = among(scoresShape(queries, near), band(plan, q).logicalAnd(keys));
    const inBand = { scale, dropout, training, needWeights: false };
    return inOrder(dotProductAttention(allowed, queries, near, values, inBand).output, n);
  });
}

/**
 * With a dilation r, positions c, c + r, c + 2r, … form a separate sequence. Each is cut into blocks of queries, whose
 * keys start `before` steps before the block and end `after` steps after it.
 */
interface Plan {
  readonly dilation: number;
  readonly size: number;
  readonly blocks: number;
  readonly before: number;
  readonly after: number;
}

// (…, n, d) → (…, r, blocks, size, d), with zeros (or false) after the end.
function inBlocks(x: Tensor, { dilation, size, blocks }: Plan): Tensor {
  const [lead, n, d] = [x.shape.slice(0, -2), x.size(-2), x.size(-1)];
  const padded = pads(x, [0, 0, 0, blocks * size * dilation - n]);
  const sequences = padded.reshape([...lead, blocks * size, dilation, d]).transpose(-3, -2);
  return sequences.reshape([...lead, dilation, blocks, size, d]);
}

// (…, r, blocks, size, d) → (…, n, d): undoes `inBlocks`.
function inOrder(x: Tensor, n: number): Tensor {
  const [lead, d] = [x.shape.slice(0, -4), x.size(-1)];
  const [dilation, length] = [x.size(-4), x.size(-3) * x.size(-2)];
  const sequences = x.reshape([...lead, dilation, length, d]).transpose(-3, -2);
  return sequences.reshape([...lead, length * dilation, d]).narrow(-2, 0, n);
}

// (…, blocks, size, d) → (…, blocks, before + size + after, d): each block between the ends of its neighbors.
function withNeighbors(x: Tensor, { size, blocks, before, after }: Plan): Tensor {
  const [left, right] = [Math.ceil(before / size), Math.ceil(after / size)];
  const padded = pads(x, [0, 0, 0, 0, left, right]);
  const pieces: Tensor[] = [];
  for (let o = -left; o <= right; o++) {
    const piece = padded.narrow(-3, left + o, blocks);
    const from = Math.max(0, -before - o * size);
    const to = Math.min(size, size + after - o * size);
    pieces.push(piece.narrow(-2, from, to - from));
  }
  return pieces.length === 1 ? pieces[0]! : cat(pieces, -2);
}

// bool (size, keys): key c of a block is c − before steps from its first query.
function band({ size, before, after }: Plan, { backend }: Tensor): Tensor {
  const queries = arange(0, size, 1, { dtype: "int32", backend }).unsqueeze(1);
  const distance = arange(-before, size + after, 1, { dtype: "int32", backend }).sub(queries);
  return distance.ge(-before).logicalAnd(distance.le(after));
}

function pads(x: Tensor, by: readonly number[]): Tensor {
  return by.every((count) => longest(count) === 0) ? x : x.pad(by);
}
