import type { JSX } from "preact";
import type { Translation } from "./translator.ts";

interface MapProps {
  readonly translation: Translation;
  readonly at: number;
  readonly label: string;
  readonly onChoose: (at: number) => void;
}

const cell = 20;
const left = 66;
const top = 50;

/** All steps' weights: a row for each word written, a column for each source word. */
export function WeightsMap({ translation, at, label, onChoose }: MapProps): JSX.Element {
  const { source, words, weights } = translation;
  const [width, height] = [left + 8 * cell + 30, top + 9 * cell + 2];
  return (
    <svg class="chart map" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {source.map((word, j) => (
        <text key={j} transform={`translate(${left + (j + 0.5) * cell} ${top - 6}) rotate(-45)`}>
          {word}
        </text>
      ))}
      {words.map((word, i) => (
        <g key={i} class={i === at ? "now" : undefined} onPointerEnter={() => onChoose(i)}>
          <text x={left - 6} y={top + (i + 0.5) * cell} dy="0.35em" text-anchor="end">
            {word}
          </text>
          {source.map((_, j) => {
            const weight = weights[i]?.[j] ?? 0;
            return (
              <rect
                key={j}
                x={left + j * cell + 1}
                y={top + i * cell + 1}
                width={cell - 2}
                height={cell - 2}
                style={{
                  fill: `color-mix(in oklab, var(--blue) ${(100 * weight).toFixed(1)}%, var(--panel))`,
                }}
              >
                <title>{weight.toFixed(3)}</title>
              </rect>
            );
          })}
          <rect class="frame" x={left} y={top + i * cell} width={source.length * cell} height={cell} />
        </g>
      ))}
    </svg>
  );
}
