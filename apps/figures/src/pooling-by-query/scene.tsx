import type { JSX } from "preact";
import { useWidth } from "../ui/index.ts";
import { drawings } from "./drawings.tsx";
import { mix } from "./pool.ts";
import { type ThingName, thingNames, values } from "./things.ts";

interface SceneProps {
  readonly weights: readonly number[];
  readonly names: Readonly<Record<ThingName, string>>;
  readonly look: string;
  readonly label: string;
}

/** The table from above: each thing's weight as the strength of a line to where the look goes. */
export function Scene({ weights, names, look, label }: SceneProps): JSX.Element {
  const { ref, width } = useWidth<SVGSVGElement>(640);
  const height = Math.round(Math.max(230, Math.min(340, width * 0.52)));
  const place = ([x = 0, y = 0]: readonly number[]): [number, number] => [
    (x / 100) * width,
    (y / 60) * (height - 20),
  ];
  const [lookX, lookY] = place(mix(weights));
  return (
    <svg ref={ref} class="chart scene" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {thingNames.map((name, i) => {
        const [x, y] = place(values[i] ?? []);
        return (
          <line
            key={name}
            class="share"
            x1={x}
            y1={y}
            x2={lookX}
            y2={lookY}
            stroke-width={14 * (weights[i] ?? 0)}
          />
        );
      })}
      {thingNames.map((name, i) => {
        const [x, y] = place(values[i] ?? []);
        const weight = weights[i] ?? 0;
        return (
          <g key={name} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
            <circle class="ground" r="26" />
            {drawings[name]}
            <text y={y < height / 2 ? -28 : 36} text-anchor="middle">
              {names[name]} <tspan class="weight">{weight.toFixed(2)}</tspan>
            </text>
          </g>
        );
      })}
      <g class="look" transform={`translate(${lookX.toFixed(1)} ${lookY.toFixed(1)})`}>
        <circle r="10" />
        <circle class="pupil" r="4" />
        <text x="15" dy="-0.4em">
          {look}
        </text>
      </g>
    </svg>
  );
}
