import { dictionary } from "../messages.ts";
import en from "./en.json" with { type: "json" };

export const words = dictionary(en, () => import("./zh.json"));

/** A number as an index. */
export function sub(n: number): string {
  return String(n).replace(/\d/g, (digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)]!);
}
