import { linearScale } from "@saccade/plot/page";
import type { JSX } from "preact";
import { useWidth } from "../ui/index.ts";

const reach = 72; // scores beyond are counted in the outermost bins
const bins = 61;
const [top, bottom] = [6, 116];

/** How many scores lie where, on an axis that never changes. */
export function Histogram({
  scores,
  label,
}: {
  readonly scores: readonly number[];
  readonly label: string;
}): JSX.Element {
  const { ref, width } = useWidth<SVGSVGElement>(300);
  const x = linearScale([-reach, reach], 4, width - 4);
  const wide = (2 * reach) / bins;
  const counts = new Array<number>(bins).fill(0);
  for (const score of scores) {
    const bin = Math.min(bins - 1, Math.max(0, Math.floor((score + reach) / wide)));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const y = linearScale([0, Math.max(...counts)], bottom, top);
  return (
    <svg ref={ref} class="chart" viewBox={`0 0 ${width} ${bottom + 20}`} role="img" aria-label={label}>
      {counts.map((count, i) => (
        <rect
          key={i}
          class="bin"
          x={x.at(-reach + i * wide) + 0.5}
          width={Math.max(1, x.at(wide) - x.at(0) - 1)}
          y={y.at(count)}
          height={bottom - y.at(count)}
        />
      ))}
      <line class="axis" x1={4} x2={width - 4} y1={bottom} y2={bottom} />
      {[-50, 0, 50].map((tick) => (
        <text key={tick} x={x.at(tick)} y={bottom + 15} text-anchor="middle">
          {String(tick).replace("-", "−")}
        </text>
      ))}
    </svg>
  );
}
