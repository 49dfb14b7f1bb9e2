// Rules of options that several functions and classes have. See "@saccade/tensor/contract".
import { Linear, type LinearMap, Module } from "@saccade/nn";
import { ArgumentError, type Backend, type Shape, ShapeError } from "@saccade/tensor";
import { badArgument, checkBackend, checkTensor, describeValue, sameShape } from "@saccade/tensor/backend";
import {
  callable,
  number,
  type RequiredRule,
  type Rule,
  required,
  rule,
  size,
  tensorRule,
  unchecked,
  whole,
  withFix,
} from "@saccade/tensor/contract";

// Beyond these, a number is a mistake, and memory or time would end before a check further down says so.
const mostHeads = 2 ** 16;
const mostLayers = 10_000;
const mostSteps = 2 ** 24;

/** A size that must be given. */
export const sizeRule: RequiredRule<number> = required(size());

/**
 * A dropout, which may be 1.
 *
 * @example dropoutRule(0.1).holds(1) // true
 */
export function dropoutRule(initial: number): Rule<number, number> {
  return { ...number(initial, { min: 0, max: 1 }), must: "a probability from 0 to 1" };
}

/**
 * An epsilon, which is added to a variance.
 *
 * @example epsRule(1e-5).holds(2) // false
 */
export function epsRule(initial: number): Rule<number, number> {
  return number(initial, { min: 0, max: 1 });
}

/**
 * A number of heads.
 *
 * @example headsRule(4).holds(0) // false
 */
export function headsRule(): Rule<number, undefined>;
export function headsRule(initial: number): Rule<number, number>;
export function headsRule(initial?: number): Rule<number> {
  return { ...whole(undefined, { min: 1, max: mostHeads }), default: initial };
}

/**
 * A number of layers, or of hops.
 *
 * @example layersRule(2).holds(0) // false
 */
export function layersRule(): Rule<number, undefined>;
export function layersRule(initial: number): Rule<number, number>;
export function layersRule(initial?: number): Rule<number> {
  return { ...whole(undefined, { min: 1, max: mostLayers }), default: initial };
}

/**
 * A number of positions or steps that are held at once.
 *
 * @example stepsRule(512).holds(0) // false
 */
export function stepsRule(initial?: undefined, min?: number): Rule<number, undefined>;
export function stepsRule(initial: number, min?: number): Rule<number, number>;
export function stepsRule(initial?: number, min: number = 1): Rule<number> {
  return { ...whole(undefined, { min, max: mostSteps }), default: initial };
}

/**
 * A factor of scores: 0, also in float32, would give all keys equal weights.
 *
 * @example factorRule(1).holds(0) // false
 */
export function factorRule(): Rule<number, undefined>;
export function factorRule(initial: number): Rule<number, number>;
export function factorRule(initial?: number): Rule<number> {
  return rule("a finite number other than 0", isUsable, initial);
}

/**
 * A divisor or a rate: above 0, also in float32.
 *
 * @example positiveRule(1).holds(-1) // false
 */
export function positiveRule(): Rule<number, undefined>;
export function positiveRule(initial: number): Rule<number, number>;
export function positiveRule(initial?: number): Rule<number> {
  const holds = (value: unknown): value is number => isUsable(value) && value > 0;
  return rule("a finite number above 0", holds, initial);
}

function isUsable(value: unknown): value is number {
  const rounded = typeof value === "number" ? Math.fround(value) : 0;
  return Number.isFinite(rounded) && rounded !== 0;
}

/** A backend. Without one, tensors are made on the current backend. */
export const backendRule: Rule<Backend, undefined> = {
  ...unchecked<Backend>("a backend"),
  holds: (value): value is Backend => errorOf(() => checkBackend("", value)) === undefined,
  error: (what, _name, value) => errorOf(() => checkBackend(what, value)),
};

function errorOf(check: () => void): Error | undefined {
  try {
    check();
  } catch (error) {
    return error as Error;
  }
  return undefined;
}

/** Makes a linear map, `into` → `out`, with a bias or without. */
export type MakeLinear<L extends LinearMap = LinearMap> = (into: number, out: number, bias: boolean) => L;

/**
 * The option `makeLinear`.
 *
 * @example makeLinearRule().holds(3) // false
 */
export function makeLinearRule<L extends LinearMap>(): Rule<MakeLinear<L>, undefined> {
  const maker = { ...callable<MakeLinear<L>>(), must: "a function that makes a linear map" };
  return withFix(maker, "write (into, out, bias) => new HalfLinear(into, out, { bias })");
}

/**
 * The given maker of linear maps, whose results are checked; or that of `Linear`s, the type L where none is given.
 *
 * @example mapMaker("GPT", undefined)(2, 3, true).outFeatures // 3
 */
export function mapMaker<L extends LinearMap>(what: string, given: MakeLinear<L> | undefined): MakeLinear<L> {
  const plain: MakeLinear<Linear> = (into, out, bias) => new Linear(into, out, { bias });
  if (given === undefined) return plain as MakeLinear<LinearMap> as MakeLinear<L>;
  return (into, out, bias) => {
    const map = given(into, out, bias);
    if (map instanceof Module && map.inFeatures === into && map.outFeatures === out) return map;
    const { inFeatures, outFeatures }: { inFeatures?: unknown; outFeatures?: unknown } = Object(map);
    const sizes = inFeatures === undefined ? "" : ` ${String(inFeatures)} → ${String(outFeatures)}`;
    const must = `a function that makes a linear map ${into} → ${out}`;
    throw badArgument(what, "makeLinear", must, given, `it gave ${describeValue(map)}${sizes}`);
  };
}

/**
 * Checks that an option has an effect.
 *
 * @throws ArgumentError where an option is given that has an effect only beside another one.
 * @example checkUsed("GPT", "ropeBase", 500, false, 'positions: "rotary"'); // throws ArgumentError
 */
export function checkUsed(what: string, name: string, value: unknown, used: boolean, beside: string): void {
  if (value === undefined || used) return;
  throw new ArgumentError(
    `${what}: ${name} has an effect only with ${beside}; give both, or leave ${name} out.`,
  );
}

/**
 * Checks that a width divides into heads, both whole numbers above 0.
 *
 * @throws ShapeError unless `width` is divisible by the number of heads.
 * @example checkDivides("GPT", "dModel", 6, 4); // throws ShapeError
 */
export function checkDivides(what: string, name: string, width: number, heads: number): void {
  if (width % heads === 0) return;
  throw new ShapeError(
    `${what}: ${name} ${width} does not divide into ${heads} heads of equal width; choose a number of heads that ` +
      `divides ${width}.`,
  );
}

const floats = tensorRule("float");

/**
 * Checks the result of a function that the caller hands in: floats, of a given shape where there is one.
 *
 * @throws ArgumentError, DTypeError or ShapeError naming the function.
 * @example checkResult("linearAttention", "featureMap", 3); // throws ArgumentError
 */
export function checkResult(what: string, of: string, x: unknown, shape?: Shape): void {
  const name = `the result of ${of}`;
  checkTensor(what, name, x);
  if (!floats.holds(x)) throw floats.error?.(what, name, x);
  if (shape === undefined || sameShape(x.shape, shape)) return;
  throw new ShapeError(`${what}: ${name}, ${x.describe()}, must have the shape [${shape.join(", ")}].`);
}
