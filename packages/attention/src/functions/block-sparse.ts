import { arange, cat, ones, type Shape, scope, type Tensor, tensor, zeros } from "@saccade/tensor";
import { badArgument, checkInteger, checkOptions, optionNames, refuseExtra } from "@saccade/tensor/backend";
import { checkFlag, checkTensors } from "../contract/check-options.ts";
import { checkValues, scoresShape, settingsOf } from "./attend.ts";
import { type BlockLayout, checkLayout } from "./block-layout.ts";
import { existingKeys, type KeyMaskOptions, longRenames } from "./key-masks.ts";
import { checkScale, checkSizes, dotProductAttention } from "./scaled-dot-product.ts";

/** Options of {@link blockSparseAttention}. */
export interface BlockSparseOptions extends KeyMaskOptions {
  /** The queries, and the keys, of a block. The last block may be shorter. */
  readonly blockSize: number;
  /** Which block of queries attends to which block of keys: a row for each block of queries. */
  readonly layout: BlockLayout;
  /** Query i attends to keys 0 to i only. Default false. */
  readonly causal?: boolean | undefined;
  /** The factor of the products, not 0. Default 1/√d. */
  readonly scale?: number | undefined;
  /** The probability of dropping a weight. Default 0. */
  readonly dropout?: number | undefined;
  /** Whether dropout is active. Default true. */
  readonly training?: boolean | undefined;
}

const name = "blockSparseAttention";
const options = optionNames<BlockSparseOptions>(
  name,
  {
    blockSize: true,
    layout: true,
    causal: true,
    keyMask: true,
    validLens: true,
    scale: true,
    dropout: true,
    training: true,
  },
  `${name}(q, k, v, { blockSize: 64, layout: bigBirdLayout(16) })`,
  longRenames,
);

/**
 * Scaled dot-product attention between chosen blocks of queries and keys, in time and memory linear in the number of
 * chosen blocks (Child et al. 2019; Zaheer et al. 2020). Its result and gradients are those of
 * `scaledDotProductAttention` with {@link blockMask} as mask. Masked keys are ignored, whatever they hold; a query without
 * allowed keys gets zeros.
 *
 * @param q floats (…, lq, d)
 * @param k floats (…, lk, d)
 * @param v floats (…, lk, dv)
 * @param given `blockSize`, `layout`, and optionally `causal`, `keyMask` (b, lk), `validLens` (b), `scale`, `dropout`
 * @returns (…, lq, dv)
 * @throws ArgumentError for a block size that is not a whole number ≥ 1 or a layout that is not rows of true and false;
 * ShapeError for a layout of another number of blocks, or when q, k, v or a mask do not fit each other.
 * @example
 * const q = randn([1, 64, 8]);
 * blockSparseAttention(q, q, q, { blockSize: 16, layout: bigBirdLayout(4) }).shape // [1, 64, 8]
 */
export function blockSparseAttention(q: Tensor, k: Tensor, v: Tensor, given: BlockSparseOptions): Tensor {
  refuseExtra("blockSparseAttention", arguments, 4);
  checkTensors(name, { q, k, v });
  if (given === undefined) throw badArgument(name, "options", "an object", given, `write ${options.example}`);
  checkOptions(options, given);
  const { blockSize, layout, causal = false, scale, dropout, training } = given;
  checkInteger(name, "blockSize", blockSize, 1);
  checkFlag(name, "causal", given.causal);
  checkSizes(name, q, k, v);
  checkScale(name, given);
  const shape = scoresShape(name, q, k);
  checkValues(name, shape, v);
  settingsOf(name, given);
  checkLayout(name, layout, blockSize, shape.slice(-2));
  return scope(() => {
    const place = { what: name, headsHidden: false };
    const masks = paddedMask(existingKeys({ ...place, shape }, given, q.backend), shape, blockSize, q);
    const [queries, keys, values] = [q, k, v].map((x) => inBlocks(x, blockSize)); // (…, blocks, blockSize, d)
    const groups = groupsOf(layout, causal);
    const outputs = groups.map(({ rows, columns, count }) => {
      const of = (x: Tensor): Tensor => merged(take(x, columns), count); // (…, rows, count · blockSize, d)
      const exists = masks && of(masks).transpose(-2, -1); // (…, rows, 1, count · blockSize)
      const before = causal ? earlier(rows, columns, blockSize, shape.length, q) : undefined;
      const mask = exists && before ? exists.logicalAnd(before) : (exists ?? before);
      const more = { scale, dropout, training, needWeights: false };
      return dotProductAttention(place, take(queries!, rows), of(keys!), of(values!), { mask, ...more })
        .output;
    });
    const lead = shape.slice(0, -2);
    const empty = layout.length - groups.reduce((sum, { rows }) => sum + rows.length, 0);
    if (empty > 0 || groups.length === 0) {
      const { dtype, backend } = outputs[0] ?? v;
      outputs.push(zeros([...lead, empty, blockSize, v.size(-1)], { dtype, backend }));
    }
    const all = outputs.length === 1 ? outputs[0]! : cat(outputs, -3);
    const ordered = take(all, placesOf(groups, layout.length));
    const rows = ordered.size(-3) * ordered.size(-2);
    return ordered.reshape([...ordered.shape.slice(0, -3), rows, v.size(-1)]).narrow(-2, 0, q.size(-2));
  });
}

