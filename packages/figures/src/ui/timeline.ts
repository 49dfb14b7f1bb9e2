/** A part of a motion: what happens, of which key where there is one for each, and for how long. */
export interface Step<K extends string> {
  readonly kind: K;
  readonly key: number;
  readonly seconds: number;
}

/** A moment of a motion. */
export interface Moment<K extends string> {
  readonly step: Step<K>;
  readonly index: number;
  /** How far the step is, 0 to 1. */
  readonly part: number;
  readonly finished: boolean;
  /** How far a step of this kind (and key) is: 0 before it, 1 after it. */
  readonly done: (kind: K, key?: number) => number;
}

const close = 1e-6;

/** Steps of a motion, one after the other. */
export class Timeline<K extends string> {
  readonly steps: readonly Step<K>[];
  /** When each step ends, in seconds. */
  readonly ends: readonly number[];
  readonly total: number;

  constructor(steps: readonly Step<K>[]) {
    this.steps = steps;
    this.ends = steps.map((_, i) => steps.slice(0, i + 1).reduce((sum, { seconds }) => sum + seconds, 0));
    this.total = this.ends.at(-1) ?? 0;
  }

  /** The moment at a time. A reader who wants less motion (`still`) sees only ends of steps. */
  at(time: number, still: boolean): Moment<K> {
    const finished = time >= this.total - close;
    const index = finished ? this.steps.length - 1 : this.ends.findIndex((end) => time <= end + close);
    const step = this.steps[index]!;
    const begun = 1 - (this.ends[index]! - time) / step.seconds;
    const part = finished || still ? 1 : Math.max(0, Math.min(1, begun));
    return {
      step,
      index,
      part,
      finished,
      done: (kind, key = 0) => {
        const other = this.steps.findIndex((one) => one.kind === kind && one.key === key);
        return other < index ? 1 : other > index ? 0 : part;
      },
    };
  }

  /** The first end of a step after a time. */
  endAfter(time: number): number {
    return this.ends.find((end) => time < end - close) ?? this.total;
  }

  /** The last end of a step before a time; the first end where there is none. */
  endBefore(time: number): number {
    return this.ends.findLast((end) => end < time - close) ?? this.ends[0] ?? 0;
  }
}
