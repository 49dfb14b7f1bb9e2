import { Axes, pathOf, useWidth } from "@saccade/figures/ui";
import { linearScale, shortNumber } from "@saccade/plot/page";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { waysToPool } from "./calls.ts";
import type { RegressionModel } from "./model.ts";
import { addPoint, mostPoints } from "./own-points.ts";
import { PointHandles } from "./point-handles.tsx";
import { type Frame, QueryHandle } from "./query-handle.tsx";
import { strongestKeys } from "./strongest.ts";
import { words } from "./words.ts";

/** The points, the truth, the three curves, and the query with its weights as bars below. */
export function Scatter({ model }: { readonly model: RegressionModel }): JSX.Element {
  const t = useWords(words);
  const { ref, width } = useWidth<SVGSVGElement>(720);
  const points = model.points.value;
  const frame = useMemo(() => frameOf(width, points.y), [width, points.y]);
  const { x, y, left, right, top, bottom, floor, barHeight, height } = frame;
  const { settings } = model;
  const { grid, truth, curves, rows } = model.look.value;
  const way = settings.way.value;
  const row = rows[way];
  const query = settings.query.value;
  const greatest = Math.max(0, ...row.weights);
  const weight = linearScale([0, greatest || 1], floor, floor - barHeight);

  return (
    <svg
      ref={ref}
      class="chart regression"
      viewBox={`0 0 ${width} ${height}`}
      onDblClick={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        const added = addPoint(
          model,
          [x.value(event.clientX - box.left), y.value(event.clientY - box.top)],
          y.domain,
        );
        if (added === undefined) model.problem.value = t.tooMany(mostPoints);
        else model.chosen.value = added;
      }}
    >
      <g
        role="img"
        aria-label={t.plotLabel(
          t.ways[way],
          query.toFixed(2),
          row.prediction.toFixed(2),
          strongestKeys(points.x, row.weights, 3),
        )}
      >
        <Axes x={x} y={y} left={left} right={right} top={top} bottom={bottom} xLabel="x" yLabel="y" />
        <path class="truth" d={pathOf(grid, truth, x, y)} />
        {waysToPool.map((name) => (
          <path
            key={name}
            class={`curve ${name} ${name === way ? "chosen" : ""}`}
            d={pathOf(grid, curves[name], x, y)}
          />
        ))}
        <g class={`bars ${way}`}>
          {points.x.map((at, i) => (
            <line key={i} x1={x.at(at)} x2={x.at(at)} y1={floor} y2={weight.at(row.weights[i] ?? 0)} />
          ))}
          <line class="axis" x1={left} x2={right} y1={floor} y2={floor} />
          <text x={left} y={floor + 15}>
            {t.weightOf} 0–{shortNumber(greatest)}
          </text>
        </g>
      </g>
      <QueryHandle frame={frame} query={settings.query} row={row} way={way} />
      <PointHandles frame={frame} model={model} weights={row.weights} />
    </svg>
  );
}

function frameOf(width: number, ys: readonly number[]): Frame {
  const [left, right, top, bottom] = [30, width - 10, 16, width < 480 ? 250 : 300];
  const barHeight = 44;
  // Room for what the seeds' points need; more where noise or the reader asks for it.
  const domain = [
    Math.min(-1, Math.floor(Math.min(...ys))),
    Math.max(5, Math.ceil(Math.max(...ys))),
  ] as const;
  const floor = bottom + 34 + barHeight;
  return {
    x: linearScale([0, 5], left, right),
    y: linearScale(domain, bottom, top),
    left,
    right,
    top,
    bottom,
    floor,
    barHeight,
    height: floor + 20,
  };
}
