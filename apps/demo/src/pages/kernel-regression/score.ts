import type { KernelName } from "@saccade/attention";
import type { Way } from "./calls.ts";

/** What stands before the weights: a score under softmax, or a kernel that is divided by its sum. */
interface Score {
  readonly formula: string;
  of(distance: number): number;
}

/** The score of a key at a distance from the query, for the table in which one reads it. */
export function scoreOf(way: Way, kernel: KernelName, bandwidth: number, w: number): Score {
  if (way === "average") return { formula: "weight = 1 / n", of: () => 0 };
  if (way === "learned") {
    return {
      formula: `score = −½ (${w.toFixed(3)} · (q − k))²,  weight = softmax(score)`,
      of: (distance) => -0.5 * (w * distance) ** 2,
    };
  }
  const u = `u = (q − k) / ${bandwidth}`;
  switch (kernel) {
    case "gaussian":
      return {
        formula: `${u},  score = −½ u²,  weight = softmax(score)`,
        of: (distance) => -0.5 * (distance / bandwidth) ** 2,
      };
    case "boxcar":
      return {
        formula: `${u},  score = 1 where |u| < 1, else 0,  weight = score / sum`,
        of: (distance) => (Math.abs(distance / bandwidth) < 1 ? 1 : 0),
      };
    case "epanechnikov":
      return {
        formula: `${u},  score = ¾ max(0, 1 − u²),  weight = score / sum`,
        of: (distance) => 0.75 * Math.max(0, 1 - (distance / bandwidth) ** 2),
      };
    case "triangular":
      return {
        formula: `${u},  score = max(0, 1 − |u|),  weight = score / sum`,
        of: (distance) => Math.max(0, 1 - Math.abs(distance / bandwidth)),
      };
  }
}
