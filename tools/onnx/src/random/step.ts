import type { Tensor } from "@saccade/tensor";
import type { Choice } from "./choice.ts";

/** One line of a random program. */
export interface Step {
  /** As a reader would write it. */
  readonly text: string;
  /** @param x the step's input; `others` are all values so far */
  readonly run: (x: Tensor, others: readonly Tensor[]) => Tensor;
}

/** Makes a step for a value like x, or null if it takes none. */
export type Maker = (choice: Choice, x: Tensor, others: readonly Tensor[]) => Step | null;

/** A maker for values of `least` dims or more. */
export function fromRank(least: number, make: Maker): Maker {
  return (choice, x, others) => (x.ndim < least ? null : make(choice, x, others));
}

/** The same, of one of their dims. */
export function onDim(
  least: number,
  make: (dim: number, ...rest: Parameters<Maker>) => ReturnType<Maker>,
): Maker {
  return fromRank(least, (choice, ...rest) => make(dimIn(choice, rest[0]), choice, ...rest));
}

/** A size that follows from another one, as programs compute it. */
export interface Computed {
  readonly text: (n: string) => string;
  readonly of: (n: number) => number;
}

/** Sizes from 0 on: rounded, clamped, shifted. */
export function computed(choice: Choice): Computed {
  const c = choice.int(1, 9);
  return choice.of<Computed>([
    { text: () => `${c}`, of: () => c },
    { text: (n) => n, of: (n) => n },
    { text: (n) => `max(${n} - ${c}, 0)`, of: (n) => Math.max(n - c, 0) },
    { text: (n) => `min(${n}, ${c})`, of: (n) => Math.min(n, c) },
    { text: (n) => `floor(${n} / ${c})`, of: (n) => Math.floor(n / c) },
    { text: (n) => `ceil(${n} / ${c})`, of: (n) => Math.ceil(n / c) },
    { text: (n) => `round(${n} / ${c})`, of: (n) => Math.round(n / c) },
    { text: (n) => `${n} % ${c}`, of: (n) => n % c },
    { text: (n) => `max(${n} - ${c}, 1)`, of: (n) => Math.max(n - c, 1) },
    { text: (n) => `min(${n} - 1, ${c})`, of: (n) => Math.min(n - 1, c) },
    { text: (n) => `floor((${n} + ${c}) / 2)`, of: (n) => Math.floor((n + c) / 2) },
    { text: (n) => `ceil(${n} / ${c}) * ${c}`, of: (n) => Math.ceil(n / c) * c },
    { text: (n) => `max(${c}, ${n})`, of: (n) => Math.max(c, n) },
    { text: (n) => `2 * ${n} - 1`, of: (n) => 2 * n - 1 },
    { text: (n) => `${n} - floor(${n} / ${c})`, of: (n) => n - Math.floor(n / c) },
    { text: (n) => `min(ceil(${n} / 2), ${c})`, of: (n) => Math.min(Math.ceil(n / 2), c) },
  ]);
}

export function dimIn(choice: Choice, x: Tensor): number {
  return choice.int(0, x.ndim - 1);
}

/** x as floats. */
export function floats(x: Tensor): Tensor {
  return x.dtype === "float32" ? x : x.to("float32");
}

/**
 * A call of a method of the value. Computed sizes among the arguments follow from the value's size in `dim`, which is the first
 * argument unless told otherwise.
 */
export function method(
  name: Exclude<keyof Tensor, symbol>,
  args: readonly unknown[],
  dim: number = Number(args[0]),
): Step {
  const isComputed = (arg: unknown): arg is Computed => typeof Object(arg).of === "function";
  const shown = args.map((arg) => (isComputed(arg) ? arg.text("n") : JSON.stringify(arg)));
  return {
    text: `${name}(${shown.join(", ")})`,
    run: (x) => {
      const called: unknown = x[name];
      if (typeof called !== "function") throw new Error(`${name} is no method`);
      return called.apply(
        x,
        args.map((arg) => (isComputed(arg) ? arg.of(x.size(dim)) : arg)),
      );
    },
  };
}
