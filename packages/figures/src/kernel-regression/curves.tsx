import type { JSX } from "preact";
import { pathOf, placeLabels } from "../ui/index.ts";
import type { Line } from "./data.ts";
import type { Frame, Shown } from "./shown.ts";

type Names = Readonly<Partial<Record<Line["name"], string>>>;

/** The names of the curves that there are, and shorter ones where there is little room. */
export interface LineNames {
  readonly names: Names;
  readonly shortNames: Names;
}

interface CurvesProps extends LineNames {
  readonly shown: Shown;
  readonly frame: Frame;
}

const labelGap = 15;

/** The curves, each with its name at its right end. */
export function Curves({ shown, frame, names, shortNames }: CurvesProps): JSX.Element {
  const { x, y, right, top, bottom, isNarrow } = frame;
  const lines = shown.lines.value.map(({ name, curve }) => {
    const run = curve.at(-1);
    return {
      name,
      class: `${name} ${name === shown.way.value ? "chosen" : ""}`,
      path: curve.map((run) => pathOf(run.x, run.y, frame)).join(""),
      end: { x: x.at(run?.x.at(-1) ?? 5), y: y.at(run?.y.at(-1) ?? 0) },
    };
  });
  const wanted = lines.map(({ end }) => end.y);
  const heights = placeLabels(wanted, labelGap, [top, bottom]);
  return (
    <g>
      {lines.map((line) => (
        <path key={line.name} class={line.name === "truth" ? "truth" : `curve ${line.class}`} d={line.path} />
      ))}
      {lines.map(({ name, end, ...line }, i) => {
        const height = heights[i] ?? end.y;
        return (
          <g key={name} class={`end ${line.class}`}>
            <path d={`M${end.x.toFixed(1)} ${end.y.toFixed(1)}L${right + 8} ${height.toFixed(1)}`} />
            <text x={right + 11} y={height} dy="0.35em">
              {(isNarrow ? shortNames : names)[name]}
            </text>
          </g>
        );
      })}
    </g>
  );
}
