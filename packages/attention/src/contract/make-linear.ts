import { Linear, type LinearMap, Module } from "@saccade/nn";
import { badArgument, describeValue } from "@saccade/tensor/backend";

/** Makes a linear map, `into` → `out`, with a bias or without. */
export type MakeLinear<L extends LinearMap = LinearMap> = (into: number, out: number, bias: boolean) => L;

/**
 * Checks the option `makeLinear`.
 *
 * @throws ArgumentError unless `makeLinear` is a function, or undefined.
 * @example checkMakeLinear("GPT", 3); // throws ArgumentError
 */
export function checkMakeLinear(what: string, makeLinear: unknown): void {
  if (makeLinear === undefined || typeof makeLinear === "function") return;
  const example = "write (into, out, bias) => new HalfLinear(into, out, { bias })";
  throw badArgument(what, "makeLinear", "a function that makes a linear map", makeLinear, example);
}

/**
 * The given maker, or that of `Linear`s, which is what L is where none is given.
 *
 * @example mapMaker("GPT", undefined)(2, 3, true).outFeatures // 3
 */
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
