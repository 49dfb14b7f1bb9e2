import { arange, cat, ones, type Shape, scope, type Tensor, tensor, zeros } from "@saccade/tensor";
import { type OptionsOf, options } from "@saccade/tensor/contract";
import { call } from "../contract/method.ts";
import { factorRule, keyMaskRules, longRenames } from "../contract/rules.ts";
import { among, attendableKeys, both, scoresOf, scoresShape } from "../masks/align.ts";
import { type BlockLayout, blockRules, checkLayout } from "../masks/masks.ts";
import { dotProductAttention, dropoutRules } from "./attend.ts";

const name = "blockSparseAttention";
const inputs = call(
  options(
    name,
    {
      ...blockRules,
      ...keyMaskRules,
      /** The factor of the products, not 0. Default 1/√d. */
      scale: factorRule(),
      ...dropoutRules,
    },
    { example: `${name}(q, k, v, { blockSize: 64, layout: bigBirdLayout(16) })`, renamed: longRenames },
  ),
  "q float (…, lq, d)  k float (…, lk, d)  v float (…, lk, dv)",
);

/** Options of {@link blockSparseAttention}. */
export interface BlockSparseOptions
  extends OptionsOf<typeof inputs, typeof blockRules & typeof keyMaskRules & typeof dropoutRules> {}

/**
 * Scaled dot-product attention between chosen blocks of queries and keys, in time and memory linear in the number of
 * chosen blocks (Child et al. 2019; Zaheer et al. 2020). Its result and gradients are those of
 * `scaledDotProductAttention` with {@link blockMask} as mask. Masked keys are ignored, whatever they hold; a query without
 * allowed keys gets zeros.
 *
 * @param q floats (…, lq, d)
 * @param k floats (…, lk, d)
 * @param v floats (…, lk, dv)
 * @returns (…, lq, dv)
 * @throws ShapeError for a layout of another number of blocks, or when q, k, v or a mask do not fit each other.
 * @example
 * const q = randn([1, 64, 8]);
 * blockSparseAttention(q, q, q, { blockSize: 16, layout: bigBirdLayout(4) }).shape // [1, 64, 8]
 */
export function blockSparseAttention(q: Tensor, k: Tensor, v: Tensor, given: BlockSparseOptions): Tensor {
  const { lq, lk, blockSize, layout, causal, ...settings } = inputs([q, k, v, given]);
  const { scale, dropout, training } = settings;
  checkLayout(name, layout, blockSize, [lq, lk]);
  return scope(() => {
    const scores = scoresOf(name, q, k);
    const attendable = attendableKeys(scores, settings, q.backend);
    const padded = paddedMask(attendable, scores.shape, blockSize, q);
    const [queries, keys, values] = [q, k, v].map((x) => inBlocks(x, blockSize)); // (…, blocks, blockSize, d)
    const groups = groupsOf(layout, causal);
    const outputs = groups.map(({ rows, columns, count }) => {
      const of = (x: Tensor): Tensor => merged(take(x, columns), count); // (…, rows, count · blockSize, d)
      const present = padded && of(padded).transpose(-2, -1); // (…, rows, 1, count · blockSize)
      const before = causal ? earlier(rows, columns, blockSize, scores.shape.length, q) : undefined;
      const [x, y, z] = [take(queries!, rows), of(keys!), of(values!)];
      const allowed = among(scoresShape(x, y), both(present, before));
      return dotProductAttention(allowed, x, y, z, { scale, dropout, training, needWeights: false }).output;
    });
    const empty = layout.length - groups.reduce((sum, { rows }) => sum + rows.length, 0);
    if (empty > 0 || groups.length === 0) {
      const { dtype, backend } = outputs[0] ?? v;
      const shape = [...scores.shape.slice(0, -2), empty, blockSize, v.size(-1)];
      outputs.push(zeros(shape, { dtype, backend }));
    }
    const all = outputs.length === 1 ? outputs[0]! : cat(outputs, -3);
    const ordered = take(all, orderOf(groups, layout.length));
    return ordered.flatten(-3, -2).narrow(-2, 0, lq);
  });
}

/** Blocks of queries that attend to equally many blocks of keys, computed together. */
interface Group {
  readonly rows: readonly number[];
  /** The blocks of keys of each row in turn, `count` each. */
  readonly columns: readonly number[];
  readonly count: number;
}

// Rows without a block are in no group. With `causal`, blocks after the row's own have no keys that it may attend to.
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

// The position of each row of the layout in the groups' outputs, rows without a block last.
function orderOf(groups: readonly Group[], blocks: number): number[] {
  const order = new Array<number>(blocks).fill(-1);
  let next = 0;
  for (const { rows } of groups) for (const row of rows) order[row] = next++;
  return order.map((at) => (at < 0 ? next++ : at));
}

// (…, n, d) → (…, blocks, size, d), with zeros (or false) after the end.
function inBlocks(x: Tensor, size: number): Tensor {
  const [n, d] = [x.size(-2), x.size(-1)];
  const blocks = Math.ceil(n / size);
  const padded = blocks * size === n ? x : x.pad([0, 0, 0, blocks * size - n]);
  return padded.reshape([...x.shape.slice(0, -2), blocks, size, d]);
}

// The keys that exist, (…, blocks, size, 1); undefined if all of them do and the blocks are full.
function paddedMask(
  attendable: Tensor | undefined,
  shape: Shape,
  size: number,
  { backend }: Tensor,
): Tensor | undefined {
  const lk = shape.at(-1)!;
  if (attendable === undefined && lk % size === 0) return undefined;
  const all = (): Tensor => ones([...shape.slice(0, -2).map(() => 1), lk], { dtype: "bool", backend });
  return inBlocks((attendable ?? all()).unsqueeze(-1), size);
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

// bool (1, …, rows, size, count · size), true for keys up to the query. As many dims as the blocks' scores.
function earlier(
  rows: readonly number[],
  columns: readonly number[],
  size: number,
  rank: number,
  { backend }: Tensor,
): Tensor {
  const positions = (blocks: readonly number[]): Tensor => {
    const first = tensor([...blocks], { dtype: "int32", backend }).mul(size);
    return first.unsqueeze(1).add(arange(0, size, 1, { dtype: "int32", backend })); // (blocks, size)
  };
  const keys = positions(columns).reshape([rows.length, 1, -1]);
  const mask = positions(rows).unsqueeze(-1).ge(keys);
  return mask.reshape([...new Array<number>(rank - 2).fill(1), ...mask.shape]);
}
