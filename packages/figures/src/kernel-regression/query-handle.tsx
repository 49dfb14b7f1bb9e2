import { fill } from "../messages.ts";
import { draggedTo, keyTarget } from "../ui/index.ts";
import { xRange } from "./data.ts";
import type { PlotWords } from "./plot-words.ts";
import type { Frame, Shown } from "./shown.ts";

interface QueryGroundProps {
  readonly frame: Frame;
  readonly shown: Shown;
}

const [least, most] = xRange;

function moveQuery({ query }: Shown, to: number): void {
  query.value = Math.round(Math.min(most, Math.max(least, to)) * 100) / 100;
}

/** Where the query is dragged: anywhere in the plot, below the points. */
export function QueryGround({ frame, shown }: QueryGroundProps) {
  const { x, left, right, floor } = frame;
  return (
    <rect
      class="ground"
      x={left}
      y={0} // half of the knob is above the plot
      width={Math.max(0, right - left)}
      height={floor}
      {...draggedTo((across) => moveQuery(shown, x.value(across)))}
    />
  );
}

interface QueryHandleProps extends QueryGroundProps {
  readonly t: PlotWords;
}

/** The query: a line with a knob, in front of the points but open to the pointer; the arrow keys move it. */
export function QueryHandle({ frame, shown, t }: QueryHandleProps) {
  const { x, y, right, top, floor } = frame;
  const query = shown.query.value;
  const { prediction } = shown.row.value;
  const at = x.at(query);
  const isFarRight = at > right - 130;
  const [place, estimate] = [query.toFixed(2), prediction?.toFixed(2)];
  return (
    <g
      class="query"
      role="slider"
      tabindex={0}
      aria-label={t.query}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={query}
      aria-valuetext={
        estimate === undefined ? fill(t.queryGap, { x: place }) : fill(t.queryAt, { x: place, y: estimate })
      }
      onKeyDown={(event) => {
        const step = event.shiftKey ? 0.5 : 0.05;
        const next = keyTarget(event.key, query, { least, most, step, page: 0.5 });
        if (next === undefined) return;
        event.preventDefault();
        moveQuery(shown, next);
      }}
    >
      <line x1={at} x2={at} y1={top} y2={floor} />
      {prediction !== null && (
        <circle class={`prediction ${shown.way.value}`} cx={at} cy={y.at(prediction)} r={6} />
      )}
      <circle class="knob" cx={at} cy={top} r={9} />
      <text
        class="halo ink"
        x={isFarRight ? at - 15 : at + 15}
        y={top + 4}
        text-anchor={isFarRight ? "end" : "start"}
      >
        {t.query} {place} → {estimate ?? t.noEstimate}
      </text>
    </g>
  );
}
