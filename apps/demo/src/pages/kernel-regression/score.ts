import type { KernelName } from "@saccade/attention";
import type { Way } from "./calls.ts";

/** Names of a formula's parts. */
export interface ScoreNames {
  readonly score: string;
  readonly weight: string;
  /** Of all scores. */
  readonly total: string;
}

/** The function before the weights: a score under softmax, or a kernel that is divided by its sum. */
export interface Score {
  /** Written out, in the reader's language. */
  readonly formula: (names: ScoreNames) => string;
  of(distance: number): number;
  /** Whether weights are proportional to exp(score), or to the score itself. */
  readonly isLog: boolean;
  /** From which distance on there is no weight; undefined for a kernel that never ends. */
  readonly reach?: number;
}

/** The score of a key at a distance from the query, for the table in which one reads it. */
export function scoreOf(way: Way, kernel: KernelName, bandwidth: number, w: number): Score {
  if (way === "average") return { formula: ({ weight }) => `${weight} = 1 / n`, isLog: true, of: () => 0 };
  if (way === "learned") {
    return {
      formula: ({ score, weight }) =>
        `${score} = −½ (${w.toFixed(3)} · (q − k))²,  ${weight} = softmax(${score})`,
      isLog: true,
      of: (distance) => -0.5 * (w * distance) ** 2,
    };
  }
  const u = `u = (q − k) / ${bandwidth}`;
  switch (kernel) {
    case "gaussian":
      return {
        formula: ({ score, weight }) => `${u},  ${score} = −½ u²,  ${weight} = softmax(${score})`,
        isLog: true,
        of: (distance) => -0.5 * (distance / bandwidth) ** 2,
      };
    case "boxcar":
      return {
        formula: (names) => `${u},  ${names.score} = [|u| < 1],  ${share(names)}`,
        isLog: false,
        reach: bandwidth,
        of: (distance) => (Math.abs(distance / bandwidth) < 1 ? 1 : 0),
      };
    case "epanechnikov":
      return {
        formula: (names) => `${u},  ${names.score} = ¾ max(0, 1 − u²),  ${share(names)}`,
        isLog: false,
        reach: bandwidth,
        of: (distance) => 0.75 * Math.max(0, 1 - (distance / bandwidth) ** 2),
      };
    case "triangular":
      return {
        formula: (names) => `${u},  ${names.score} = max(0, 1 − |u|),  ${share(names)}`,
        isLog: false,
        reach: bandwidth,
        of: (distance) => Math.max(0, 1 - Math.abs(distance / bandwidth)),
      };
  }
}

/** The kernel at a distance, to which a weight is proportional. */
export function kernelAt(score: Score, distance: number): number {
  const value = score.of(distance);
  return score.isLog ? Math.exp(value) : value;
}

function share({ score, weight, total }: ScoreNames): string {
  return `${weight} = ${score} / ${total}`;
}
