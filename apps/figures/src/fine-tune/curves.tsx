import { linearScale } from "@saccade/plot/page";
import type { JSX } from "preact";
import { Axes, pathOf, useWidth } from "../ui/index.ts";

interface CurvesProps {
  readonly full: readonly number[];
  readonly lora: readonly number[];
  readonly label: string;
  readonly xLabel: string;
  readonly yLabel: string;
}

/** The loss of each step of both ways. */
export function Curves({ full, lora, label, xLabel, yLabel }: CurvesProps): JSX.Element {
  const { ref, width } = useWidth<SVGSVGElement>(320);
  const [left, right, top, bottom] = [44, width - 8, 10, 170];
  const most = Math.max(1, ...full, ...lora);
  const x = linearScale([0, Math.max(10, full.length, lora.length)], left, right);
  const y = linearScale([0, most], bottom, top);
  const path = (losses: readonly number[]): string =>
    pathOf(
      losses.map((_, i) => i + 1),
      losses,
      x,
      y,
    );
  return (
    <svg ref={ref} class="chart" viewBox={`0 0 ${width} 194`} role="img" aria-label={label}>
      <Axes {...{ x, y, left, right, top, bottom, xLabel, yLabel }} />
      <path class="full" d={path(full)} />
      <path class="lora" d={path(lora)} />
    </svg>
  );
}
