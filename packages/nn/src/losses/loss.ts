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
import * as c from "@saccade/tensor/contract";
import { once } from "../declare.ts";
import { Module } from "../module.ts";
import { share } from "../rules.ts";

/** The result of a loss: the mean of the elements' losses, their sum, or all of them. */
export type Reduction = "mean" | "sum" | "none";

/** Options of every loss. */
export interface LossOptions {
  /** The mean of the elements' losses, their sum, or "none": all of them. Default "mean". */
  readonly reduction?: Reduction | undefined;
}

/** The rule of {@link LossOptions}. */
export const reduction: c.Rule<Reduction, Reduction> = /* @__PURE__ */ c.oneOf(
  ["mean", "sum", "none"],
  "mean",
);

/** A weight for each element or class. */
export const weight: c.Rule<Tensor | null, Tensor | null> = /* @__PURE__ */ c.nullable(
  /* @__PURE__ */ c.tensorRule(),
  null,
);

/** The options of losses of classes. */
export const classRules = () => ({
  /** One weight per class: (C), in the input's dtype, each ≥ 0 and one above. The mean is then weighted. */
  weight,
  /** The target value that is ignored. Default -100. */
  ignoreIndex: c.whole(-100),
  reduction,
});

/** The same, and the smoothing of classes. */
export const smoothedRules = () => ({
  ...classRules(),
  /** The share of the target's probability that is spread evenly over all classes, 0 to 1. Default 0. */
  labelSmoothing: share(0),
});

/** The input and the target of a loss. */
export interface Pair {
  readonly input: Tensor;
  readonly target: Tensor;
}

/** A loss: its contract and its formula. */
export interface Loss<R extends c.Rules> {
  /** The loss of a call by its `arguments`: the tensors and options. */
  (given: readonly unknown[]): Tensor;
  /** Only the options, checked, with defaults. */
  settings(given?: object): c.Settings<R>;
  /** The loss with checked options. */
  of(inputs: readonly unknown[], settings: c.Settings<R>): Tensor;
}

/** The options that a loss takes. `Spread` is a record that its rules spread: options keep its docstrings. */
export type OptionsOf<L, Spread = unknown> =
  L extends Loss<infer R> ? c.Given<Pick<Spread, keyof R & keyof Spread> & R> : never;

interface Reduced {
  readonly reduction?: Reduction;
}

/** What a loss declares. */
interface Terms<R extends c.Rules, P extends c.Rules> {
  /** The options. Default: the reduction alone. */
  readonly options?: R;
  /** The tensors. Default: {@link Pair}. */
  readonly inputs?: P;
  /** Options that must be ≥ 0 and not all 0, where the host can read them. */
  readonly weights?: readonly (keyof R & string)[];
  /** Checks sizes and dtypes. Default {@link alike}, for a pair. */
  accepts?(name: string, inputs: NoInfer<c.Settings<P>>): void;
  /** The losses of all elements, which are then reduced. */
  each?(inputs: c.Settings<P>, settings: c.Settings<R>): Tensor;
  /** The loss; in place of `each`. */
  whole?(inputs: c.Settings<P>, settings: c.Settings<R>): Tensor;
}

/** A tensor of any dtype, in a contract with others. */
export const anyTensor: c.RequiredRule<Tensor> = /* @__PURE__ */ c.required(/* @__PURE__ */ c.tensorRule());
/** A tensor of floats, in a contract with others. */
export const floats: c.RequiredRule<Tensor> = /* @__PURE__ */ c.required(
  /* @__PURE__ */ c.tensorRule("float"),
);
const pairRules = { input: floats, target: anyTensor };

/**
 * Declares a loss, whose terms are made at the first call.
 *
 * @param example a call for messages, which begins with the name: "huberLoss(input, target, { delta: 0.5 })"
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineLoss<
  const R extends c.Rules = { readonly reduction: typeof reduction },
  const P extends c.Rules = typeof pairRules,
>(example: string, terms: () => Terms<R, P>): Loss<R> {
  const name = /\w+(?=\()/.exec(example)![0];
  const known = once(() => {
    const { inputs = pairRules, options: rules = { reduction }, weights = [], ...of } = terms();
    const own = c.options<c.Rules>(name, rules, { example, renamed });
    return {
      ...of,
      weights,
      own,
      inputsOf: c.signature(name, inputs, example),
      count: Object.keys(inputs).length,
    };
  });
  const settings = (given?: object): c.Settings<R> => {
    const { own, weights } = known();
    const found = own(given) as c.Settings<R>;
    for (const one of weights) checkWeights(name, one, found[one] as Tensor | null);
    return found;
  };
  const of = (given: readonly unknown[], found: c.Settings<R>): Tensor => {
    const { inputsOf, accepts = alike, each, whole } = known();
    const all = inputsOf(given) as c.Settings<P> & Pair;
    accepts(name, all);
    return within(
      name,
      () => whole?.(all, found) ?? reduce(each!(all, found), (found as Reduced).reduction!),
    );
  };
  const call = (given: readonly unknown[]): Tensor => of(given, settings(given[known().count] as object));
  return Object.assign(call, { settings, of });
}

/** PyTorch's deprecated options, each with its replacement. */
const renamed = {
  sizeAverage: 'write reduction: "mean" or "sum"',
  size_average: 'write reduction: "mean" or "sum"',
  reduce: 'write reduction: "none" for reduce: false',
};

/** A loss as a module, with its options. */
export abstract class LossModule<R extends c.Rules, Inputs extends readonly unknown[]> extends Module {
  /** The options, with their defaults. */
  readonly options: c.Settings<R>;
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
export function moduleOfLoss<R extends c.Rules, Call extends readonly unknown[]>(
  loss: Loss<R>,
  _function: (...call: Call) => Tensor,
): Required<Call> extends readonly [...infer Inputs, infer O]
  ? new (
      options?: O,
    ) => LossModule<R, Inputs>
  : never;
export function moduleOfLoss<R extends c.Rules>(loss: Loss<R>) {
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

/** Each loss times its weight, if there are weights. */
export function weighted(losses: Tensor, factors: Tensor | null): Tensor {
  return factors ? losses.mul(factors) : losses;
}

/** Whole numbers and bools as float32. */
export function asFloat(x: Tensor): Tensor {
  return isFloat(x.dtype) ? x : x.to("float32");
}
