// Gradients of a metric at every site, and the metric of two tokens' logits.

import { valueAndGrad } from "@saccade/autograd";
import type { Module } from "@saccade/nn";
import { IndexError, ShapeError, scope, Tensor, tensor, zeros } from "@saccade/tensor";
import {
  adopt,
  badArgument,
  formatShape,
  iterable,
  release,
  retain,
  sameShape,
} from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { ActivationCache, modelRule } from "../cache/activation-cache.ts";
import * as sides from "../interventions/side-by-side.ts";
import { hookNames, namesThat, type SiteFilter } from "../names.ts";
import type { HookList } from "../run/listen.ts";

const call = /* @__PURE__ */ c.signature(
  "runWithGrads",
  {
    model: modelRule,
    input: sides.inputRule,
    metric: sides.metricRule,
  },
  {
    /** The sites: a name, several, or a function of a name. Default all. */
    names: /* @__PURE__ */ c.unchecked<SiteFilter>("names"),
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
  input: sides.BatchInput,
  metric: sides.Metric<R>,
  given?: RunWithGradsOptions,
): GradRun {
  const { names = () => true } = call([model, input, metric, given]);
  const sites = namesThat("runWithGrads", "names", names, hookNames(model));
  return scope(() => {
    const found = new Map<string, Place>();
    const look = sites.map((site) => [site, (x: Tensor): undefined => void found.set(site, x)] as const);
    scope(() => void sides.runOnce("runWithGrads", model, input, look));
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
  input: sides.BatchInput,
  metric: sides.Metric<R>,
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
      () => single(what, metric, sides.runOnce(what, model, input, hooks)),
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

function single<R>(what: string, metric: sides.Metric<R>, output: unknown): Tensor {
  const value = sides.measure(what, metric, output);
  if (value.numel === 1) return value.sum();
  throw new ShapeError(
    `${what}: the metric is ${value.describe()}, and only a single number has a gradient; add mean().`,
  );
}

type Ids = number | readonly number[];
const isId = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const idsRule = /* @__PURE__ */ c.required(
  /* @__PURE__ */ c.rule("a token id, or one for each row of the batch", (value): value is Ids =>
    Array.isArray(value) ? value.length > 0 && value.every(isId) : isId(value),
  ),
);
const diffCall = /* @__PURE__ */ c.signature(
  "logitDiff",
  { right: idsRule, wrong: idsRule, position: /* @__PURE__ */ c.whole(-1) },
  "logitDiff(right, wrong, position)",
);

/**
 * A metric: logit(right) − logit(wrong) at a position, the mean over the batch (Wang et al. 2022).
 *
 * @param right a token id, or one for each row of the batch
 * @param wrong likewise
 * @param position of the prediction, below 0 from the end; default the last one
 * @throws ArgumentError for ids that are not whole numbers; the metric throws IndexError for an id or a position that the logits
 * do not have, and ShapeError for another number of rows.
 * @example logitDiff(1, 0)(tensor([[[0, 0], [2, 5]]])) // tensor(3)
 */
export function logitDiff(right: Ids, wrong: Ids, position: number = -1): (logits: Tensor) => Tensor {
  diffCall([right, wrong, position]);
  return (logits) => {
    if (!(logits instanceof Tensor) || logits.ndim !== 3)
      throw badArgument(
        "logitDiff",
        "logits",
        "a tensor (b, n, vocabulary)",
        logits,
        "write (result) => logitDiff(right, wrong)(result.output) where the model returns more",
      );
    const [b, n, vocabulary] = logits.shape as readonly [number, number, number];
    if (position >= n || position < -n)
      throw new IndexError(`logitDiff: position ${position} does not exist; the logits have ${n}.`);
    const at = logits.select(1, position);
    return logitOf(at, right, b, vocabulary)
      .sub(logitOf(at, wrong, b, vocabulary))
      .mean();
  };
}

// (b, vocabulary) → (b, 1)
function logitOf(logits: Tensor, ids: Ids, b: number, vocabulary: number): Tensor {
  const all = typeof ids === "number" ? Array.from({ length: b }, () => ids) : ids;
  if (all.length !== b)
    throw new ShapeError(
      `logitDiff: the batch has ${b} rows, and there are ids for ${all.length}; give one for each row.`,
    );
  const unknown = all.find((id) => id >= vocabulary);
  if (unknown !== undefined)
    throw new IndexError(`logitDiff: token ${unknown} does not exist; the vocabulary has ${vocabulary}.`);
  const index = tensor(all, { dtype: "int32", backend: logits.backend }).reshape([b, 1]);
  return logits.gather(1, index);
}
