import { scaledDotProductAttention } from "@saccade/attention";
import { arange, full, scope, type Tensor, tensor, where, zeros } from "@saccade/tensor";
import { seededRandom } from "../ui/index.ts";

/** Tokens, and queries a block and keys a tile. */
export const n = 16;
export const size = 4;
export const blocks: number = n / size;
const [d, dv] = [4, 2];

/** A block of queries after one tile of keys: rows are queries. */
export interface Stage {
  /** (size, size), −∞ where a query may not attend. */
  readonly scores: readonly (readonly number[])[];
  /** Of the tile, (size, dv). */
  readonly values: readonly (readonly number[])[];
  /** exp(score − m), (size, size). */
  readonly powers: readonly (readonly number[])[];
  /** The largest score and the sum, before this tile and with it. */
  readonly before: readonly Row[];
  readonly after: readonly Row[];
  /** By which the sum and the output before this tile shrink. */
  readonly shrink: readonly number[];
}

interface Row {
  readonly m: number;
  readonly l: number;
  /** Not yet divided by l. */
  readonly o: readonly number[];
}

// Small whole numbers, so that all scores are multiples of a half and a reader can follow them.
const random = seededRandom(185);
const whole = (columns: number): Tensor =>
  tensor(
    Array.from({ length: n }, () => Array.from({ length: columns }, () => Math.floor(5 * random()) - 2)),
    { dtype: "float64" },
  );
const [q, k, v] = [whole(d), whole(d), whole(dv)];

/** How many tiles a block of queries has to read. */
export function tilesOf(block: number, causal: boolean): number {
  return causal ? block + 1 : blocks;
}

/** A block of queries, tile after tile (Milakov and Gimelshein 2018; Dao et al. 2022, algorithm 1). */
export const stagesOf = (block: number, causal: boolean): Stage[] => scope(() => computed(block, causal));

function computed(block: number, causal: boolean): Stage[] {
  const queries = q.narrow(0, block * size, size);
  let m = full([size, 1], Number.NEGATIVE_INFINITY, { dtype: "float64" });
  let l = zeros([size, 1], { dtype: "float64" });
  let o = zeros([size, dv], { dtype: "float64" });
  return Array.from({ length: tilesOf(block, causal) }, (_, tile) => {
    const [keys, values] = [k, v].map((x) => x.narrow(0, tile * size, size));
    const products = queries.matmul(keys!.t()).div(Math.sqrt(d));
    const scores = causal ? where(past(block, tile), products, Number.NEGATIVE_INFINITY) : products;
    const before = rowsOf(m, l, o);
    const larger = m.maximum(scores.amax(-1, { keepdim: true }));
    const powers = scores.sub(larger).exp();
    const shrink = m.sub(larger).exp();
    l = l.mul(shrink).add(powers.sum(-1, { keepdim: true }));
    o = o.mul(shrink).add(powers.matmul(values!));
    m = larger;
    return {
      scores: scores.toArray(2),
      values: values!.toArray(2),
      powers: powers.toArray(2),
      before,
      after: rowsOf(m, l, o),
      shrink: shrink.squeeze(1).toArray(1),
    };
  });
}

/** The definition's output for a block of queries, (size, dv). */
export function defined(block: number, causal: boolean): number[][] {
  return scope(() => {
    const { output } = scaledDotProductAttention(q, k, v, { causal });
    return output.narrow(0, block * size, size).toArray(2);
  });
}

function past(block: number, tile: number): Tensor {
  const places = (from: number): Tensor => arange(from * size, (from + 1) * size);
  return places(block).unsqueeze(1).ge(places(tile));
}

function rowsOf(m: Tensor, l: Tensor, o: Tensor): Row[] {
  const [largest, sums, outputs] = [m.squeeze(1).toArray(1), l.squeeze(1).toArray(1), o.toArray(2)];
  return outputs.map((o, i) => ({ m: largest[i]!, l: sums[i]!, o }));
}
