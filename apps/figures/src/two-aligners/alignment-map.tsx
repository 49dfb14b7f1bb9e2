import type { AlignedPair } from "@saccade/datasets";
import type { JSX } from "preact";

interface AlignmentMapProps {
  readonly pair: AlignedPair;
  readonly weights: readonly (readonly number[])[];
  readonly at: number;
  readonly label: string;
  readonly onChoose: (at: number) => void;
}

const cell = 24;
const left = 84;
const top = 58;

/** A row for each target word, a column for each source word, and a frame around each gold link. */
export function AlignmentMap({ pair, weights, at, label, onChoose }: AlignmentMapProps): JSX.Element {
  const { source, target, sure, possible = [] } = pair;
  const [width, height] = [left + source.length * cell + 40, top + target.length * cell + 4];
  const frame = (links: typeof sure, kind: string): JSX.Element[] =>
    links.map(([t, s]) => (
      <rect
        key={`${kind} ${t} ${s}`}
        class={kind}
        x={left + s * cell + 1.5}
        y={top + t * cell + 1.5}
        width={cell - 3}
        height={cell - 3}
      />
    ));
  return (
    <svg
      class="map"
      viewBox={`0 0 ${width} ${height}`}
      style={{ maxWidth: `${width * 1.15}px` }}
      role="img"
      aria-label={label}
    >
      {source.map((word, s) => (
        <text key={s} transform={`translate(${left + (s + 0.6) * cell} ${top - 6}) rotate(-40)`}>
          {word}
        </text>
      ))}
      {target.map((word, t) => (
        <g key={t} class={t === at ? "now" : undefined} onPointerEnter={() => onChoose(t)}>
          <rect class="row" x={0} y={top + t * cell} width={width} height={cell} />
          <text x={left - 8} y={top + (t + 0.5) * cell} dy="0.35em" text-anchor="end">
            {word}
          </text>
          {source.map((_, s) => {
            const weight = weights[t]?.[s] ?? 0;
            const fill = `color-mix(in oklab, var(--blue) ${(100 * weight).toFixed(1)}%, var(--panel))`;
            return (
              <rect
                key={s}
                x={left + s * cell + 1.5}
                y={top + t * cell + 1.5}
                width={cell - 3}
                height={cell - 3}
                style={{ fill }}
              />
            );
          })}
        </g>
      ))}
      {frame(possible, "possible")}
      {frame(sure, "sure")}
    </svg>
  );
}
