/** Where the parts stand, in pixels: K^T above the scores and Q left of them, as in a product of matrices. */
export interface Layout {
  readonly cell: number;
  readonly height: number;
  /** Left edge of a column: 0 to 2 are the queries' components, 3 to 6 the keys. */
  readonly x: (column: number) => number;
  readonly keysTop: number;
  readonly scoresTop: number;
  readonly barsFoot: number;
  readonly barHeight: number;
  readonly valuesTop: number;
}

const title = 20;
const gap = 12;
const barHeight = 64;

export function layoutFor(width: number): Layout {
  const cell = Math.max(34, Math.min(50, Math.floor((width - gap) / 7)));
  const left = Math.max(0, (width - gap - 7 * cell) / 2);
  const keysTop = title;
  const scoresTop = keysTop + 3 * cell + title;
  const barsFoot = scoresTop + 4 * cell + 28 + barHeight;
  const valuesTop = barsFoot + 24 + title;
  return {
    cell,
    x: (column) => left + column * cell + (column >= 3 ? gap : 0),
    keysTop,
    scoresTop,
    barsFoot,
    barHeight,
    valuesTop,
    height: valuesTop + 2 * cell + 2,
  };
}
