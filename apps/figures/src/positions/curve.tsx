import { linearScale } from "@saccade/plot/page";
import type { JSX } from "preact";
import { GridLines, useWidth } from "../ui/index.ts";

const [left, top, bottom] = [36, 10, 150];

interface CurveProps {
  /** The score with each key. */
  readonly scores: readonly number[];
  readonly domain: readonly [number, number];
  readonly query: number;
  readonly chosen: number;
  /** How far all is on its way to the next position, 0 to 1. */
  readonly part: number;
  readonly axis: string;
  readonly label: string;
}

/** Scores of one query with a key at each position. */
export function Curve({ scores, domain, query, chosen, part, axis, label }: CurveProps): JSX.Element {
  const { ref, width } = useWidth<SVGSVGElement>(600);
  const x = linearScale([0, scores.length - 1], left, width - 10);
  const y = linearScale(domain, bottom, top);
  const right = width - 10;
  const moved = (position: number): number => Math.min(right, x.at(position + part));
  const ticks = [domain[0], (domain[0] + domain[1]) / 2, domain[1]];
  return (
    <svg ref={ref} class="chart" viewBox={`0 0 ${width} ${bottom + 42}`} role="img" aria-label={label}>
      <GridLines ticks={ticks} y={y} left={left} right={right} />
      <path class="score" d={scores.map((s, j) => `${j === 0 ? "M" : "L"}${moved(j)} ${y.at(s)}`).join("")} />
      <line class="at query" x1={moved(query)} x2={moved(query)} y1={top} y2={bottom} />
      <line class="at key" x1={moved(chosen)} x2={moved(chosen)} y1={top} y2={bottom} />
      <circle class="dot" cx={moved(chosen)} cy={y.at(scores[chosen] ?? 0)} r={5} />
      {[0, 16, 32, 48, 63].map((j) => (
        <text key={j} x={x.at(j)} y={bottom + 18} text-anchor="middle">
          {j}
        </text>
      ))}
      <text x={(left + width) / 2} y={bottom + 37} text-anchor="middle">
        {axis}
      </text>
    </svg>
  );
}
