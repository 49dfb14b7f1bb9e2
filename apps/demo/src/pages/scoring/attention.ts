import { attend, causalMask } from "@saccade/attention";
import { arange, cat, manualSeed, randn, scope, softmax, type Tensor, tensor } from "@saccade/tensor";
import type { AttendAsk, Attended, Head, Rows, Spread, SpreadAsk } from "./calls.ts";
import { type Score, scoring } from "./scores.ts";

/** Everything between Q, K, V and the output, for one sequence. */
export function attendSmall(ask: AttendAsk): Attended {
  return scope(() => {
    const [q, k, v] = [matrix(ask.q), matrix(ask.k), matrix(ask.v)];
    const allowed = allowedCells(ask, q.size(0), k.size(0));
    const score = scoring(ask.score, ask.seed);
    const width = q.size(1) / ask.heads;
    const heads = Array.from({ length: ask.heads }, (_, h) => {
      const part = (t: Tensor): Tensor => t.narrow(1, h * width, width);
      return headOf(part(q), part(k), part(v), allowed, score, ask.temperature);
    });
    return {
      q: rowsOf(q),
      k: rowsOf(k),
      v: rowsOf(v),
      heads: heads.map(({ head }) => head),
      allowed: rowsOf(allowed).map((row) => row.map((cell) => cell !== 0)),
      output: rowsOf(
        cat(
          heads.map(({ output }) => output),
          1,
        ),
      ),
    };
  });
}

function headOf(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  mask: Tensor,
  score: Score,
  temperature: number,
): { readonly head: Head; readonly output: Tensor } {
  const { scores: raw, pairs } = score(q, k);
  const scores = raw.div(temperature); // (lq, lk)
  const { output, weights } = attend(scores, v, { mask });
  const head = {
    scores: rowsOf(scores),
    weights: rowsOf(weights),
    output: rowsOf(output),
    terms: termsOf(pairs),
  };
  return { head, output };
}

/** bool (lq, lk): all masks together. */
function allowedCells({ validLen, causal, forbidden }: AttendAsk, lq: number, lk: number): Tensor {
  const free = new Set(forbidden);
  const cells = Array.from({ length: lq }, (_, i) =>
    Array.from({ length: lk }, (_, j) => !free.has(i * lk + j)),
  );
  const byLength = arange(0, lk, 1).lt(validLen); // (lk)
  const masks = tensor(cells, { dtype: "bool" }).logicalAnd(byLength);
  return causal ? masks.logicalAnd(causalMask(lq, lk)) : masks;
}

const samples = 4096;
const keysPerQuery = 8;
const bins = 41;

/** Dot products of vectors of independent standard normal numbers: their variance is d. */
export function spread({ d, seed }: SpreadAsk): Spread {
  return scope(() => {
    manualSeed(seed);
    const q = randn([samples / keysPerQuery, 1, d]);
    const k = randn([samples / keysPerQuery, keysPerQuery, d]);
    const dot = q.mul(k).sum(-1); // (queries, 8)
    const scaled = dot.div(Math.sqrt(d));
    const reach = Math.max(4, 3 * Math.sqrt(d));
    const edges = Array.from({ length: bins + 1 }, (_, i) => -reach + (2 * reach * i) / bins);
    const greatest = (scores: Tensor): number => softmax(scores, -1).max(-1).values.mean().item();
    return {
      edges,
      dot: histogram(dot, reach),
      scaled: histogram(scaled, reach),
      dotVariance: dot.square().mean().item() - dot.mean().item() ** 2,
      scaledVariance: scaled.square().mean().item() - scaled.mean().item() ** 2,
      dotGreatest: greatest(dot),
      scaledGreatest: greatest(scaled),
    };
  });
}

/** Shares of the values in equal bins from −reach to reach; those beyond count in the last ones. */
function histogram(values: Tensor, reach: number): number[] {
  const counts = new Array<number>(bins).fill(0);
  const data = values.dataSync();
  for (const value of data) {
    const bin = Math.min(bins - 1, Math.max(0, Math.floor(((value + reach) / (2 * reach)) * bins)));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts.map((count) => count / data.length);
}

function matrix(rows: Rows): Tensor {
  return tensor(rows.map((row) => [...row]));
}

function rowsOf(t: Tensor): number[][] {
  const [rows = 0, cols = 0] = t.shape;
  const all = Array.from(t.contiguous().dataSync());
  return Array.from({ length: rows }, (_, row) => all.slice(row * cols, (row + 1) * cols));
}

/** (lq, lk, c, 2) as nested lists. */
function termsOf(pairs: Tensor): number[][][][] {
  const [lq = 0, lk = 0, c = 0] = pairs.shape;
  const all = Array.from(pairs.contiguous().dataSync());
  return Array.from({ length: lq }, (_, i) =>
    Array.from({ length: lk }, (_, j) =>
      Array.from({ length: c }, (_, t) => {
        const at = ((i * lk + j) * c + t) * 2;
        return all.slice(at, at + 2);
      }),
    ),
  );
}
