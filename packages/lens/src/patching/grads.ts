// Gradients of a metric at every site, and the metric of two tokens' logits.

import { valueAndGrad } from "@saccade/autograd";
import type { Module } from "@saccade/nn";
import { IndexError, ShapeError, scope, Tensor, tensor, zeros } from "@saccade/tensor";
import { adopt, formatShape, iterable, release, retain, sameShape } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { ActivationCache } from "../cache/activation-cache.ts";
import { type MeasureCall, measure, runOnce } from "../interventions/side-by-side.ts";
import { hookNames, namesThat, type SiteFilter } from "../names.ts";
import { type BatchInput, checkIndex, declare, type Metric, measuredRun } from "../run/calls.ts";
import type { HookList } from "../run/listen.ts";

const graded = /* @__PURE__ */ declare(
  'runWithGrads(model, ids, metric, { names: (name) => name.endsWith("hook_z") })',
  {
    given: measuredRun,
    options: {
      /** The sites: a name, several, or a function of a name. Default all. */
      names: /* @__PURE__ */ c.unchecked<SiteFilter>("names"),
    },
  },
);

/** Options of {@link runWithGrads}. */
export interface RunWithGradsOptions extends c.OptionsOf<typeof graded> {}

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
  const call = graded([model, input, metric, given]);
  const sites = namesThat(call.what, "names", call.names ?? (() => true), hookNames(model));
  return scope(() => {
    const found = new Map<string, Place>();
    const look: HookList = sites.map((site) => [site, (x) => void found.set(site, x)]);
    scope(() => void runOnce(call, look));
    return iterable(gradsAt(call, found));
  });
}

/** The shape, dtype and backend of a gradient at a site. */
type Place = Pick<Tensor, "shape" | "dtype" | "backend">;

/**
 * Values and gradients at sites: zeros are added there, and the gradient is theirs.
 *
 * @param places the sites, with tensors of their shapes
 */
export function gradsAt(call: Omit<MeasureCall, "chunkSize">, places: ReadonlyMap<string, Place>): GradRun {
  const { what, model } = call;
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
  const metric = (): Tensor => {
    const value = measure(call, runOnce(call, hooks));
    if (value.numel === 1) return value.sum();
    throw new ShapeError(
      `${what}: the metric is ${value.describe()}, and only a single number has a gradient; add mean().`,
    );
  };
  try {
    const { value, grads } = valueAndGrad(metric, added);
    for (const x of seen.values()) adopt(retain(x));
    const cache = new ActivationCache(model, new Map(seen));
    return { value, cache, gradCache: new ActivationCache(model, grads) };
  } finally {
    for (const x of seen.values()) release(x);
  }
}

type Shape3 = readonly [b: number, n: number, vocabulary: number];
type Ids = number | readonly number[];
const isId = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const idsRule = /* @__PURE__ */ c.required(
  /* @__PURE__ */ c.rule("a token id, or one for each row of the batch", (value): value is Ids =>
    Array.isArray(value) ? value.length > 0 && value.every(isId) : isId(value),
  ),
);
const diff = /* @__PURE__ */ c.signature(
  "logitDiff",
  { right: idsRule, wrong: idsRule, position: /* @__PURE__ */ c.whole(-1) },
  "logitDiff(right, wrong, position)",
);
const logitsRule = /* @__PURE__ */ c.required(
  /* @__PURE__ */ c.withFix(
    /* @__PURE__ */ c.rule(
      "a tensor (b, n, vocabulary)",
      (x): x is Tensor => x instanceof Tensor && x.ndim === 3,
    ),
    "write (result) => logitDiff(right, wrong)(result.output) where the model returns more",
  ),
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
  const what = "logitDiff";
  diff([right, wrong, position]);
  return (logits) => {
    const [b, n, vocabulary] = c.readRule(what, "logits", logitsRule, logits, "").shape as Shape3;
    if (position >= n || position < -n)
      throw new IndexError(`${what}: position ${position} does not exist; the logits have ${n}.`);
    const at = logits.select(1, position);
    const logitOf = (given: Ids): Tensor => {
      const ids = typeof given === "number" ? Array.from({ length: b }, () => given) : given;
      if (ids.length !== b)
        throw new ShapeError(
          `${what}: the batch has ${b} rows, and there are ids for ${ids.length}; give one for each row.`,
        );
      for (const id of ids) checkIndex(what, "token", id, vocabulary, "the vocabulary");
      return at.gather(1, tensor(ids, { dtype: "int32", backend: logits.backend }).reshape([b, 1])); // (b, 1)
    };
    return logitOf(right).sub(logitOf(wrong)).mean();
  };
}
