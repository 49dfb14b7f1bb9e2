import type { Block } from "./program.ts";

/** Floats uniform in [-scale, scale), the same in every run for the same seed. */
export function floats(shape: readonly number[], seed: number, scale: number = 1): Block {
  const next = generator(seed);
  const data = new Float32Array(sizeOf(shape));
  for (let i = 0; i < data.length; i++) data[i] = (2 * next() - 1) * scale;
  return { shape, data };
}

/** Whole numbers from `low` to below `high`. */
export function integers(shape: readonly number[], low: number, high: number, seed: number): Block {
  const next = generator(seed);
  const data = new Int32Array(sizeOf(shape));
  for (let i = 0; i < data.length; i++) data[i] = low + Math.floor(next() * (high - low));
  return { shape, data };
}

export function filled(shape: readonly number[], value: number): Block {
  return { shape, data: new Float32Array(sizeOf(shape)).fill(value) };
}

export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((size, n) => size * n, 1);
}

// mulberry32
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
