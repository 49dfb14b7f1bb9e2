import type { Lang } from "../index.ts";
import { fill } from "../messages.ts";
import { useTween, useWidth } from "../ui/index.ts";
import { drawings } from "./drawings.tsx";
import "./scene.css";
import { sceneWords } from "./scene-words.ts";
import { mix, thingNames, values } from "./things.ts";

export { sceneWords } from "./scene-words.ts";
export { type CueName, cueNames, thingNames } from "./things.ts";

interface SceneProps {
  readonly weights: readonly number[];
  readonly lang: Lang;
}

/** The table from above: each thing's weight as the strength of a line to where the look goes. */
export function Scene({ weights: target, lang }: SceneProps) {
  const t = sceneWords[lang];
  const weights = useTween(target);
  const { ref, width } = useWidth<SVGSVGElement>(640);
  const height = Math.round(Math.max(195, Math.min(340, width * 0.52)));
  const place = ([x = 0, y = 0]: readonly number[]): [number, number] => [
    (x / 100) * width,
    (y / 60) * (height - 20),
  ];
  const [lookX, lookY] = place(mix(weights));
  const [x, y] = mix(target).map((place) => place.toFixed(1)) as [string, string];
  const shares = thingNames.map((name, i) => `${t.things[name]} ${(target[i] ?? 0).toFixed(2)}`).join(", ");
  return (
    <svg
      ref={ref}
      class="chart scene"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={fill(t.scene, { shares, x, y })}
    >
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
              {t.things[name]} <tspan class="weight">{weight.toFixed(2)}</tspan>
            </text>
          </g>
        );
      })}
      <g class="look" transform={`translate(${lookX.toFixed(1)} ${lookY.toFixed(1)})`}>
        <circle r="10" />
        <circle class="pupil" r="4" />
        <text class="halo" x="15" dy="-0.4em">
          {t.look}
        </text>
      </g>
    </svg>
  );
}
