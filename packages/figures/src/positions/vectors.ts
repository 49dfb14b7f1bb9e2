import { AlibiPositions, PositionalEncoding, RotaryPositions } from "@saccade/attention";
import { scope, type Tensor, tensor, zeros } from "@saccade/tensor";

export const methods = ["sines", "rotary", "alibi"] as const;
export type Method = (typeof methods)[number];

/** Positions 0 to 63. */
export const length: number = 64;
const size = 8;
/** Pairs of components, each rotating at its own speed. */
export const pairs: number = size / 2;

const query = [0.9, 0.4, 1, -0.2, 0.6, 0.6, 0.8, 0];
const key = [0.8, 0.1, 0.7, 0.4, 0.9, 0.2, 0.5, 0.5];

/** The vectors at the positions, and their effect on the scores. */
export interface Positions {
  /** (length, size): what the query is at each position; null where positions are a bias. */
  readonly queries: readonly (readonly number[])[] | null;
  /** (length, size) */
  readonly keys: readonly (readonly number[])[] | null;
  /** (length, length): the score of a query (row) and a key (column) that are the same everywhere, or the bias. */
  readonly scores: readonly (readonly number[])[];
}

/** By how many radians a pair turns from a position to the next, counterclockwise. */
export function turnOf(method: Method, pair: number): number {
  return (method === "sines" ? -1 : 1) * 10_000 ** (-pair / pairs);
}

export function positionsOf(method: Method): Positions {
  return scope(() => {
    if (method === "alibi") {
      const bias = new AlibiPositions(2).forward(length, length); // (1, 2, n, n)
      return { queries: null, keys: null, scores: rows(bias.select(0, 0).select(0, 0)) };
    }
    const [q, k] = method === "sines" ? sines() : turned();
    return { queries: rows(q), keys: rows(k), scores: rows(q.matmul(k.transpose(0, 1))) };
  });
}

function sines(): [Tensor, Tensor] {
  const p = new PositionalEncoding(size)
    .eval()
    .forward(zeros([1, length, size]))
    .select(0, 0); // (n, d)
  return [p, p];
}

function turned(): [Tensor, Tensor] {
  const rotary = new RotaryPositions(size, { interleaved: true, maxLen: length });
  const everywhere = (x: readonly number[]): Tensor =>
    rotary.forward(tensor([[...x]]).expand([length, size]));
  return [everywhere(query), everywhere(key)];
}

function rows(x: Tensor): number[][] {
  return x.toArray() as number[][];
}