/** Blocks of queries that attend to equally many blocks of keys, computed together. */
interface Group {
  readonly rows: readonly number[];
  /** The blocks of keys of each row in turn, `count` each. */
  readonly columns: readonly number[];
  readonly count: number;
}

// Rows without a block are in no group. With `causal`, blocks behind the row's own hold no key that it may attend to.
function groupsOf(layout: BlockLayout, causal: boolean): Group[] {
  const groups = new Map<number, { rows: number[]; columns: number[]; count: number }>();
  layout.forEach((blocks, row) => {
    const columns = blocks.flatMap((chosen, column) => (chosen && !(causal && column > row) ? [column] : []));
    const count = columns.length;
    if (count === 0) return;
    const group = groups.get(count) ?? { rows: [], columns: [], count };
    group.rows.push(row);
    group.columns.push(...columns);
    groups.set(count, group);
  });
  return [...groups.values()];
}

// Where each row of the layout stands in the groups' outputs, rows without a block at the end.
function placesOf(groups: readonly Group[], blocks: number): number[] {
  const order = groups.flatMap(({ rows }) => rows);
  const places = new Array<number>(blocks).fill(-1);
  order.forEach((row, place) => {
    places[row] = place;
  });
  let next = order.length;
  return places.map((place) => (place < 0 ? next++ : place));
}

// (…, n, d) → (…, blocks, size, d), with zeros (or false) behind the end.
function inBlocks(x: Tensor, size: number): Tensor {
  const [n, d] = [x.size(-2), x.size(-1)];
  const blocks = Math.ceil(n / size);
  const padded = blocks * size === n ? x : x.pad([0, 0, 0, blocks * size - n]);
  return padded.reshape([...x.shape.slice(0, -2), blocks, size, d]);
}

// The keys that exist, (…, blocks, size, 1); undefined if all of them do and the blocks are full.
function paddedMask(
  exists: Tensor | undefined,
  shape: Shape,
  size: number,
  { backend }: Tensor,
): Tensor | undefined {
  const lk = shape.at(-1)!;
  if (exists === undefined && lk % size === 0) return undefined;
  const all = (): Tensor => ones([...shape.slice(0, -2).map(() => 1), lk], { dtype: "bool", backend });
  return inBlocks((exists ?? all()).unsqueeze(-1), size);
}

/** Blocks of x (…, blocks, size, d) by number. */
function take(x: Tensor, blocks: readonly number[]): Tensor {
  if (blocks.length === x.size(-3) && blocks.every((block, i) => block === i)) return x;
  return x.indexSelect(-3, tensor([...blocks], { dtype: "int32", backend: x.backend }));
}

// (…, rows · count, size, d) → (…, rows, count · size, d).
function merged(x: Tensor, count: number): Tensor {
  const [blocks, size, d] = x.shape.slice(-3);
  return x.reshape([...x.shape.slice(0, -3), blocks! / count, count * size!, d!]);
}

// bool (1, …, rows, size, count · size), true for keys that do not lie behind the query. As many dims as the blocks' scores.
function earlier(
  rows: readonly number[],
  columns: readonly number[],
  size: number,
  rank: number,
  { backend }: Tensor,
): Tensor {
  const positions = (blocks: readonly number[]): Tensor => {
    const first = tensor([...blocks], { dtype: "int32", backend })
      .mul(size)
      .unsqueeze(1);
    return first.add(arange(0, size, 1, { dtype: "int32", backend })); // (blocks, size)
  };
  const keys = positions(columns).reshape([rows.length, 1, -1]);
  const mask = positions(rows).unsqueeze(-1).ge(keys);
  return mask.reshape([...new Array<number>(rank - 2).fill(1), ...mask.shape]);
}
