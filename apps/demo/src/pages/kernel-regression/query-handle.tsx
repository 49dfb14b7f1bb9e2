import { keyTarget, pointIn } from "@saccade/figures/ui";
import type { JSX, TargetedPointerEvent } from "preact";
import { useWords } from "../../app/shell.ts";
import type { Frame } from "./frame.ts";
import type { RegressionModel } from "./model.ts";
import { words } from "./words.ts";

interface QueryHandleProps {
  readonly frame: Frame;
  readonly model: RegressionModel;
}

const [least, most] = [0, 5];

function moveQuery(model: RegressionModel, to: number): void {
  model.settings.query.value = Math.round(Math.min(most, Math.max(least, to)) * 100) / 100;
}

/** Where the query is dragged: anywhere in the figure, behind the points. */
export function QueryGround({ frame, model }: QueryHandleProps): JSX.Element {
  const { x, left, right, floor } = frame;
  const follow = (event: TargetedPointerEvent<SVGElement>): void => {
    const svg = event.currentTarget.ownerSVGElement;
    if (svg !== null) moveQuery(model, x.value(pointIn(svg, event)[0]));
  };
  return (
    <rect
      class="ground"
      x={left}
      y={0} // the knob stands half above the plot
      width={right - left}
      height={floor}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        follow(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event);
      }}
    />
  );
}

/** The query: a line with a knob, in front of the points but open to the pointer; the arrow keys move it. */
export function QueryHandle({ frame, model }: QueryHandleProps): JSX.Element {
  const t = useWords(words);
  const { x, y, right, top, floor } = frame;
  const { query, way } = model.settings;
  const { prediction } = model.row.value;
  const at = x.at(query.value);
  const isFarRight = at > right - 130;
  const move = (to: number): void => moveQuery(model, to);
  const [place, estimate] = [query.value.toFixed(2), prediction?.toFixed(2)];
  return (
    <g
      class="query"
      role="slider"
      tabindex={0}
      aria-label={t.query}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={query.value}
      aria-valuetext={estimate === undefined ? t.queryGap(place) : t.queryAt(place, estimate)}
      onKeyDown={(event) => {
        const next = keyTarget(event.key, query.value, {
          least,
          most,
          step: event.shiftKey ? 0.5 : 0.05,
          page: 0.5,
        });
        if (next === undefined) return;
        event.preventDefault();
        move(next);
      }}
    >
      <line x1={at} x2={at} y1={top} y2={floor} />
      {prediction !== null && (
        <circle class={`prediction ${way.value}`} cx={at} cy={y.at(prediction)} r={6} />
      )}
      <circle class="knob" cx={at} cy={top} r={9} />
      <text x={isFarRight ? at - 15 : at + 15} y={top + 4} text-anchor={isFarRight ? "end" : "start"}>
        {t.query} {place} → {estimate ?? t.noEstimate}
      </text>
    </g>
  );
}
