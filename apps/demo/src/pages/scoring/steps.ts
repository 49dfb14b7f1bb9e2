import { n } from "./settings.ts";

export type StepKind = "score" | "scale" | "mask" | "softmax" | "weights" | "mix" | "rest";

export interface Step {
  readonly kind: StepKind;
  /** The key of a score. */
  readonly key: number;
  readonly seconds: number;
}

/** What happens to one query, in order. The first score is slow so that it can be followed. */
export const steps: readonly Step[] = [
  ...Array.from({ length: n }, (_, key): Step => ({ kind: "score", key, seconds: key === 0 ? 2.4 : 1 })),
  { kind: "scale", key: 0, seconds: 0.9 },
  { kind: "mask", key: 0, seconds: 0.9 },
  { kind: "softmax", key: 0, seconds: 2 },
  { kind: "weights", key: 0, seconds: 0.9 },
  { kind: "mix", key: 0, seconds: 2.2 },
  { kind: "rest", key: 0, seconds: 0.8 },
];

/** When each step ends, in seconds. */
export const ends: readonly number[] = steps.map((_, i) =>
  steps.slice(0, i + 1).reduce((sum, { seconds }) => sum + seconds, 0),
);
export const total: number = ends.at(-1) ?? 0;
const close = 1e-6;

/** A moment of the motion. */
export interface Moment {
  readonly step: Step;
  readonly index: number;
  /** How far the step is, 0 to 1. */
  readonly part: number;
  readonly finished: boolean;
  /** How far a step of this kind (and key) is: 0 before it, 1 after it. */
  readonly done: (kind: StepKind, key?: number) => number;
}

/** The moment at a time. A reader who wants less motion sees only ends of steps. */
export function momentAt(time: number, still: boolean): Moment {
  const finished = time >= total - close;
  const index = finished ? steps.length - 1 : ends.findIndex((end) => time <= end + close);
  const step = steps[index]!;
  const part = finished || still ? 1 : Math.max(0, Math.min(1, 1 - (ends[index]! - time) / step.seconds));
  return {
    step,
    index,
    part,
    finished,
    done: (kind, key = 0) => {
      const other = steps.findIndex((one) => one.kind === kind && one.key === key);
      return other < index ? 1 : other > index ? 0 : part;
    },
  };
}

/** The first end of a step after a time. */
export function endAfter(time: number): number {
  return ends.find((end) => time < end - close) ?? total;
}

/** The last end of a step before a time; the first end where there is none. */
export function endBefore(time: number): number {
  return ends.findLast((end) => end < time - close) ?? ends[0] ?? 0;
}
