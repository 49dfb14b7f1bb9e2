import type { ReadonlySignal, Signal } from "@preact/signals";
import { linearScale } from "@saccade/plot/page";
import type { Frame as ChartFrame } from "../ui/chart.tsx";
import { type Line, type Points, type Range, type Row, type Way, xRange } from "./data.ts";
import type { Score } from "./score.ts";

/** The state that the plot shows. Each part follows its own signals: dragging the query redraws no curve. */
export interface Shown {
  readonly points: ReadonlySignal<Points>;
  readonly lines: ReadonlySignal<readonly Line[]>;
  /** The way whose weights are shown. */
  readonly way: ReadonlySignal<Way>;
  /** Its score, and the query's row in it. */
  readonly score: ReadonlySignal<Score>;
  readonly row: ReadonlySignal<Row>;
  readonly query: Signal<number>;
}

/** How the reader changes the points; where they may lie is what the plot shows of y. */
export interface PointEdits {
  /** The point that the keyboard moves. */
  readonly chosen: Signal<number>;
  readonly add: (x: number, y: number, shown: Range) => void;
  /** Moves the chosen point, which stays chosen. */
  readonly move: (x: number, y: number, shown: Range) => void;
  /** Removes the chosen point. */
  readonly remove: () => void;
}

/** Places in the plot, in pixels. The names of the curves are to the right of it. */
export interface Frame extends ChartFrame {
  /** The foot of the weights' bars, and the room that they have. */
  readonly floor: number;
  readonly barHeight: number;
  readonly height: number;
  readonly isNarrow: boolean;
}

export function frameOf(width: number, ys: readonly number[]): Frame {
  const isNarrow = width < 480;
  const [left, right, top, bottom] = [30, width - (isNarrow ? 56 : 112), 16, isNarrow ? 200 : 290];
  const barHeight = isNarrow ? 44 : 64;
  // Room for what the seeds' points need; more where noise or the reader asks for it.
  const domain = [
    Math.min(-1, Math.floor(Math.min(...ys))),
    Math.max(5, Math.ceil(Math.max(...ys))),
  ] as const;
  const floor = bottom + 30 + barHeight;
  return {
    x: linearScale(xRange, left, right),
    y: linearScale(domain, bottom, top),
    ...{ left, right, top, bottom, floor, barHeight, isNarrow },
    height: floor + 22,
  };
}
