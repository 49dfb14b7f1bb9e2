import { linearScale } from "@saccade/plot/page";
import type { JSX } from "preact";
import { pathOf, useWidth } from "../ui/index.ts";
import type { Measured } from "./pieces.ts";
import type { Words } from "./words.ts";

const [top, bottom, height] = [22, 148, 184];
const most = 5; // subwords a word

interface ChartProps {
  readonly t: Words;
  readonly measured: readonly Measured[];
  /** The place of the chosen size. */
  readonly chosen: number;
  readonly label: string;
}

/** Both costs of a vocabulary over its size: longer sequences to the left, unknown words to the right. */
export function Chart({ t, measured, chosen, label }: ChartProps): JSX.Element {
  const { ref, width } = useWidth<SVGSVGElement>(600);
  const [left, right] = [24, width - 46];
  const places = measured.map((_, i) => i);
  const x = linearScale([0, measured.length - 1], left, right);
  const subwords = linearScale([0, most], bottom, top);
  const share = linearScale([0, 1], bottom, top);
  const here = measured[chosen]!;
  return (
    <svg ref={ref} class="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {[0, 1, 2, 3, 4, 5].map((count) => (
        <g key={count}>
          <line class="grid" x1={left} x2={right} y1={subwords.at(count)} y2={subwords.at(count)} />
          <text x={left - 8} y={subwords.at(count)} dy="0.35em" text-anchor="end">
            {count}
          </text>
          <text x={right + 8} y={subwords.at(count)} dy="0.35em">
            {20 * count} %
          </text>
        </g>
      ))}
      {measured.map(({ size }, i) => (
        <text key={size} x={x.at(i)} y={bottom + 16} text-anchor="middle">
          {size}
        </text>
      ))}
      <text x={(left + right) / 2} y={height - 3} text-anchor="middle">
        {t.x}
      </text>
      <line class="here" x1={x.at(chosen)} x2={x.at(chosen)} y1={top} y2={bottom} />
      <g class="subwords">
        <path
          d={pathOf(
            places,
            measured.map(({ subwordsPerWord }) => subwordsPerWord),
            x,
            subwords,
          )}
        />
        <circle cx={x.at(chosen)} cy={subwords.at(here.subwordsPerWord)} r={4.5} />
        <text x={left} y={10}>
          {t.left}
        </text>
      </g>
      <g class="unknown">
        <path
          d={pathOf(
            places,
            measured.map(({ unknown }) => unknown),
            x,
            share,
          )}
        />
        <circle cx={x.at(chosen)} cy={share.at(here.unknown)} r={4.5} />
        <text x={width} y={10} text-anchor="end">
          {t.right}
        </text>
      </g>
    </svg>
  );
}
