import type { Signal } from "@preact/signals";
import type { LinearScale } from "@saccade/plot/page";
import type { JSX, TargetedPointerEvent } from "preact";
import { useWords } from "../../app/shell.ts";
import type { Row, Way } from "./calls.ts";
import { words } from "./words.ts";

/** Where things stand in the figure, in pixels. */
export interface Frame {
  readonly x: LinearScale;
  readonly y: LinearScale;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** The foot of the weights' bars, and the room that they have. */
  readonly floor: number;
  readonly barHeight: number;
  readonly height: number;
}

interface QueryHandleProps {
  readonly frame: Frame;
  readonly query: Signal<number>;
  readonly row: Row;
  readonly way: Way;
}

const [least, most] = [0, 5];

/** The query: a line with a knob, moved by dragging anywhere in the figure or with the arrow keys. */
export function QueryHandle({ frame, query, row, way }: QueryHandleProps): JSX.Element {
  const t = useWords(words);
  const { x, y, left, right, top, floor } = frame;
  const at = x.at(query.value);
  const move = (to: number): void => {
    query.value = Math.round(Math.min(most, Math.max(least, to)) * 100) / 100;
  };
  const follow = (event: TargetedPointerEvent<SVGElement>): void => {
    const svg = event.currentTarget.ownerSVGElement;
    if (svg !== null) move(x.value(event.clientX - svg.getBoundingClientRect().left));
  };
  return (
    <>
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
      <g
        class="query"
        role="slider"
        tabindex={0}
        aria-label={t.query}
        aria-valuemin={least}
        aria-valuemax={most}
        aria-valuenow={query.value}
        aria-valuetext={t.queryAt(query.value.toFixed(2), row.prediction.toFixed(2))}
        onKeyDown={(event) => {
          const next = keyTarget(event.key, query.value, event.shiftKey ? 0.5 : 0.05);
          if (next === undefined) return;
          event.preventDefault();
          move(next);
        }}
      >
        <line x1={at} x2={at} y1={top} y2={floor} />
        <circle class={`prediction ${way}`} cx={at} cy={y.at(row.prediction)} r={6} />
        <circle class="knob" cx={at} cy={top} r={9} />
        <text
          x={at > right - 130 ? at - 15 : at + 15}
          y={top + 4}
          text-anchor={at > right - 130 ? "end" : "start"}
        >
          {t.query} {query.value.toFixed(2)} → {row.prediction.toFixed(2)}
        </text>
      </g>
    </>
  );
}

function keyTarget(key: string, now: number, step: number): number | undefined {
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return now - step;
    case "ArrowRight":
    case "ArrowUp":
      return now + step;
    case "PageDown":
      return now - 0.5;
    case "PageUp":
      return now + 0.5;
    case "Home":
      return least;
    case "End":
      return most;
    default:
      return undefined;
  }
}
