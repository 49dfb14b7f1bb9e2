import { useMemo } from "preact/hooks";
import type { Rows } from "./rows.ts";

/** Cells of one shade, as one path. */
interface Shade {
  /** From -1 to 1; null for masked cells. */
  readonly weight: number | null;
  readonly d: string;
}

interface CellPlaces {
  readonly left?: number;
  readonly top?: number;
  /** The side of a cell, with the gap to the next. */
  readonly side?: number;
  readonly gap?: number;
  /** The absolute value that is drawn strongest. */
  readonly largest?: number;
  /** Whether to draw rows as columns. */
  readonly upright?: boolean;
}

const shades = 24;

/** A matrix as a few paths, one a shade: far fewer elements than cells. */
export function cellPaths(rows: Rows, places: CellPlaces = {}): Shade[] {
  const { left = 0, top = 0, side = 1, gap = 0, largest = 1, upright = false } = places;
  const size = side - gap;
  const found = new Map<number | null, string>();
  for (const [i, row] of rows.entries()) {
    for (let j = 0; j < row.length; j++) {
      const value = row[j] ?? null;
      const shade = value === null ? null : Math.round((value / largest) * shades) / shades;
      const [x, y] = upright ? [i, j] : [j, i];
      const d = `M${left + x * side} ${top + y * side}h${size}v${size}h${-size}z`;
      found.set(shade, (found.get(shade) ?? "") + d);
    }
  }
  return [...found].map(([weight, d]) => ({ weight, d }));
}

/** How strongly a cell is drawn: those of 0 are seen too. */
export function strengthOf(weight: number): string {
  return (0.04 + 0.96 * Math.abs(weight)).toFixed(3);
}

interface CellsProps {
  readonly rows: Rows;
  /** Default 1, as for weights. */
  readonly largest?: number;
  readonly gap?: number;
  readonly upright?: boolean;
  /** The highlighted row. */
  readonly chosen?: number | undefined;
  /** The text for screen readers; without one they pass it by. */
  readonly label?: string;
  /** The tooltip of a cell. */
  readonly titleOf?: (value: number) => string;
  readonly class?: string;
}

/** A matrix as a field of colour, which fills its box: positive numbers in the colour `--plus`, negative ones in `--minus`. */
export function Cells(props: CellsProps) {
  const { rows, largest = 1, gap = 0, upright = false, chosen, label, titleOf, class: name = "" } = props;
  const paths = useMemo(() => cellPaths(rows, { gap, largest, upright }), [rows, gap, largest, upright]);
  const cols = rows[0]?.length ?? 1;
  const [across, down] = upright ? [rows.length, cols] : [cols, rows.length];
  const veil = (from: number, to: number) => (
    <path
      class="veil"
      d={upright ? `M${from} 0H${to}V${down}H${from}z` : `M0 ${from}V${to}H${across}V${from}z`}
    />
  );
  const named = label === undefined ? { "aria-hidden": true } : { role: "img" as const, "aria-label": label };
  return (
    <svg
      class={`color-cells ${name}`}
      viewBox={`0 0 ${across} ${down}`}
      preserveAspectRatio="none"
      {...named}
    >
      {paths.map(({ weight, d }) => (
        <path
          key={weight}
          class={(weight ?? 0) < 0 ? "minus" : "plus"}
          d={d}
          opacity={strengthOf(weight ?? 0)}
        />
      ))}
      {chosen !== undefined && veil(0, chosen)}
      {chosen !== undefined && veil(chosen + 1, rows.length)}
      {titleOf !== undefined &&
        rows.flatMap((row, i) =>
          Array.from(row, (value, j) => (
            <rect key={`${i} ${j}`} x={upright ? i : j} y={upright ? j : i} width="1" height="1">
              <title>{titleOf(value ?? 0)}</title>
            </rect>
          )),
        )}
    </svg>
  );
}
