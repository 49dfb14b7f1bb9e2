/** A number a cell; null for masked ones. */
export type Rows = readonly ArrayLike<number | null>[];

/** A matrix in one array, row after row. */
export function rowsOf(values: Float32Array, count: number): Float32Array[] {
  const cols = values.length / count;
  return Array.from({ length: count }, (_, i) => values.subarray(i * cols, (i + 1) * cols));
}
