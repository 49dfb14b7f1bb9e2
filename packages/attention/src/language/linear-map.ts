import { HalfLinear, Linear, type LinearMap } from "@saccade/nn";
import type { GPTSettings } from "./options.ts";

/** A linear layer whose weight is kept as the model's are. */
export function makeLinear({ weights }: GPTSettings, into: number, out: number, bias: boolean): LinearMap {
  return weights === "float32"
    ? new Linear(into, out, { bias })
    : new HalfLinear(into, out, { bias, format: weights });
}
