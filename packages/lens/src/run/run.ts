// Runs of a model with hooks, and with a cache of what its sites hold.

import type { HookHandle, Module } from "@saccade/nn";
import { Tensor } from "@saccade/tensor";
import { addSiteListener, currentStep, iterable } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { ActivationCache } from "../cache/activation-cache.ts";
import type { SiteFilter } from "../names.ts";
import { declare, inputRule, modelRule } from "./calls.ts";
import { type Bare, type Hooks, hooksRule, type Input, Listening } from "./listen.ts";

const adding = /* @__PURE__ */ declare('addHooks(model, { "blocks.0.attn.hook_z": (z) => z.mul(0) })', {
  given: { model: modelRule, hooks: /* @__PURE__ */ c.required(hooksRule) },
});

/**
 * Adds hooks to a model until they are removed. Compiled steps that use the model are captured again, with the hooks: their
 * ops are replayed, and nothing else that they do. Tensors that a hook keeps beyond the call go through `keep`.
 *
 * @throws ArgumentError for a site that the model does not have.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const handle = addHooks(gpt, { "blocks.0.attn.hook_pattern": (pattern) => pattern.mul(0) });
 * handle.remove() // undefined
 */
export function addHooks(model: Module, hooks: Hooks): HookHandle {
  const listening = new Listening(adding([model, hooks]).what, model, false);
  listening.add(hooks);
  return { remove: addSiteListener(listening) };
}

const hooked = /* @__PURE__ */ declare(
  'runWithHooks(model, ids, { hooks: { "blocks.0.attn.hook_z": (z) => z.mul(0) } })',
  {
    given: { model: modelRule, input: inputRule },
    options: {
      /** Hooks by the name of their site, or pairs of sites and a hook. */
      hooks: hooksRule,
    },
    renamed: { fwdHooks: "write hooks", bwdHooks: "use grad of @saccade/autograd" },
  },
);

/** Options of {@link runWithHooks}. */
export interface RunWithHooksOptions extends c.OptionsOf<typeof hooked> {}

/**
 * Runs a model with hooks at its sites, as TransformerLens's `run_with_hooks`. A hook takes a site's value and returns the
 * one that the model continues with, or undefined to only observe it. Tensors that hooks receive outlive the scope that made
 * them. The hooks of an asynchronous run see everything until its promise settles; meanwhile other runs with hooks or a cache throw.
 *
 * @param input the model's input, its arguments in an array, or a function that calls the model
 * @returns the model's result
 * @throws ArgumentError for a site that the model does not have, naming the nearest, before the model runs; and for a hook
 * that returns a tensor of another shape.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const ids = tensor([[1, 2, 3]], { dtype: "int32" });
 * runWithHooks(gpt, ids, { hooks: { "blocks.0.hook_attn_out": (x) => x.mul(0) } }).shape // [1, 3, 9]
 */
export function runWithHooks<R>(model: Module, input: () => R, options: RunWithHooksOptions): R;
export function runWithHooks<R>(
  model: Module & { forward(input: Tensor): R },
  input: Tensor,
  options: RunWithHooksOptions,
): Bare<R>;
export function runWithHooks<A extends readonly unknown[], R>(
  model: Module & { forward(...args: A): R },
  input: A,
  options: RunWithHooksOptions,
): R;
export function runWithHooks(model: Module, input: Input, given: RunWithHooksOptions): unknown {
  const { what, hooks = {} } = hooked([model, input, given]);
  const listening = new Listening(what, model);
  listening.add(hooks);
  return listening.run(input, (result) => result, true);
}

const cached = /* @__PURE__ */ declare(
  'runWithCache(model, ids, { names: (name) => name.endsWith("hook_pattern") })',
  {
    given: { model: modelRule, input: inputRule },
    options: {
      /** Which sites are cached: a name, several, or a function of a name. Default all. */
      names: /* @__PURE__ */ c.unchecked<SiteFilter>("names"),
      /** Hooks to run, too. The cache has their replacements. */
      hooks: hooksRule,
    },
    renamed: { namesFilter: "write names", stopAtLayer: "leave it out", removeBatchDim: "leave it out" },
  },
);

/** Options of {@link runWithCache}. */
export interface RunWithCacheOptions extends c.OptionsOf<typeof cached> {}

/** The result of {@link runWithCache}. It is a named tuple: `const [output, cache] = …` works too. */
export interface CachedRun<R> extends Iterable<R | ActivationCache> {
  /** The model's result. */
  readonly output: R;
  /** The values at its sites. */
  readonly cache: ActivationCache;
}

/**
 * Runs a model and returns its output with the values at its sites, as TransformerLens's `run_with_cache`. Values that a fused
 * kernel never has, such as `hook_attn_scores` and `hook_result`, are computed for it: name the sites that you need.
 *
 * A site that is visited several times, as at each step of a recurrent decoder or by a function that calls the model for each
 * token, has the values of all steps on a new first dim, (steps, …). Where they differ in shape, see `ActivationCache.visits`.
 *
 * Of an asynchronous run, the cache has all until its promise settles, and so is given by a promise; meanwhile other runs with
 * hooks or a cache throw.
 *
 * @param input the model's input, its arguments in an array, or a function that calls the model
 * @throws ArgumentError for a site that the model does not have, naming the nearest, before the model runs.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const { cache } = runWithCache(gpt, tensor([[1, 2, 3]], { dtype: "int32" }));
 * cache.get("blocks.0.attn.hook_pattern").shape // [1, 2, 3, 3]
 */
export function runWithCache<R>(
  model: Module,
  input: () => Promise<R>,
  options?: RunWithCacheOptions,
): Promise<CachedRun<R>>;
export function runWithCache<R>(model: Module, input: () => R, options?: RunWithCacheOptions): CachedRun<R>;
export function runWithCache<R>(
  model: Module & { forward(input: Tensor): R },
  input: Tensor,
  options?: RunWithCacheOptions,
): CachedRun<Bare<R>>;
export function runWithCache<A extends readonly unknown[], R>(
  model: Module & { forward(...args: A): R },
  input: A,
  options?: RunWithCacheOptions,
): CachedRun<R>;
export function runWithCache(
  model: Module,
  input: Input,
  given: RunWithCacheOptions = {},
): CachedRun<unknown> | Promise<CachedRun<unknown>> {
  const { what, names = () => true, hooks = {} } = cached([model, input, given]);
  const listening = new Listening(what, model);
  const found = new Map<string, Tensor | Tensor[]>();
  listening.add(hooks);
  listening.add([[names, (x, { name }) => note(found, name, x)]], "names");
  const withCache = (output: unknown): CachedRun<unknown> =>
    iterable({ output, cache: new ActivationCache(model, found) });
  return listening.run(input, withCache, true);
}

// The value of a site, or its values where it is visited at each step of a loop, or several times.
function note(found: Map<string, Tensor | Tensor[]>, name: string, x: Tensor): undefined {
  const before = found.get(name);
  if (before !== undefined) found.set(name, before instanceof Tensor ? [before, x] : [...before, x]);
  else found.set(name, currentStep() === null ? x : [x]);
}
