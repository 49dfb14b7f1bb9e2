import { valueAndGrad } from "@saccade/autograd";
import { Module } from "@saccade/nn";
import { ShapeError, scope, type Tensor, zeros } from "@saccade/tensor";
import { adopt, formatShape, iterable, release, retain, sameShape } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { ActivationCache } from "../cache/activation-cache.ts";
import type { HookList } from "../interventions/ablate.ts";
import {
  type BatchInput,
  inputRule,
  type Metric,
  measure,
  metricRule,
  runOnce,
} from "../interventions/side-by-side.ts";
import { hookNames, namesThat, type SiteFilter } from "../names.ts";

const call = c.signature(
  "runWithGrads",
  { model: c.required(c.instanceOf("a Module", Module)), input: inputRule, metric: metricRule },
  {
    /** The sites: a name, several, or a function of a name. Default all. */
    names: c.unchecked<SiteFilter>("names"),
  },
  { example: 'runWithGrads(model, ids, metric, { names: (name) => name.endsWith("hook_z") })' },
);

/** Options of {@link runWithGrads}. */
export interface RunWithGradsOptions extends c.OptionsOf<typeof call> {}

/** The result of {@link runWithGrads}. */
export interface GradRun {
  /** The metric. */
  readonly value: Tensor;
  /** The values at the sites. */
  readonly cache: ActivationCache;
  /** The gradients of the metric with respect to them. */
  readonly gradCache: ActivationCache;
}

/**
 * Runs a model, and returns the values at its sites with the gradients of a metric with respect to them, all by one backward
 * pass. The model runs once more before, to learn their shapes.
 *
 * @param metric is given the model's output and returns a single number
 * @throws ArgumentError for a site that the model does not have, and where the metric depends on none of them; ShapeError for a
 * metric of more than one number.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const ids = tensor([[1, 2, 3]], { dtype: "int32" });
 * const { gradCache } = runWithGrads(gpt, ids, logitDiff(4, 5));
 * gradCache.get("z", 0).shape // [1, 3, 2, 4]
 */
export function runWithGrads<R = Tensor>(
  model: Module,
  input: BatchInput,
  metric: Metric<R>,
  given?: RunWithGradsOptions,
): GradRun {
  const { names = () => true } = call([model, input, metric, given]);
  const sites = namesThat("runWithGrads", "names", names, hookNames(model));
  return scope(() => {
    const found = new Map<string, Place>();
    const look = sites.map((site) => [site, (x: Tensor): undefined => void found.set(site, x)] as const);
    scope(() => void runOnce("runWithGrads", model, input, look));
    return iterable(gradsAt("runWithGrads", model, input, metric, found));
  });
}

/** The shape, dtype and backend of a gradient at a site. */
type Place = Pick<Tensor, "shape" | "dtype" | "backend">;

/**
 * Values and gradients at sites: zeros are added there, and the gradient is theirs.
 *
 * @param places the sites, with tensors of their shapes
 */
export function gradsAt<R>(
  what: string,
  model: Module,
  input: BatchInput,
  metric: Metric<R>,
  places: ReadonlyMap<string, Place>,
): GradRun {
  const added = Object.fromEntries(
    [...places].map(([site, { shape, dtype, backend }]) => [site, zeros(shape, { dtype, backend })]),
  );
  const seen = new Map<string, Tensor>();
  const hooks: HookList = Object.entries(added).map(([site, zero]) => [
    site,
    (x) => {
      if (!sameShape(x.shape, zero.shape))
        throw new ShapeError(
          `${what}: ${site} has the shape ${formatShape(x.shape)}, and in the cache ${formatShape(zero.shape)}; run both on ` +
            "inputs of one shape.",
        );
      seen.set(site, retain(x)); // beyond the model's scopes
      return x.add(zero);
    },
  ]);
  try {
    const { value, grads } = valueAndGrad(
      () => single(what, metric, runOnce(what, model, input, hooks)),
      added,
    );
    for (const x of seen.values()) adopt(x);
    return {
      value,
      cache: new ActivationCache(model, new Map(seen)),
      gradCache: new ActivationCache(model, grads),
    };
  } catch (error) {
    for (const x of seen.values()) release(x);
    throw error;
  }
}

function single<R>(what: string, metric: Metric<R>, output: unknown): Tensor {
  const value = measure(what, metric, output);
  if (value.numel === 1) return value.sum();
  throw new ShapeError(
    `${what}: the metric is ${value.describe()}, and only a single number has a gradient; add mean().`,
  );
}
