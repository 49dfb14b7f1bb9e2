import type { JSX } from "preact";
import type { FigureProps } from "../index.ts";
import type { Shown } from "./blocks.ts";
import { words } from "./words.ts";

type Matrix = readonly (readonly number[])[];

/** A block's tensor as colours, and its heads' weights where it attends. */
export function Details({ shown, lang }: FigureProps & { readonly shown: Shown }): JSX.Element {
  const t = words[lang];
  const { values, weights, shape } = shown;
  const largest = Math.max(1e-6, ...values.flat().map(Math.abs));
  const label = t.values(shape.join(", "));
  return (
    <>
      {weights && (
        <div class="heads">
          {weights.map((matrix, h) => (
            <div key={t.head(h)}>
              <Cells matrix={matrix} hue="blue" scale={1} label={describe(t.head(h), matrix)} />
              <p class="quiet">{t.head(h)}</p>
            </div>
          ))}
          <p class="quiet">
            {t.query}, {t.key}
          </p>
        </div>
      )}
      <Cells matrix={values} hue="green" scale={largest} label={label} />
      <p class="quiet number">{label}</p>
    </>
  );
}

interface CellsProps {
  readonly matrix: Matrix;
  readonly hue: "blue" | "green";
  readonly scale: number;
  readonly label: string;
}

// Negative numbers are orange.
function Cells({ matrix, hue, scale, label }: CellsProps): JSX.Element {
  const cols = matrix[0]?.length ?? 1;
  return (
    <svg viewBox={`0 0 ${cols} ${matrix.length}`} role="img" aria-label={label}>
      {matrix.flatMap((row, i) =>
        row.map((value, j) => (
          <rect
            key={`${i} ${j}`}
            x={j + 0.04}
            y={i + 0.04}
            width="0.92"
            height="0.92"
            style={{
              fill: `color-mix(in oklab, var(--${value < 0 ? "orange" : hue}) ${((100 * Math.abs(value)) / scale).toFixed(0)}%, var(--panel))`,
            }}
          >
            <title>{value.toFixed(3)}</title>
          </rect>
        )),
      )}
    </svg>
  );
}

function describe(name: string, matrix: Matrix): string {
  return `${name}: ${matrix.map((row) => row.map((x) => x.toFixed(2)).join(" ")).join("; ")}`;
}
