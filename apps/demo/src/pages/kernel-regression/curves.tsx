import { pathOf } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { type Curve, waysToPool } from "./calls.ts";
import { placeLabels } from "./end-labels.ts";
import type { Frame } from "./frame.ts";
import type { RegressionModel } from "./model.ts";
import { words } from "./words.ts";

interface CurvesProps {
  readonly model: RegressionModel;
  readonly frame: Frame;
}

const labelGap = 15;

/** The truth and the three curves, each with its name at its right end. */
export function Curves({ model, frame }: CurvesProps): JSX.Element {
  const t = useWords(words);
  const { x, y, right, top, bottom, isNarrow } = frame;
  const { truth, curves } = model.look.value;
  const way = model.settings.way.value;
  const path = (curve: Curve): string => curve.map((run) => pathOf(run.x, run.y, x, y)).join("");
  const lines = [
    { name: "truth", curve: [truth], class: "truth" },
    ...waysToPool.map((name) => ({
      name,
      curve: curves[name],
      class: `curve ${name} ${name === way ? "chosen" : ""}`,
    })),
  ] as const;
  const ends = lines.map(({ curve }) => {
    const run = curve.at(-1);
    return { x: x.at(run?.x.at(-1) ?? 5), y: y.at(run?.y.at(-1) ?? 0) };
  });
  const heights = placeLabels(
    ends.map((end) => end.y),
    labelGap,
    [top, bottom],
  );
  return (
    <g>
      {lines.map(({ name, curve, class: of }) => (
        <path key={name} class={of} d={path(curve)} />
      ))}
      {lines.map(({ name, class: of }, i) => {
        const end = ends[i] ?? { x: right, y: bottom };
        const height = heights[i] ?? end.y;
        return (
          <g key={name} class={`end ${of}`}>
            <path d={`M${end.x.toFixed(1)} ${end.y.toFixed(1)}L${right + 8} ${height.toFixed(1)}`} />
            <text x={right + 11} y={height} dy="0.35em">
              {(isNarrow ? t.shortNames : t.lineNames)[name]}
            </text>
          </g>
        );
      })}
    </g>
  );
}
