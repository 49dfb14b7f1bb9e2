import { arange, cat, ones, scope, type Tensor } from "@saccade/tensor";
import {
  badArgument,
  checkInteger,
  checkOptions,
  isTracing,
  optionNames,
  refuseExtra,
} from "@saccade/tensor/backend";
import { checkFlag, checkSteps, checkTensors } from "../contract/check-options.ts";
import { checkValues, settingsOf } from "./attend.ts";
import { existingKeys, type KeyMaskOptions, longRenames, selfScores } from "./key-masks.ts";
import { checkScale, checkSizes, dotProductAttention } from "./scaled-dot-product.ts";

/** Which keys a window holds. */
export interface WindowOptions {
  /**
   * Query i attends to the keys less than `window` steps away, its own included: |i − j| < window, which is 2 · window − 1
   * keys, or with `causal` the last `window` keys.
   */
  readonly window: number;
  /** The positions in one step: query i sees only keys i, i ± dilation, i ± 2 · dilation, … Default 1. */
  readonly dilation?: number | undefined;
  /** Query i attends to keys 0 to i only. Default false. */
  readonly causal?: boolean | undefined;
}

/** Options of {@link slidingWindowAttention}. */
export interface SlidingWindowOptions extends WindowOptions, KeyMaskOptions {
  /** The factor of the products, not 0. Default 1/√d. */
  readonly scale?: number | undefined;
  /** The probability of dropping a weight. Default 0. */
  readonly dropout?: number | undefined;
  /** Whether dropout is active. Default true. */
  readonly training?: boolean | undefined;
  /** Queries that are computed together. It changes time and memory only. Default: the window, within 16 and 128. */
  readonly blockSize?: number | undefined;
}

const name = "slidingWindowAttention";
const options = optionNames<SlidingWindowOptions>(
  name,
  {
    window: true,
    dilation: true,
    causal: true,
    keyMask: true,
    validLens: true,
    scale: true,
    dropout: true,
    training: true,
    blockSize: true,
  },
  `${name}(q, k, v, { window: 256, causal: true })`,
  longRenames,
);

/**
 * Scaled dot-product attention within a window around each query, in time and memory linear in the length (Longformer,
 * Beltagy, Peters & Cohan 2020, section 3.1; dilated windows too). Its result and gradients are those of
 * `scaledDotProductAttention` with {@link windowMask} as mask. Queries are computed in blocks, each with the keys that its
 * windows reach. Masked keys are ignored, whatever they hold; a query without allowed keys gets zeros.
 *
 * @param q floats (…, n, d)
 * @param k floats (…, n, d)
 * @param v floats (…, n, dv)
 * @param given `window`, and optionally `dilation`, `causal`, `keyMask` (b, n), `validLens` (b), `scale`, `dropout`
 * @returns (…, n, dv)
 * @throws ArgumentError for a window or dilation that is not a whole number ≥ 1; ShapeError when q, k, v or a mask do not
 * fit each other.
 * @example
 * const q = randn([1, 64, 8]);
 * slidingWindowAttention(q, q, q, { window: 4 }).shape // [1, 64, 8]
 */
export function slidingWindowAttention(q: Tensor, k: Tensor, v: Tensor, given: SlidingWindowOptions): Tensor {
  refuseExtra("slidingWindowAttention", arguments, 4);
  checkTensors(name, { q, k, v });
  if (given === undefined) throw badArgument(name, "options", "an object", given, `write ${options.example}`);
  checkOptions(options, given);
  checkWindow(name, given);
  checkSizes(name, q, k, v);
  checkScale(name, given);
  const shape = selfScores(name, q, k);
  checkValues(name, shape, v);
  settingsOf(name, given);
  const { window, dilation = 1, causal = false, scale, dropout, training } = given;
  const { blockSize = Math.min(Math.max(window, 16), 128) } = given;
  checkInteger(name, "blockSize", blockSize, 1);
  return scope(() => {
    const [n, backend] = [q.size(-2), q.backend];
    const exists =
      existingKeys({ what: name, shape, headsHidden: false }, given, backend) ??
      ones([...shape.slice(0, -2).map(() => 1), n], { dtype: "bool", backend });
    if (n === 0) return q.matmul(k.transpose(-2, -1)).matmul(v);
    const steps = Math.ceil(n / dilation);
    // The graph of an export serves longer sequences than this one.
    const most = isTracing() ? Number.POSITIVE_INFINITY : steps;
    const size = Math.min(blockSize, most);
    const reach = Math.min(window, most) - 1;
    const plan: Plan = {
      dilation,
      size,
      blocks: Math.ceil(steps / size),
      before: reach,
      after: causal ? 0 : reach,
    };
    const keys = withNeighbours(inBlocks(exists.unsqueeze(-1), plan), plan).transpose(-2, -1); // (…, r, blocks, 1, keys)
    const { output } = dotProductAttention(
      { what: name, headsHidden: false },
      inBlocks(q, plan), // (…, r, blocks, size, d)
      withNeighbours(inBlocks(k, plan), plan), // (…, r, blocks, keys, d)
      withNeighbours(inBlocks(v, plan), plan),
      { mask: band(plan, q).logicalAnd(keys), scale, dropout, training, needWeights: false },
    );
    return inOrder(output, n);
  });
}

/** @throws ArgumentError unless window and dilation are whole numbers ≥ 1 and causal is a flag. */
export function checkWindow(what: string, { window, dilation, causal }: WindowOptions): void {
  checkInteger(what, "window", window, 1);
  if (dilation !== undefined) checkSteps(what, "dilation", dilation);
  checkFlag(what, "causal", causal);
}

/**
 * Positions c, c + r, c + 2r, … of a dilation r are a sequence of their own. Each is cut into blocks of queries, whose
 * keys begin `before` steps before the block and end `after` steps behind it.
 */
interface Plan {
  readonly dilation: number;
  readonly size: number;
  readonly blocks: number;
  readonly before: number;
  readonly after: number;
}

// (…, n, d) → (…, r, blocks, size, d), with zeros (or false) behind the end.
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

// (…, blocks, size, d) → (…, blocks, before + size + after, d): each block between the ends of its neighbours.
function withNeighbours(x: Tensor, { size, blocks, before, after }: Plan): Tensor {
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
  return by.every((count) => count === 0) && !isTracing() ? x : x.pad(by);
}
