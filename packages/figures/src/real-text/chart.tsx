import type { JSX } from "preact";
import { Chart, Dot, GridLines, Note, OnScale, Path, Upright, XTicks } from "../ui/index.ts";
import type { Measured } from "./pieces.ts";
import type { Words } from "./words.ts";

interface ChartProps {
  readonly t: Words;
  readonly measured: readonly Measured[];
  /** The place of the chosen size. */
  readonly chosen: number;
  readonly label: string;
}

/** Both costs of a vocabulary over its size: longer sequences to the left, unknown words to the right. */
export function CostChart({ t, measured, chosen, label }: ChartProps): JSX.Element {
  const here = measured[chosen]!;
  const places = measured.map((_, i) => i);
  const lengths = measured.map((one) => one.subwordsPerWord);
  const shares = measured.map((one) => one.unknown);
  return (
    <Chart x={[0, measured.length - 1]} y={[0, 5]} margin={[22, 46, 36, 24]} height={184} label={label}>
      <GridLines ticks={[0, 1, 2, 3, 4, 5]} />
      <XTicks ticks={places} show={(i) => measured[i]?.size} />
      <Note x={places.length / 2 - 0.5} y="bottom" dy={33} anchor="middle">
        {t.x}
      </Note>
      <Upright at={chosen} class="here" />
      <g class="subwords blue">
        <Path class="curve" x={places} y={lengths} />
        <Dot class="spot" x={chosen} y={here.subwordsPerWord} r={4.5} />
        <Note x="left" y="top" dy={-12}>
          {t.left}
        </Note>
      </g>
      <OnScale y={[0, 1]}>
        {[0, 0.2, 0.4, 0.6, 0.8, 1].map((share) => (
          <Note key={share} x="right" y={share} dx={8} dy={4}>
            {100 * share} %
          </Note>
        ))}
        <g class="unknown orange">
          <Path class="curve" x={places} y={shares} />
          <Dot class="spot" x={chosen} y={here.unknown} r={4.5} />
          <Note x="right" y="top" dx={46} dy={-12} anchor="end">
            {t.right}
          </Note>
        </g>
      </OnScale>
    </Chart>
  );
}
