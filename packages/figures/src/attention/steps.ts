import { type Moment as MomentOf, Timeline } from "../ui/index.ts";

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
