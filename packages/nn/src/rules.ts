// Rules of arguments and options that several layers, losses and optimizers share. See `@saccade/tensor/contract`.
import { Generator, type Tensor } from "@saccade/tensor";
import * as c from "@saccade/tensor/contract";
import { isRecord } from "./checks.ts";

/** Any number, infinite ones too. */
/* @__NO_SIDE_EFFECTS__ */
export function anyNumber(initial: number): c.Rule<number, number> {
  return c.number(initial, { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY });
}

/** A finite number ≥ 0, such as one added before a division. */
/* @__NO_SIDE_EFFECTS__ */
export function positive(initial: number): c.Rule<number, number> {
  return c.number(initial, { min: 0 });
}

/** A probability or a share, 0 and 1 included. */
/* @__NO_SIDE_EFFECTS__ */
export function share(initial: number): c.Rule<number, number> {
  return c.number(initial, { min: 0, max: 1 });
}

/** A decay rate: a number from 0 and below 1. */
/* @__NO_SIDE_EFFECTS__ */
export function decay(initial: number): c.Rule<number, number> {
  return c.number(initial, { min: 0, below: 1 });
}

/** A generator of random numbers; without one the default generator is taken. */
/* @__NO_SIDE_EFFECTS__ */
export function generatorRule(): c.Rule<Generator, undefined> {
  return { ...c.instanceOf("a Generator", Generator), fix: () => "write { generator: new Generator(0) }" };
}

/** A required number of something, which may be 0. */
/* @__NO_SIDE_EFFECTS__ */
export function count(): c.RequiredRule<number> {
  return c.required(c.whole(undefined, { min: 0 }));
}

/** A tensor of floats that may be left out. */
/* @__NO_SIDE_EFFECTS__ */
export function maybeFloats(): c.Rule<Tensor | null, Tensor | null> {
  return c.nullable(c.tensorRule("float"), null);
}

/** A plain object whose values each hold to a rule. Messages name the first that does not. */
/* @__NO_SIDE_EFFECTS__ */
export function recordOf<T>(
  must: string,
  of: c.Rule<T, unknown>,
): c.Rule<Readonly<Record<string, T>>, undefined> {
  const wrong = (value: unknown): [name: string, item: unknown] | undefined =>
    isRecord(value) ? Object.entries(value).find(([, item]) => !of.holds(item)) : undefined;
  return {
    ...c.rule(must, (value): value is Readonly<Record<string, T>> => isRecord(value) && !wrong(value)),
    part(value) {
      const [name, item] = wrong(value) ?? [];
      return name === undefined ? undefined : { path: `[${JSON.stringify(name)}]`, value: item, rule: of };
    },
  };
}

/** A value that holds to one of two rules. Messages name the first wrong part of a value of either form. */
/* @__NO_SIDE_EFFECTS__ */
export function either<A, B>(
  must: string,
  a: c.Rule<A, unknown>,
  b: c.Rule<B, unknown>,
): c.Rule<A | B, undefined> {
  return {
    ...c.rule(must, (value): value is A | B => a.holds(value) || b.holds(value)),
    part: (value) => a.part?.(value) ?? b.part?.(value),
  };
}

const floats = /* @__PURE__ */ c.required(/* @__PURE__ */ c.tensorRule("float"));

/** Checks the tensor of a function of one tensor of floats. */
export function checkFloats(what: string, x: Tensor): void {
  c.readRule(what, "x", floats, x, what);
}
