import { grad } from "@saccade/autograd";
import type { Module } from "@saccade/nn";
import { ArgumentError, scope, Tensor, zerosLike } from "@saccade/tensor";
import { within } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { single } from "../interventions/side-by-side.ts";
import { hookNames, namesThat } from "../names.ts";
import { declare, type Metric, measuredRun } from "../run/calls.ts";
import { type Bare, callModel } from "../run/listen.ts";
import { runWithCache, runWithHooks } from "../run/run.ts";

const siteRule = {
  /** Where gradients are taken. Default the embeddings, `hook_embed`. */
  site: c.text(),
};
const example = "(gpt, ids, (logits) => logits.select(1, -1).select(1, 4).sum())";
const integrated = declare(`integratedGradients${example}`, {
  given: measuredRun,
  options: {
    /** The number of points of the path. Default 32. */
    steps: c.size(32),
    /** Where the path begins, of the site's shape or one that broadcasts to it. Default zeros. */
    baseline: c.tensorRule("float"),
    ...siteRule,
  },
});
const salient = declare(`saliency${example}`, { given: measuredRun, options: siteRule });

/** Options of {@link integratedGradients}. */
export interface IntegratedGradientsOptions extends c.OptionsOf<typeof integrated, typeof siteRule> {}

/** Options of {@link saliency}. */
export interface SaliencyOptions extends c.OptionsOf<typeof salient> {}

/** The result of {@link integratedGradients}. */
export interface IntegratedGradients {
  /** Of the site's shape, (b, n, dModel). */
  readonly attributions: Tensor;
  /** Their sum over dModel, (b, n). */
  readonly perToken: Tensor;
  /** The metric's value at the input. */
  readonly output: number;
  /** The metric's value at the baseline. */
  readonly baselineOutput: number;
  /** The sum of the attributions minus the difference of the two outputs: the error of the integral. */
  readonly error: number;
}

/** The result of {@link saliency}. */
export interface Saliency {
  /** Of the site's shape, (b, n, dModel). */
  readonly gradient: Tensor;
  /** Its Euclidean norm over dModel, (b, n). */
  readonly saliency: Tensor;
  /** Σ gradient · input over dModel, (b, n). */
  readonly inputTimesGradient: Tensor;
}

/** A model by the arguments of its `forward`. */
type Model<A extends readonly unknown[], R> = Module & { forward(...args: A): R };

/** The site's value in the plain run, and the metric where the site has another value. */
function measured(call: ReturnType<typeof salient>): { readonly x: Tensor; at(value: Tensor): Tensor } {
  const { what, model, input, metric } = call;
  const site = siteFor(what, model, call.site);
  const f = (): unknown => callModel(model, single(input));
  const x = runWithCache(model, f, { names: site }).cache.get(site);
  const at = (value: Tensor): Tensor => {
    const number: unknown = metric(runWithHooks(model, f, { hooks: { [site]: () => value } }) as never);
    if (number instanceof Tensor && number.numel === 1) return number.reshape([]);
    throw new ArgumentError(`${what}: metric must give a tensor of one element; sum or select before.`);
  };
  return { x, at };
}

/** @throws ArgumentError for an unknown site, and for a model with no or several `hook_embed`. */
function siteFor(what: string, model: Module, given: string | undefined): string {
  const names = hookNames(model);
  const isEmbed = (name: string): boolean => /(^|\.)hook_embed$/.test(name);
  const found = namesThat(what, "site", given ?? isEmbed, names);
  if (found.length === 1) return found[0]!;
  const some = found.length === 0 ? "has no site hook_embed" : `has ${found.join(" and ")}`;
  throw new ArgumentError(
    `${what}: ${model.constructor.name} ${some}; write site: "…", one of hookNames(model).`,
  );
}

