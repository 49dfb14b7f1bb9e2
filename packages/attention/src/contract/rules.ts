// Rules of options that several functions and classes have. See "@saccade/tensor/contract".
import type { LinearMap } from "@saccade/nn";
import { number, type Rule, rule, whole } from "@saccade/tensor/contract";
import type { MakeLinear } from "./make-linear.ts";

// Beyond these, a number is a mistake, and memory or time would end before a check further down says so.
const mostHeads = 2 ** 16;
const mostLayers = 10_000;
const mostSteps = 2 ** 24;

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
export function stepsRule(): Rule<number, undefined>;
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

/** The option `maskFill`. */
export const maskFillRules = {
  /**
   * By default (or null), masked keys are ignored: they and their values have no effect, and a query without allowed
   * keys gets zero weights, zero output and no gradient. A number is used as the score of masked keys, to match other
   * implementations: a finite number makes a fully masked row uniform, -Infinity (PyTorch) makes it NaN.
   */
  maskFill: rule<number | null>("a finite number, -Infinity (as PyTorch) or null", isFill, null),
};

function isFill(value: unknown): value is number | null {
  return value === null || (typeof value === "number" && value < Number.POSITIVE_INFINITY);
}

/**
 * The option `makeLinear`.
 *
 * @example makeLinearRule().holds(3) // false
 */
export function makeLinearRule<L extends LinearMap>(): Rule<MakeLinear<L>, undefined> {
  return {
    ...rule(
      "a function that makes a linear map",
      (value): value is MakeLinear<L> => typeof value === "function",
    ),
    fix: () => "write (into, out, bias) => new HalfLinear(into, out, { bias })",
  };
}
