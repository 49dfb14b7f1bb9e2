/** The operands of the first matmul. */
export const size = 64;
export const left: Float32Array<ArrayBuffer> = Float32Array.from(
  { length: size * size },
  (_, i) => (i % 7) - 3,
);
export const right: Float32Array<ArrayBuffer> = Float32Array.from(
  { length: size * size },
  (_, i) => (i % 5) - 2,
);
