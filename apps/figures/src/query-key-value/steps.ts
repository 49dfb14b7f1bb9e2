import { type Moment as MomentOf, Timeline } from "../ui/index.ts";
import { count } from "./sentence.ts";

export type StepKind = "score" | "scale" | "softmax" | "weights" | "mix" | "rest";
export type Moment = MomentOf<StepKind>;

/** The steps for one query, in order. The first score is slow so that it can be followed. */
export const timeline: Timeline<StepKind> = new Timeline<StepKind>([
  ...Array.from({ length: count }, (_, key) => ({
    kind: "score" as const,
    key,
    seconds: key === 0 ? 2.4 : 0.9,
  })),
  { kind: "scale", key: 0, seconds: 0.8 },
  { kind: "softmax", key: 0, seconds: 1.8 },
  { kind: "weights", key: 0, seconds: 0.8 },
  { kind: "mix", key: 0, seconds: 2.2 },
  { kind: "rest", key: 0, seconds: 0.8 },
]);