/**
 * Integrated gradients (Sundararajan et al. 2017): (x − x′) ∫₀¹ ∇f(x′ + α (x − x′)) dα, for the embeddings x of the input and a
 * baseline x′. The attributions sum to f(x) − f(x′). The integral is a Gauss–Legendre sum of `steps` points, exact for
 * polynomials of degree 2 steps − 1. `error` is its accuracy; a path that starts at zeros needs many steps where a norm
 * follows the site, since the norm's slope is steep there.
 *
 * @param input the model's input, its arguments in an array, or a function that calls the model
 * @param metric a number of the output
 * @throws ArgumentError for an unknown site, or a metric that does not give one number; ShapeError for a baseline that does not
 * broadcast.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const ids = tensor([[1, 2, 3]], { dtype: "int32" });
 * integratedGradients(gpt, ids, (logits) => logits.select(1, -1).select(1, 4)).perToken.shape // [1, 3]
 */
export function integratedGradients<R>(
  model: Module,
  input: () => R,
  metric: Metric<R>,
  options?: IntegratedGradientsOptions,
): IntegratedGradients;
export function integratedGradients<R>(
  model: Model<[Tensor], R>,
  input: Tensor,
  metric: Metric<Bare<R>>,
  options?: IntegratedGradientsOptions,
): IntegratedGradients;
export function integratedGradients<A extends readonly unknown[], R>(
  model: Model<A, R>,
  input: A,
  metric: Metric<R>,
  options?: IntegratedGradientsOptions,
): IntegratedGradients;
export function integratedGradients(...given: readonly unknown[]): IntegratedGradients {
  const call = integrated(given);
  return scope(() => {
    const { x, at } = measured(call);
    const start = call.baseline ?? zerosLike(x);
    const from = within(`${call.what}: baseline`, () => start.expand(x.shape));
    const way = x.sub(from);
    const slope = grad(at);
    let sum = zerosLike(x);
    for (const { point, weight } of gaussLegendre(call.steps))
      sum = scope(() => sum.add(slope(from.add(way.mul(point))).mul(weight)));
    const attributions = way.mul(sum);
    const [output, baselineOutput] = [at(x).item(), at(from).item()];
    const error = attributions.sum().item() - (output - baselineOutput);
    return { attributions, perToken: attributions.sum(-1), output, baselineOutput, error };
  });
}

/**
 * The gradient of a number of the output with respect to the embeddings of the input: its norm is each token's saliency
 * (Simonyan et al. 2014), its product with the input a first estimate of the token's contribution.
 *
 * @param input the model's input, its arguments in an array, or a function that calls the model
 * @param metric a number of the output
 * @throws ArgumentError for an unknown site, or a metric that does not give one number.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const ids = tensor([[1, 2, 3]], { dtype: "int32" });
 * saliency(gpt, ids, (logits) => logits.select(1, -1).select(1, 4)).saliency.shape // [1, 3]
 */
export function saliency<R>(
  model: Module,
  input: () => R,
  metric: Metric<R>,
  options?: SaliencyOptions,
): Saliency;
export function saliency<R>(
  model: Model<[Tensor], R>,
  input: Tensor,
  metric: Metric<Bare<R>>,
  options?: SaliencyOptions,
): Saliency;
export function saliency<A extends readonly unknown[], R>(
  model: Model<A, R>,
  input: A,
  metric: Metric<R>,
  options?: SaliencyOptions,
): Saliency;
export function saliency(...given: readonly unknown[]): Saliency {
  const call = salient(given);
  return scope(() => {
    const { x, at } = measured(call);
    const gradient = grad(at)(x);
    return {
      gradient,
      saliency: gradient.square().sum(-1).sqrt(),
      inputTimesGradient: gradient.mul(x).sum(-1),
    };
  });
}

/** The points and weights of the Gauss–Legendre rule on [0, 1]: roots of the Legendre polynomial, by Newton's method. */
function gaussLegendre(n: number): { readonly point: number; readonly weight: number }[] {
  return Array.from({ length: n }, (_, i) => {
    let x = Math.cos((Math.PI * (i + 0.75)) / (n + 0.5));
    let slope = 1;
    for (let round = 0; round < 100; round++) {
      let [before, value] = [1, x];
      for (let k = 2; k <= n; k++)
        [before, value] = [value, ((2 * k - 1) * x * value - (k - 1) * before) / k];
      slope = (n * (x * value - before)) / (x * x - 1);
      const step = value / slope;
      x -= step;
      if (Math.abs(step) < 1e-15) break;
    }
    return { point: (1 - x) / 2, weight: 1 / ((1 - x * x) * slope * slope) };
  });
}
