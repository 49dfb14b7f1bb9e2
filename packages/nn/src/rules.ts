// Rules of arguments and options that several layers, losses and optimizers share. See `@saccade/tensor/contract`.
import { Generator, type Tensor } from "@saccade/tensor";
import {
  instanceOf,
  nullable,
  number,
  options,
  type RequiredRule,
  type Rule,
  type Rules,
  required,
  type Signature,
  signature,
  tensorRule,
  type Words,
  whole,
} from "@saccade/tensor/contract";

/** Any number, infinite ones too. */
/* @__NO_SIDE_EFFECTS__ */
export function anyNumber(initial: number): Rule<number, number> {
  return number(initial, { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY });
}

/** A finite number ≥ 0, such as one added before a division. */
/* @__NO_SIDE_EFFECTS__ */
export function positive(initial: number): Rule<number, number> {
  return number(initial, { min: 0 });
}

/** A probability or a share, 0 and 1 included. */
/* @__NO_SIDE_EFFECTS__ */
export function share(initial: number): Rule<number, number> {
  return number(initial, { min: 0, max: 1 });
}

/** A decay rate: a number from 0 and below 1. */
/* @__NO_SIDE_EFFECTS__ */
export function decay(initial: number): Rule<number, number> {
  return number(initial, { min: 0, below: 1 });
}

/** A generator of random numbers; without one the default generator is taken. */
/* @__NO_SIDE_EFFECTS__ */
export function generatorRule(): Rule<Generator, undefined> {
  return { ...instanceOf("a Generator", Generator), fix: () => "write { generator: new Generator(0) }" };
}

/** A required number of something, which may be 0. */
/* @__NO_SIDE_EFFECTS__ */
export function count(): RequiredRule<number> {
  return required(whole(undefined, { min: 0 }));
}

/** A tensor of floats that may be left out. */
/* @__NO_SIDE_EFFECTS__ */
export function maybeFloats(): Rule<Tensor | null> {
  return nullable(tensorRule("float"), null);
}

/** The call of a layer's constructor, or of a function: positional arguments, and the options behind them. */
/* @__NO_SIDE_EFFECTS__ */
export function layerCall<const P extends Rules, const R extends Rules>(
  what: string,
  positional: P,
  rules: R,
  words: Words,
): Signature<P, R> {
  return signature(what, positional, options(what, rules, words));
}
