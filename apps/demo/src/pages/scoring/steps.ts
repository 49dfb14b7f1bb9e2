import { type Moment as MomentOf, Timeline } from "@saccade/figures/ui";
import { n } from "./settings.ts";

export type StepKind = "score" | "scale" | "mask" | "softmax" | "weights" | "mix" | "rest";
export type Moment = MomentOf<StepKind>;

/** What happens to one query, in order. The first score is slow so that it can be followed. */
export const timeline: Timeline<StepKind> = new Timeline<StepKind>([
  ...Array.from({ length: n }, (_, key) => ({ kind: "score" as const, key, seconds: key === 0 ? 2.4 : 1 })),
  { kind: "scale", key: 0, seconds: 0.9 },
  { kind: "mask", key: 0, seconds: 0.9 },
  { kind: "softmax", key: 0, seconds: 2 },
  { kind: "weights", key: 0, seconds: 0.9 },
  { kind: "mix", key: 0, seconds: 2.2 },
  { kind: "rest", key: 0, seconds: 0.8 },
]);
