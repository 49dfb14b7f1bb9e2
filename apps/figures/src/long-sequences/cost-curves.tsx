import { linearScale } from "@saccade/plot/page";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Axes, pathOf, useNarrow, useWidth } from "../ui/index.ts";
import { curveOf, type Kind, kinds } from "./patterns.ts";
import type { words } from "./words.ts";

interface CostCurvesProps {
  readonly kind: Kind;
  readonly window: number;
  readonly t: (typeof words)["en"];
}

const shown = kinds.filter((kind) => kind !== "linear");

/** The number of scores over the length, a line for each pattern. */
export function CostCurves({ kind, window, t }: CostCurvesProps): JSX.Element {
  const { ref, width } = useWidth<SVGSVGElement>(300);
  const isNarrow = useNarrow();
  const curves = useMemo(() => shown.map((name) => ({ name, ...curveOf(name, window) })), [window]);
  const height = isNarrow ? 150 : 190;
  const [left, right, top, bottom] = [40, width - 8, 12, height - 40];
  const x = linearScale([0, 64], left, right);
  const y = linearScale([0, 2080], bottom, top);
  return (
    <svg ref={ref} class="chart curves" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t.curves}>
      <Axes x={x} y={y} left={left} right={right} top={top} bottom={bottom} xLabel={t.length} yLabel="" />
      {curves.map(({ name, lengths, scores }) => (
        <path
          key={name}
          class={name === kind ? "this" : name === "full" ? "most" : "other"}
          d={pathOf(lengths, scores, x, y)}
        />
      ))}
      <text aria-hidden="true" x={x.at(56) - 4} y={y.at((56 * 57) / 2)} text-anchor="end">
        {t.kinds.full}
      </text>
      {curves
        .filter(({ name }) => name === kind && name !== "full")
        .map(({ name, scores }) => (
          <text key={name} aria-hidden="true" x={right} y={y.at(scores.at(-1)!) - 6} text-anchor="end">
            {t.kinds[name]}
          </text>
        ))}
    </svg>
  );
}
