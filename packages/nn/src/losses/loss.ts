// The common parts of all losses: the contract of a call, the reduction, and the module.
import { ArgumentError, DTypeError, mean, ShapeError, type Tensor } from "@saccade/tensor";
import {
  badArgument,
  checkElements,
  checkSameBackend,
  formatShape,
  isFloat,
  sameShape,
  within,
} from "@saccade/tensor/backend";
import {
  nullable,
  type Options,
  oneOf,
  options,
  type RequiredRule,
  type Rule,
  type Rules,
  required,
  type Settings,
  signature,
  tensorRule,
} from "@saccade/tensor/contract";
import { Module } from "../module.ts";

/** The result of a loss: the mean of the elements' losses, their sum, or all of them. */
export type Reduction = "mean" | "sum" | "none";

/** Options of every loss. */
export interface LossOptions {
  /** The mean of the elements' losses, their sum, or "none": all of them. Default "mean". */
  readonly reduction?: Reduction | undefined;
}

/** The rule of {@link LossOptions}. */
export const reduction: Rule<Reduction, Reduction> = oneOf(["mean", "sum", "none"], "mean");

/** A weight for each element or class. */
export const weight: Rule<Tensor | null, Tensor | null> = nullable(tensorRule(), null);

/** The input and the target of a loss. */
export interface Pair {
  readonly input: Tensor;
  readonly target: Tensor;
}

/** A loss: its contract and its formula. */
export interface Loss<R extends Rules> {
  /** The loss of a call by its `arguments`: the tensors and options. */
  (given: readonly unknown[]): Tensor;
  /** The number of tensors. */
  readonly count: number;
  /** Only the options, checked, with defaults. */
  settings(given?: object): Settings<R>;
  /** The loss with checked options. */
  of(inputs: readonly unknown[], settings: Settings<R>): Tensor;
}

/** How a loss declares its options. */
interface Terms<R extends Rules> {
  readonly rules: R;
  /** Options that must be ≥ 0 and not all 0, where the host can read them. */
  readonly weights?: readonly (keyof R & string)[];
  readonly example: string;
}

/** A tensor of any dtype, in a contract with others. */
export const anyTensor: RequiredRule<Tensor> = required(tensorRule());
/** A tensor of floats, in a contract with others. */
export const floats: RequiredRule<Tensor> = required(tensorRule("float"));

const pairRules = { input: floats, target: anyTensor };

/** Declares a loss of an input and a target. `accepts` checks sizes and dtypes beyond those of {@link Pair}. */
/* @__NO_SIDE_EFFECTS__ */
export function defineLoss<const R extends Rules>(
  name: string,
  terms: Terms<R>,
  accepts: (name: string, pair: Pair) => void,
  formula: (pair: Pair, settings: Settings<R>) => Tensor,
): Loss<R> {
  return defineLossOf(name, pairRules, terms, accepts, formula);
}

/** Declares a loss of some tensors, each with its rule. */
/* @__NO_SIDE_EFFECTS__ */
export function defineLossOf<const P extends Rules, const R extends Rules>(
  name: string,
  inputs: P,
  { rules, weights = [], example }: Terms<R>,
  accepts: (name: string, inputs: Settings<P>) => void,
  formula: (inputs: Settings<P>, settings: Settings<R>) => Tensor,
): Loss<R> {
  const own: Options<R> = options(name, rules, { example, renamed });
  const inputsOf = signature(name, inputs, example);
  const count = Object.keys(inputs).length;
  const settings = (given?: object): Settings<R> => {
    const found = own(given as Parameters<typeof own>[0]);
    for (const one of weights) checkWeights(name, one, found[one] as Tensor | null);
    return found;
  };
  const of = (given: readonly unknown[], found: Settings<R>): Tensor => {
    const all = inputsOf(given);
    accepts(name, all);
    return within(name, () => formula(all, found));
  };
  const call = (given: readonly unknown[]): Tensor => {
    return of(Array.from(given).slice(0, count), settings(given[count] as object));
  };
  return Object.assign(call, { count, settings, of });
}

/** PyTorch's deprecated options, each with its replacement. */
const renamed = {
  sizeAverage: 'write reduction: "mean" or "sum"',
  size_average: 'write reduction: "mean" or "sum"',
  reduce: 'write reduction: "none" for reduce: false',
};

/** A loss as a module, with its options. */
export abstract class LossModule<R extends Rules, Inputs extends readonly unknown[]> extends Module {
  /** The options, with their defaults. */
  readonly options: Settings<R>;
  readonly #loss: Loss<R>;

  constructor(loss: Loss<R>, options?: object) {
    const settings = loss.settings(options);
    super();
    this.#loss = loss;
    this.options = { ...settings };
  }

  override forward(...inputs: Inputs): Tensor {
    return this.#loss.of(inputs, this.options);
  }
}

/**
 * The module of a loss: its constructor takes the options, and `forward` the tensors.
 *
 * @param _function the loss as a function, whose parameters the module has
 */
/* @__NO_SIDE_EFFECTS__ */
export function moduleOfLoss<R extends Rules, Call extends readonly unknown[]>(
  loss: Loss<R>,
  _function: (...call: Call) => Tensor,
): Required<Call> extends readonly [...infer Inputs, infer O]
  ? new (
      options?: O,
    ) => LossModule<R, Inputs>
  : never;
export function moduleOfLoss<R extends Rules>(loss: Loss<R>) {
  return class extends LossModule<R, unknown[]> {
    constructor(options?: object) {
      super(loss, options);
    }
  };
}

function checkWeights(loss: string, name: string, weights: Tensor | null): void {
  if (weights === null) return;
  checkElements(loss, weights, (elements) => {
    let largest = 0;
    for (const element of elements) {
      if (!(element >= 0 && element < Number.POSITIVE_INFINITY))
        throw badArgument(loss, name, "finite numbers ≥ 0", element);
      if (element > largest) largest = element;
    }
    if (largest === 0 && elements.length > 0)
      throw new ArgumentError(`${loss}: every ${name} is 0, so that the loss would train nothing.`);
  });
}

/** The mean, the sum, or all losses. */
export function reduce(losses: Tensor, how: Reduction): Tensor {
  if (how === "none") return losses;
  return how === "sum" ? losses.sum() : mean(losses);
}

/** @throws ShapeError unless the shapes are equal: broadcasting a loss is nearly always a mistake. */
export function checkSameShape(loss: string, { input, target }: Pair): void {
  if (sameShape(input.shape, target.shape)) return;
  throw new ShapeError(
    `${loss}: input ${formatShape(input.shape)} and target ${formatShape(target.shape)} differ; ` +
      "reshape one of them, so that each element has its target.",
  );
}

/** Checks an input and a target of one shape, whose elements are numbers. */
export function alike(loss: string, pair: Pair): void {
  const { input, target } = pair;
  if (target.dtype === "bool")
    throw new DTypeError(`${loss}: target is ${target.describe()}; convert it with to("float32").`);
  checkSameBackend(loss, [input, target]);
  checkSameShape(loss, pair);
}

/**
 * @throws ArgumentError for a target of 0 in a loss of 1 and −1 (where the host can read it). Others are not checked: they
 * scale the loss.
 */
export function checkSigns(loss: string, target: Tensor): void {
  checkElements(loss, target, (elements) => {
    if (elements.includes(0))
      throw new ArgumentError(
        `${loss}: a target is 0, expected 1 or -1; for labels of 0 and 1 write target.mul(2).sub(1).`,
      );
  });
}

/** Whole numbers and bools as float32. */
export function asFloat(x: Tensor): Tensor {
  return isFloat(x.dtype) ? x : x.to("float32");
}
