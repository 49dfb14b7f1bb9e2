import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { eachFrame, type Moment as MomentOf, Timeline } from "../ui/index.ts";

/** Time that runs when asked. It starts at the end, where the result is. */
export class Motion {
  readonly timeline: ReadonlySignal<Timeline<StepKind>>;
  /** Seconds, 0 to the timeline's total. */
  readonly time: Signal<number>;
  readonly playing: Signal<boolean> = signal(false);
  #stop = (): void => {};
  readonly #end: () => void;

  constructor(timeline: ReadonlySignal<Timeline<StepKind>>) {
    this.timeline = timeline;
    this.time = signal(timeline.peek().total);
    let before = timeline.peek();
    // Where a step comes or goes, what is seen stays.
    this.#end = effect(() => {
      const now = timeline.value;
      if (now === before) return;
      const time = sameMoment(this.time.peek(), before, now);
      before = now;
      if (this.playing.peek()) this.pause();
      this.time.value = time;
    });
  }

  /** Runs to the end; from the start if it is already there. */
  play(): void {
    this.#runTo(this.timeline.peek().total);
  }

  pause(): void {
    this.#stop();
    this.playing.value = false;
  }

  /** To the result, at once. */
  finish(): void {
    this.pause();
    this.time.value = this.timeline.peek().total;
  }

  /** To the end of the next step, in motion or at once. */
  step(still: boolean): void {
    const goal = this.timeline.peek().endAfter(this.#rewound());
    if (still) {
      this.pause();
      this.time.value = goal;
    } else this.#runTo(goal);
  }

  /** To the end of the step before. */
  back(): void {
    this.pause();
    this.time.value = this.timeline.peek().endBefore(this.time.value);
  }

  end(): void {
    this.pause();
    this.#end();
  }

  #rewound(): number {
    return this.time.value >= this.timeline.peek().total ? 0 : this.time.value;
  }

  #runTo(goal: number): void {
    this.pause();
    this.time.value = this.#rewound();
    this.playing.value = true;
    let last = 0;
    this.#stop = eachFrame((ms) => {
      // A tab that was hidden goes on where it was.
      this.time.value = Math.min(goal, this.time.value + Math.min(0.1, (ms - last) / 1000));
      last = ms;
      this.playing.value = this.time.value < goal;
      return this.playing.value;
    });
  }
}

/** The motion of a figure; it ends when the figure is taken away. */
export function useMotion(timeline: ReadonlySignal<Timeline<StepKind>>): Motion {
  const motion = useMemo(() => new Motion(timeline), [timeline]);
  useEffect(() => () => motion.end(), [motion]);
  return motion;
}

export type StepKind = "score" | "scale" | "mask" | "softmax" | "weights" | "mix" | "rest";
export type Moment = MomentOf<StepKind>;

interface Stages {
  /** Of keys. */
  readonly count: number;
  /** Which of the steps that not every setting has there are. */
  readonly scale: boolean;
  readonly mask: boolean;
}

/** The steps for one query, in order. The first score is slow so that it can be followed. */
function made({ count, scale, mask }: Stages): Timeline<StepKind> {
  return new Timeline<StepKind>([
    ...Array.from({ length: count }, (_, key) => ({
      kind: "score" as const,
      key,
      seconds: key === 0 ? 2.4 : 1,
    })),
    ...(scale ? [{ kind: "scale" as const, key: 0, seconds: 0.9 }] : []),
    ...(mask ? [{ kind: "mask" as const, key: 0, seconds: 0.9 }] : []),
    { kind: "softmax", key: 0, seconds: 2 },
    { kind: "weights", key: 0, seconds: 0.9 },
    { kind: "mix", key: 0, seconds: 2.2 },
    { kind: "rest", key: 0, seconds: 0.8 },
  ]);
}

const timelines = new Map<string, Timeline<StepKind>>();

/** The same object for the same stages. A step in which nothing would move is left out. */
export function timelineOf(stages: Stages): Timeline<StepKind> {
  const name = `${stages.count} ${stages.scale} ${stages.mask}`;
  const timeline = timelines.get(name) ?? made(stages);
  timelines.set(name, timeline);
  return timeline;
}

/** The time in another timeline at which the same is seen. */
export function sameMoment(time: number, from: Timeline<StepKind>, to: Timeline<StepKind>): number {
  const { step, part, finished } = from.at(time, false);
  if (finished) return to.total;
  const index = to.steps.findIndex(({ kind, key }) => kind === step.kind && key === step.key);
  const end = to.ends[index];
  if (end !== undefined) return end - (1 - part) * step.seconds;
  // The step is gone: the end of the one before it.
  const done = from.steps.slice(0, from.steps.indexOf(step)).at(-1);
  const last = to.steps.findIndex(({ kind, key }) => kind === done?.kind && key === done.key);
  return to.ends[last] ?? 0;
}
