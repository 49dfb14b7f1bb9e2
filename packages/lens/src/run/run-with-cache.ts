import { Module } from "@saccade/nn";
import { Tensor } from "@saccade/tensor";
import { currentStep, iterable } from "@saccade/tensor/backend";
import { type OptionsOf, options, unchecked } from "@saccade/tensor/contract";
import { ActivationCache } from "../cache/activation-cache.ts";
import type { SiteFilter } from "../names.ts";
import { type Bare, checkRun, type Hooks, type Input, Listening } from "./listen.ts";

const name = "runWithCache";
const read = options(
  name,
  {
    /** Which sites are cached: a name, several, or a function of a name. Default all. */
    names: unchecked<SiteFilter>("names"),
    /** Hooks to run, too. The cache has their replacements. */
    hooks: unchecked<Hooks>("hooks"),
  },
  {
    example: `${name}(model, ids, { names: (name) => name.endsWith("hook_pattern") })`,
    renamed: { namesFilter: "write names", stopAtLayer: "leave it out", removeBatchDim: "leave it out" },
  },
);

/** Options of {@link runWithCache}. */
export interface RunWithCacheOptions extends OptionsOf<typeof read> {}

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
  checkRun(name, model, model instanceof Module, input);
  const { names = () => true, hooks = {} } = read(given);
  const listening = new Listening(name, model);
  const found = new Map<string, Tensor | Tensor[]>();
  listening.add(hooks);
  listening.add([[names, (x, { name: at }) => note(found, at, x)]], "names");
  const cached = (output: unknown): CachedRun<unknown> =>
    iterable({ output, cache: new ActivationCache(model, found) });
  return listening.run(input, cached, true);
}

// The value of a site, or its values where it is visited at each step of a loop, or several times.
function note(found: Map<string, Tensor | Tensor[]>, name: string, x: Tensor): undefined {
  const before = found.get(name);
  if (before !== undefined) found.set(name, before instanceof Tensor ? [before, x] : [...before, x]);
  else found.set(name, currentStep() === null ? x : [x]);
}
