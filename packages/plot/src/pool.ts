/**
 * A matrix of at most `most` rows and columns: where it is larger, a cell is the largest of the finite values that fall on it, so
 * that a lone peak stays in sight, and NaN where none is finite.
 */
export function pool(
  data: Float64Array,
  rows: number,
  cols: number,
  most: number,
): { readonly rows: number; readonly cols: number; readonly data: Float64Array } {
  if (rows <= most && cols <= most) return { rows, cols, data };
  const [fewRows, fewCols] = [Math.min(rows, most), Math.min(cols, most)];
  const pooled = new Float64Array(fewRows * fewCols).fill(Number.NaN);
  for (const [i, value] of data.entries()) {
    const row = Math.floor((Math.floor(i / cols) * fewRows) / rows);
    const at = row * fewCols + Math.floor(((i % cols) * fewCols) / cols);
    if (Number.isFinite(value) && !((pooled[at] ?? 0) >= value)) pooled[at] = value;
  }
  return { rows: fewRows, cols: fewCols, data: pooled };
}
