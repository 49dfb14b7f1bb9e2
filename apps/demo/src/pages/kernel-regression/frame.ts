import { type LinearScale, linearScale } from "@saccade/plot/page";

/** Where things stand in the figure, in pixels. */
export interface Frame {
  readonly x: LinearScale;
  readonly y: LinearScale;
  readonly width: number;
  readonly left: number;
  /** Right of it stand the names of the curves. */
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
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
    x: linearScale([0, 5], left, right),
    y: linearScale(domain, bottom, top),
    ...{ width, left, right, top, bottom, floor, barHeight, isNarrow },
    height: floor + 22,
  };
}
