// Windows at arbitrary positions, for adaptive and fractional pooling.
import { fromData, gather, indexSelect, type Tensor } from "@saccade/tensor";
import { maxPoolIndex } from "@saccade/tensor/fused";
import type { MaxPoolResult } from "../layers/max-pool.ts";

/** The windows along one dim: which elements each one holds. */
export type Places = readonly (readonly number[])[];

/** All windows of some dims, flattened: window by window, the index of each element in the flattened dims. */
export interface Flat {
  /** `count` windows of `size` elements. A smaller window ends with its last element, again and again. */
  readonly indices: Int32Array<ArrayBuffer>;
  /** How many elements each window has. */
  readonly lengths: Int32Array<ArrayBuffer>;
  readonly count: number;
  readonly size: number;
}

/** The windows of several dims: every combination of one in each. */
export function flattened(places: readonly Places[], sizes: readonly number[]): Flat {
  const largest = places.map((windows) => Math.max(...windows.map((window) => window.length)));
  const size = largest.reduce((a, b) => a * b, 1);
  const count = places.reduce((all, windows) => all * windows.length, 1);
  const indices = new Int32Array(count * size);
  const lengths = new Int32Array(count);
  for (let window = 0; window < count; window++) {
    const own: (readonly number[])[] = [];
    let rest = window;
    for (let dim = places.length - 1; dim >= 0; dim--) {
      const windows = places[dim]!;
      own.unshift(windows[rest % windows.length]!);
      rest = Math.floor(rest / windows.length);
    }
    const elements = own.reduce<number[]>(
      (before, at, dim) => before.flatMap((index) => at.map((i) => index * sizes[dim]! + i)),
      [0],
    );
    lengths[window] = elements.length;
    for (let i = 0; i < size; i++) indices[window * size + i] = elements[Math.min(i, elements.length - 1)]!;
  }
  return { indices, lengths, count, size };
}

/** The elements of the windows of x (…, …sizes), the same ones everywhere: (…, count, size). */
export function elementsOf(x: Tensor, dims: number, { indices, count, size }: Flat): Tensor {
  const flat = x.flatten(-dims);
  const at = fromData(indices, [indices.length], { backend: x.backend });
  return indexSelect(flat, -1, at).reshape([...flat.shape.slice(0, -1), count, size]);
}

/**
 * The largest element of each window of x (…, …sizes), and its index in the flattened dims: (…, …counts). `at` holds
 * the windows' elements: (…, count · size) int32, or the same for all, (count · size).
 */
export function largestAt(x: Tensor, at: Tensor, counts: readonly number[], size: number): MaxPoolResult {
  const lead = x.shape.slice(0, -counts.length);
  const count = counts.reduce((a, b) => a * b, 1);
  const flat = x.flatten(-counts.length);
  const all = at.expand([...lead, count * size]);
  const elements = gather(flat, -1, all);
  // Each window is a row of an image.
  const rows = maxPoolIndex(elements.detach().reshape([...lead, count, size]), {
    ...{ kernel: [1, size], stride: [1, 1], padding: [0, 0], dilation: [1, 1] },
  }).squeeze(-1);
  const shape = [...lead, ...counts];
  return {
    values: gather(elements, -1, rows).reshape(shape),
    indices: gather(all, -1, rows).reshape(shape),
  };
}
