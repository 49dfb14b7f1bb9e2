import { valueAndGrad } from "@saccade/autograd";
import { TransformerXLLayer } from "@saccade/models";
import type { Module } from "@saccade/nn";
import { memory, randn, resetPeakMemory, scope, type Tensor } from "@saccade/tensor";
import { tableLines } from "../table.ts";
import { AttentionLayer, heads, kinds, width } from "./kinds.ts";

/** The cost of one training step, forward and backward. */
export interface Cost {
  readonly ms: number;
  /** The most memory of tensors at a time, beyond that of the weights. */
  readonly bytes: number;
}

/** A row of the table: the cost at each length, null where it is too long. */
export interface CostRow {
  readonly name: string;
  readonly costs: readonly (Cost | null)[];
}

/** Trains a layer with each kind of attention for one step at each length, all causal, width 64, 4 heads, batch 1. */
export function measureCosts(lengths: readonly number[], window: number): CostRow[] {
  const rows = kinds.map(({ name, longest, attend }): CostRow => {
    const at = (n: number): Cost => {
      const layer = new AttentionLayer(attend(n, window));
      return stepCost(layer, (x) => layer.forward(x), n);
    };
    at(lengths[0]!); // the first run compiles kernels
    return { name, costs: lengths.map((n) => (n > longest ? null : at(n))) };
  });
  return [...rows, { name: "Transformer-XL, segments", costs: lengths.map((n) => segmentsCost(n, window)) }];
}

/** One training step with a window, on its own: what a process that does nothing else holds. */
export function windowCost(n: number, window: number): Cost {
  const layer = new AttentionLayer(kinds.find(({ name }) => name === "window")!.attend(n, window));
  return stepCost(layer, (x) => layer.forward(x), n);
}

function stepCost(layer: Module, forward: (x: Tensor) => Tensor, n: number): Cost {
  return measured(() => {
    const x = randn([1, n, width]);
    valueAndGrad(() => forward(x).square().mean(), layer.namedParameters());
  });
}

// A step for each segment, with the memory of the one before, as Transformer-XL trains.
function segmentsCost(n: number, length: number): Cost {
  const layer = new TransformerXLLayer(width, heads, { dimFeedforward: width, dropout: 0 });
  return measured(() => {
    let before: Tensor | null = null;
    for (let at = 0; at < n; at += length) {
      const x = randn([1, Math.min(length, n - at), width]);
      const known: Tensor | null = before;
      scope(() => {
        valueAndGrad(() => layer.forward(x, known).square().mean(), layer.namedParameters());
      });
      before = x;
    }
  });
}

function measured(step: () => void): Cost {
  const before = memory().bytes;
  resetPeakMemory();
  const start = performance.now();
  scope(step);
  return { ms: performance.now() - start, bytes: memory().peak - before };
}

/** A table of times and memory. */
export function costTable(lengths: readonly number[], rows: readonly CostRow[]): string[] {
  const mib = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;
  const cells = rows.map(({ name, costs }) => [
    name,
    ...costs.map((cost) => (cost === null ? "–" : `${Math.round(cost.ms)} ms ${mib(cost.bytes)}`)),
    exponent(lengths, costs),
  ]);
  return tableLines(["forward and backward", ...lengths.map(String), "time grows as"], cells);
}

// From the two longest lengths measured.
function exponent(lengths: readonly number[], costs: readonly (Cost | null)[]): string {
  const last = costs.findLastIndex((cost) => cost !== null);
  const [a, b] = [costs[last - 1], costs[last]];
  if (!a || !b) return "";
  return `n^${(Math.log(b.ms / a.ms) / Math.log(lengths[last]! / lengths[last - 1]!)).toFixed(1)}`;
}
