import { Axes, pointIn, useWidth } from "@saccade/figures/ui";
import type { ComponentChildren, JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { Band } from "./band.tsx";
import { Curves } from "./curves.tsx";
import { frameOf } from "./frame.ts";
import type { RegressionModel } from "./model.ts";
import { addPoint, mostPoints } from "./own-points.ts";
import { PointHandles } from "./point-handles.tsx";
import { QueryGround, QueryHandle } from "./query-handle.tsx";
import { strongestKeys } from "./strongest.ts";
import { words } from "./words.ts";

/**
 * The points, the truth, the three curves, and the query with its kernel and weights below. Each part follows what it
 * shows: a drag of the query redraws no curve, a step of training no point.
 */
export function Scatter({ model }: { readonly model: RegressionModel }): JSX.Element {
  const t = useWords(words);
  const { ref, width } = useWidth<SVGSVGElement>(720);
  const points = model.points.value;
  const frame = useMemo(() => frameOf(width, points.y), [width, points.y]);
  const { x, y, left, right, top, bottom, height } = frame;
  return (
    <svg
      ref={ref}
      class="chart regression"
      viewBox={`0 0 ${width} ${height}`}
      onDblClick={(event) => {
        const [across, down] = pointIn(event.currentTarget, event);
        const added = addPoint(model, [x.value(across), y.value(down)], y.domain);
        if (added === undefined) model.problem.value = t.tooMany(mostPoints);
        else model.chosen.value = added;
      }}
    >
      <Picture model={model}>
        <Axes x={x} y={y} left={left} right={right} top={top} bottom={bottom} xLabel="x" yLabel="y" />
        <Curves model={model} frame={frame} />
        <Band model={model} frame={frame} />
      </Picture>
      <QueryGround frame={frame} model={model} />
      <PointHandles frame={frame} model={model} />
      <QueryHandle frame={frame} model={model} />
    </svg>
  );
}

interface PictureProps {
  readonly model: RegressionModel;
  readonly children: ComponentChildren;
}

/** A description of the figure for screen readers. */
function Picture({ model, children }: PictureProps): JSX.Element {
  const t = useWords(words);
  const way = model.settings.way.value;
  const { weights, prediction } = model.row.value;
  const query = model.settings.query.value.toFixed(2);
  return (
    <g
      role="img"
      aria-label={
        prediction === null
          ? t.plotGap(t.ways[way], query)
          : t.plotLabel(
              t.ways[way],
              query,
              prediction.toFixed(2),
              strongestKeys(model.points.value.x, weights, 3),
            )
      }
    >
      {children}
    </g>
  );
}
