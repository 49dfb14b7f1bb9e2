const levels = 24;

/** Cells of one size as a path for each of 24 opacities: thousands of elements would take long to draw. */
export function shadedCells(
  width: number,
  height: number,
  draw: (put: (x: number, y: number, opacity: number) => void) => void,
) {
  const paths = new Map<number, string>();
  const shape = `h${width.toFixed(2)}v${height.toFixed(2)}h-${width.toFixed(2)}z`;
  draw((x, y, opacity) => {
    const level = Math.round(levels * opacity);
    if (level > 0) paths.set(level, `${paths.get(level) ?? ""}M${x.toFixed(2)} ${y.toFixed(2)}${shape}`);
  });
  return [...paths].map(([level, d]) => <path key={level} d={d} opacity={(level / levels).toFixed(3)} />);
}
