import { type HalfFormat, HalfLinear, Linear, type LinearMap, Module } from "@saccade/nn";
import { ArgumentError } from "@saccade/tensor";
import { badArgument, checkChoice, describeValue } from "@saccade/tensor/backend";

/** Makes a linear map, `into` → `out`, with a bias or without. */
export type MakeLinear<L extends LinearMap = LinearMap> = (into: number, out: number, bias: boolean) => L;

/** How a model's weights are kept. */
export type WeightsFormat = "float32" | HalfFormat;

/** @throws ArgumentError unless `weights` names a format, and for an odd width where the format packs weights in twos. */
export function checkWeights(what: string, weights: unknown, widths: Readonly<Record<string, number>>): void {
  checkChoice(what, "weights", weights, ["float32", "bfloat16", "float16"]);
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

/** @throws ArgumentError unless `makeLinear` is a function, or undefined. */
export function checkMakeLinear(what: string, makeLinear: unknown): void {
  if (makeLinear === undefined || typeof makeLinear === "function") return;
  const example = "write (into, out, bias) => new HalfLinear(into, out, { bias })";
  throw badArgument(what, "makeLinear", "a function that makes a linear map", makeLinear, example);
}

/** The given maker, or that of `Linear`s, which is what L is where none is given. */
export function mapMaker<L extends LinearMap>(what: string, given: MakeLinear<L> | undefined): MakeLinear<L> {
  const plain: MakeLinear<Linear> = (into, out, bias) => new Linear(into, out, { bias });
  const make = given ?? (plain as MakeLinear<LinearMap> as MakeLinear<L>);
  return (into, out, bias) => {
    const map = make(into, out, bias);
    if (map instanceof Module && map.inFeatures === into && map.outFeatures === out) return map;
    const rule = `a function that makes a linear map ${into} → ${out}`;
    throw badArgument(what, "makeLinear", rule, given, `it gave ${describeMap(map)}`);
  };
}

function describeMap(map: unknown): string {
  const { inFeatures, outFeatures }: { inFeatures?: unknown; outFeatures?: unknown } = Object(map);
  const sizes = inFeatures === undefined ? "" : ` ${String(inFeatures)} → ${String(outFeatures)}`;
  return `${describeValue(map)}${sizes}`;
}
