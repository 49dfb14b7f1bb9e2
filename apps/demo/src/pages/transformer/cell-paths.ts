/** Cells of one shade, as one path. */
export interface Shade {
  /** From 0 to 1; null for masked cells. */
  readonly weight: number | null;
  readonly d: string;
}

const shades = 24;

/** A matrix as a few paths, one a shade: far fewer elements than cells. */
export function cellPaths(
  rows: readonly (readonly (number | null)[])[],
  left: number,
  top: number,
  cell: number,
): Shade[] {
  const size = cell - 1;
  const found = new Map<number | null, string>();
  rows.forEach((row, i) => {
    row.forEach((weight, j) => {
      const shade = weight === null ? null : Math.round(weight * shades) / shades;
      const d = `M${left + j * cell} ${top + i * cell}h${size}v${size}h${-size}z`;
      found.set(shade, (found.get(shade) ?? "") + d);
    });
  });
  return [...found].map(([weight, d]) => ({ weight, d }));
}
