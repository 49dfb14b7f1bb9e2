import type { Signal } from "@preact/signals";
import { linearScale } from "@saccade/plot/page";
import type { JSX, TargetedPointerEvent } from "preact";
import { Axes, keyTarget, pathOf, pointIn, useWidth } from "../ui/index.ts";
import { keys, values } from "./points.ts";
import { grid, type Look, truth } from "./regression.ts";
import type { words } from "./words.ts";

interface ScatterProps {
  readonly query: Signal<number>;
  readonly curve: readonly number[];
  readonly look: Look;
  readonly t: (typeof words)["en"];
}

const [least, most] = [0, 5];
const barHeight = 48;

/** The points, both curves, and the query with its weights as bars below. */
export function Scatter({ query, curve, look, t }: ScatterProps): JSX.Element {
  const { ref, width } = useWidth<SVGSVGElement>(640);
  const [left, right, top, bottom] = [28, width - 10, 22, width < 480 ? 220 : 270];
  const floor = bottom + 30 + barHeight;
  const x = linearScale([least, most], left, right);
  const y = linearScale([-1, 5], bottom, top);
  const bar = linearScale([0, Math.max(...look.weights)], floor, floor - barHeight);
  const at = x.at(query.value);
  const move = (to: number): void => {
    query.value = Math.round(Math.min(most, Math.max(least, to)) * 100) / 100;
  };
  const follow = (event: TargetedPointerEvent<SVGElement>): void => {
    if (ref.current !== null) move(x.value(pointIn(ref.current, event)[0]));
  };
  const greatest = Math.max(...look.weights);
  return (
    <svg ref={ref} class="chart" viewBox={`0 0 ${width} ${floor + 18}`}>
      <g
        role="img"
        aria-label={t.plot(query.value.toFixed(2), look.prediction.toFixed(2), strongest(look.weights))}
      >
        <Axes x={x} y={y} left={left} right={right} top={top} bottom={bottom} xLabel="x" yLabel="" />
        <path class="truth" d={pathOf(grid, truth, x, y)} />
        <path class="estimate" d={pathOf(grid, curve, x, y)} />
        {keys.map((key, i) => {
          const share = (look.weights[i] ?? 0) / greatest;
          return (
            <g key={i} class="point" style={{ "--share": share.toFixed(3) }}>
              <line x1={x.at(key)} x2={x.at(key)} y1={floor} y2={bar.at(look.weights[i] ?? 0)} />
              <circle cx={x.at(key)} cy={y.at(values[i] ?? 0)} r={3 + 3 * share} />
            </g>
          );
        })}
        <line class="axis" x1={left} x2={right} y1={floor} y2={floor} />
        <text x={left} y={floor + 15}>
          {t.weights} 0–{greatest.toFixed(2)}
        </text>
      </g>
      <rect
        class="ground"
        x={left}
        y={0}
        width={Math.max(0, right - left)}
        height={floor}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          follow(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event);
        }}
      />
      <g
        class="query"
        role="slider"
        tabindex={0}
        aria-label={t.query}
        aria-valuemin={least}
        aria-valuemax={most}
        aria-valuenow={query.value}
        aria-valuetext={t.queryAt(query.value.toFixed(2), look.prediction.toFixed(2))}
        onKeyDown={(event) => {
          const next = keyTarget(event.key, query.value, { least, most, step: 0.05, page: 0.5 });
          if (next === undefined) return;
          event.preventDefault();
          move(next);
        }}
      >
        <line x1={at} x2={at} y1={top - 6} y2={floor} />
        <circle class="knob" cx={at} cy={top - 8} r={8} />
        <circle class="prediction" cx={at} cy={y.at(look.prediction)} r={7} />
        <text
          x={at > right - 150 ? at - 14 : at + 14}
          y={top - 4}
          text-anchor={at > right - 150 ? "end" : "start"}
        >
          {t.query} {query.value.toFixed(2)} → {look.prediction.toFixed(2)}
        </text>
      </g>
    </svg>
  );
}

/** The three keys of most weight, in words. */
function strongest(weights: readonly number[]): string {
  return keys
    .map((key, i) => ({ key, weight: weights[i] ?? 0 }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, 3)
    .map(({ key, weight }) => `${key.toFixed(2)} (${weight.toFixed(2)})`)
    .join(", ");
}
