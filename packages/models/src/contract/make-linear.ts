import { type HalfFormat, HalfLinear, Linear, type LinearMap } from "@saccade/nn";
import { ArgumentError } from "@saccade/tensor";
import { oneOf, type Rule } from "@saccade/tensor/contract";

/** How a model's weights are kept. */
export type WeightsFormat = "float32" | HalfFormat;

/** The option `weights`. */
export const weightsRule: Rule<WeightsFormat, WeightsFormat> = oneOf(
  ["float32", "bfloat16", "float16"],
  "float32",
);

/** @throws ArgumentError for an odd width where the format packs weights in twos. */
export function checkWidths(
  what: string,
  weights: WeightsFormat,
  widths: Readonly<Record<string, number>>,
): void {
  if (weights === "float32") return;
  for (const [name, width] of Object.entries(widths)) {
    if (width % 2 === 0) continue;
    throw new ArgumentError(
      `${what}: ${name} is ${width}; it must be even, since 16-bit weights are packed in twos; write weights: "float32".`,
    );
  }
}

/** A linear map whose weight is kept in this format. */
export function makeLinear(weights: WeightsFormat, into: number, out: number, bias: boolean): LinearMap {
  return weights === "float32"
    ? new Linear(into, out, { bias })
    : new HalfLinear(into, out, { bias, format: weights });
}
