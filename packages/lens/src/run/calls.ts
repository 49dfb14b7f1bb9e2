// Calls of this package's functions: what they take is declared once, by an example, and a checked call is an object that has
// the function's name, its arguments and its options.

import { Module } from "@saccade/nn";
import { IndexError, Tensor } from "@saccade/tensor";
import * as c from "@saccade/tensor/contract";

/** What a function takes. */
interface Parts<P extends c.Rules, R extends c.Rules> {
  /** Its arguments, in order. */
  readonly given?: P;
  readonly options?: R;
  /** Options of other libraries, each with its replacement. */
  readonly renamed?: Readonly<Record<string, string>>;
}

/** Checks the arguments of a call, the options last. */
export interface Declared<P extends c.Rules, R extends c.Rules> {
  (given: readonly unknown[]): c.Settings<P> & c.Settings<R> & { readonly what: string };
  readonly options: c.Options<R> | undefined;
}

/**
 * Declares what a function takes.
 *
 * @param example a call for messages, which begins with the name: "rollout(cache)"; of a method with "cache." or "lens."
 */
/* @__NO_SIDE_EFFECTS__ */
export function declare<
  const P extends c.Rules = Record<never, never>,
  const R extends c.Rules = Record<never, never>,
>(example: string, { given, options, renamed = {} }: Parts<P, R>): Declared<P, R> {
  const name = example.replace(/^new |\(.*/gs, "");
  const what = name.replace(/^cache\./, "ActivationCache.").replace(/^lens\./, "TunedLens.");
  const positional = given ?? ({} as P);
  const read = options
    ? c.signature(what, positional, options, { example, renamed })
    : c.signature<P, R>(what, positional, example);
  return Object.assign((all: readonly unknown[]) => ({ what, ...read(all) }), { options: read.options });
}

/** The rule of an argument that is a model. */
export const modelRule = /* @__PURE__ */ c.required(/* @__PURE__ */ c.instanceOf("a Module", Module));

/**
 * The model's only input, the arguments of its `forward` in an array, or a function that calls it. A function receives
 * `repeat`, which repeats an input for each intervention of a batch; one without parameters runs once per intervention.
 */
export type BatchInput = Tensor | readonly unknown[] | ((repeat: (x: Tensor) => Tensor) => unknown);

/** The rule of a model's input. */
export const inputRule = /* @__PURE__ */ c.required(
  /* @__PURE__ */ c.rule(
    "a tensor, the arguments of forward in an array, or a function that calls the model",
    (value): value is BatchInput =>
      value instanceof Tensor || Array.isArray(value) || typeof value === "function",
  ),
);

/** A number that measures a run, or a tensor of any shape: `(logits) => logits.select(1, -1).logSoftmax(-1)`. */
export type Metric<R = Tensor> = (output: R) => Tensor;

/** The rule of a metric. */
export const metricRule = /* @__PURE__ */ c.required(
  /* @__PURE__ */ c.withFix(
    /* @__PURE__ */ c.callable<Metric<never>>(),
    "write logitDiff(right, wrong), or (logits) => logits.select(1, -1).mean()",
  ),
);

/** @throws IndexError for a layer, head, neuron or token that its owner does not have. */
export function checkIndex(what: string, kind: string, i: number, size: number, owner: string): void {
  if (i < size) return;
  throw new IndexError(`${what}: ${kind} ${i} does not exist; ${owner} has ${size}, 0 to ${size - 1}.`);
}

/** The arguments of functions that measure a run. */
export const measuredRun = { model: modelRule, input: inputRule, metric: metricRule };
