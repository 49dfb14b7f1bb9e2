// Rules of options that several layers, losses and optimizers share. See `@saccade/tensor/contract`.
import { Generator } from "@saccade/tensor";
import { instanceOf, number, type Rule } from "@saccade/tensor/contract";

/** Any number, infinite ones too. */
export function anyNumber(initial: number): Rule<number, number> {
  return number(initial, { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY });
}

/** A finite number ≥ 0, such as one added before a division. */
export function positive(initial: number): Rule<number, number> {
  return number(initial, { min: 0 });
}

/** A probability or a share, 0 and 1 included. */
export function share(initial: number): Rule<number, number> {
  return number(initial, { min: 0, max: 1 });
}

/** A decay rate: a number from 0 and below 1. */
export function decay(initial: number): Rule<number, number> {
  return number(initial, { min: 0, below: 1 });
}

/** A generator of random numbers; without one the default generator is taken. */
export function generatorRule(): Rule<Generator, undefined> {
  return { ...instanceOf("a Generator", Generator), fix: () => "write { generator: new Generator(0) }" };
}
