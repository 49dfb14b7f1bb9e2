import { dictionary } from "../messages.ts";
import en from "./en.json" with { type: "json" };

export const words = dictionary(en, () => import("./zh.json"));

type Way = "slow" | "good" | "zigzag" | "away" | "noisy";

/** The kind of path. */
export function wayOf(lr: number, limit: number, size: number, last: number, least: number): Way {
  if (lr > limit && size === 16) return "away";
  if (last > 100) return "away";
  if (size < 16) return "noisy";
  if (lr > 0.75 * limit) return "zigzag";
  return last > 1.5 * least ? "slow" : "good";
}
