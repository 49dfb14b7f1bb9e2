import { HalfLinear, halfBits, type Linear } from "@saccade/nn";
import { fromData, scope, type Tensor } from "@saccade/tensor";
import { widenHalf } from "@saccade/tensor/fused";
import type { LoraAdapter } from "./adapter.ts";
import { addRows } from "./lora-linear.ts";

/** A map whose weight adapters can be merged into. */
export type MergeTarget = Linear | HalfLinear;

// Rows of a weight that are numbers at a time, so that a large one is not there twice as such.
const rowsAtOnce = 64;

/**
 * The weight with the changes of its adapters, W + scale · B A, in the weight's own form. The sum is computed in double
 * precision and rounded once, as the weight's numbers are. On a backend whose memory the host does not see, ops compute it.
 */
export function mergedWeight(base: MergeTarget, adapters: readonly LoraAdapter[]): Tensor {
  const half = base instanceof HalfLinear;
  if (base.weight.backend.view === undefined && !half)
    return scope(() => {
      const changes = adapters.map((adapter) => [adapter.start, adapter.delta()] as const);
      return addRows(base.weight, 0, changes);
    });
  const { inFeatures: width, outFeatures: rows } = base;
  const { backend, dtype, shape } = base.weight;
  const changes = adapters.map((adapter) => changeOf(adapter, width));
  // Packed as halves are, two in an int32.
  const merged = half
    ? new Int32Array((rows * width) / 2)
    : dtype === "float64"
      ? new Float64Array(rows * width)
      : new Float32Array(rows * width);
  const elements = half ? new Uint16Array(merged.buffer) : merged;
  for (let start = 0; start < rows; start += rowsAtOnce) {
    const end = Math.min(rows, start + rowsAtOnce);
    const numbers = rowsOf(base, start, end);
    for (const add of changes) add(numbers, start, end);
    elements.set(half ? halfBits(numbers, base.format) : numbers, start * width);
  }
  return fromData(merged, shape, { backend });
}

function rowsOf(base: MergeTarget, start: number, end: number): Float64Array {
  return scope(() => {
    const part = base.weight.narrow(0, start, end - start);
    const wide = base instanceof HalfLinear ? widenHalf(part, base.format) : part;
    return Float64Array.from(wide.dataSync());
  });
}

type Add = (numbers: Float64Array, start: number, end: number) => void;

/** Adds an adapter's change to those of its rows that are from `start` to `end`. */
function changeOf({ loraA, loraB, scale, start: first, rows }: LoraAdapter, width: number): Add {
  const [a, b] = [loraA.dataSync(), loraB.dataSync()]; // (rank, in), (rows, rank)
  const rank = loraA.size(0);
  return (numbers, start, end) => {
    for (let i = Math.max(start, first); i < Math.min(end, first + rows); i++) {
      const row = numbers.subarray((i - start) * width, (i - start + 1) * width);
      for (let r = 0; r < rank; r++) {
        const factor = scale * b[(i - first) * rank + r]!;
        for (let j = 0; j < width; j++) row[j]! += factor * a[r * width + j]!;
      }
    }
  };
}
