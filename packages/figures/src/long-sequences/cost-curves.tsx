import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Axes, Chart, Note, Path, useNarrow } from "../ui/index.ts";
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
  const height = useNarrow() ? 150 : 190;
  const curves = useMemo(() => shown.map((name) => ({ name, ...curveOf(name, window) })), [window]);
  const chosen = kind === "full" ? undefined : curves.find(({ name }) => name === kind);
  return (
    <Chart
      class="curves"
      x={[0, 64]}
      y={[0, 2080]}
      margin={[12, 8, 40, 40]}
      initial={300}
      {...{ height }}
      label={t.curves}
    >
      <Axes xLabel={t.length} />
      {curves.map(({ name, lengths, scores }) => (
        <Path
          key={name}
          class={name === kind ? "this curve blue" : name === "full" ? "most curve orange" : "grid"}
          x={lengths}
          y={scores}
        />
      ))}
      <g aria-hidden="true">
        <Note x={56} y={(56 * 57) / 2} dx={-4} anchor="end">
          {t.kinds.full}
        </Note>
        {chosen !== undefined && (
          <Note x="right" y={chosen.scores.at(-1)!} dy={-6} anchor="end">
            {t.kinds[kind]}
          </Note>
        )}
      </g>
    </Chart>
  );
}
