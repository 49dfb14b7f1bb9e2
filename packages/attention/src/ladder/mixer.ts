// What the layers of this entry share: one causal sequence in, one out, a cache of their own, and their costs.

import { Module, Parameter, running } from "@saccade/nn";
import { ShapeError, scope, type Tensor, where } from "@saccade/tensor";
import * as c from "@saccade/tensor/contract";
import type { AttentionCache, AttentionCacheOptions } from "../cache/attention-cache.ts";
import { type MaybeAttended, method } from "../contract/method.ts";
import { headsRule, sizeRule } from "../contract/rules.ts";
import { chunkedMemory, type Memory, recurrentMemory } from "../definitions/ladder/memories.ts";
import { splitHeads } from "../definitions/multi-head.ts";

/** Rules of the options of a layer's `forward`, beside its cache. */
const mixerRules = {
  /** bool (b, cached + n), true where a token may be attended to; masked tokens do not exist for the others. Default all. */
  keyMask: c.tensorRule("bool", "(b, _)"),
  /** Whether to return the attention weights. Default false. */
  needWeights: c.flag(false),
};

/** The contract of a layer's constructor: `new GatedDeltaNet(64, 4, { … })`. */
/* @__NO_SIDE_EFFECTS__ */
export function mixerSizes<const R extends c.Rules>(name: string, rules: R) {
  const words = { example: `new ${name}(64, 4)` };
  return c.signature(name, { embedDim: sizeRule, numHeads: c.required(headsRule()) }, rules, words);
}

/** Options of the `forward` of a {@link SequenceMixer}. */
export interface MixerOptions extends c.Given<typeof mixerRules> {
  /** What it knows of the tokens before these, made by `newCache`; those of these are added. Only where no gradients are recorded. */
  readonly cache?: AttentionCache | undefined;
}

/** What a layer reads of a call beside its input. */
export interface Call<C extends AttentionCache = AttentionCache> {
  /** The tokens in the cache, and of the input. */
  readonly offset: number;
  readonly n: number;
  readonly cache: C | undefined;
  readonly keyMask: Tensor | undefined;
  readonly needWeights: boolean;
}

/* @__NO_SIDE_EFFECTS__ */
function forwardCall<C extends AttentionCache>(name: string, cache: c.Rule<C, undefined>) {
  const rules = { cache, ...mixerRules };
  const read = c.options(`${name}.forward`, rules, { example: "layer.forward(x, { cache })" });
  const inputs = method(read, "x float (b, n, embedDim)");
  const masks = c.tensors(`${name}.forward`, "keyMask? bool (b, length)");
  return (layer: Module & { readonly embedDim: number }, x: Tensor, given: MixerOptions): Call<C> => {
    const { b, n, ...settings } = inputs(layer, [x, given], { embedDim: layer.embedDim });
    const offset = settings.cache?.length ?? 0;
    masks.check([settings.keyMask], { b, length: offset + n });
    return { ...settings, n, offset };
  };
}

/**
 * A causal attention over one sequence, for the option `attention` of `GPT`: it has its projections, and a cache for decoding.
 * With a cache or without, in one call or in several, it computes the same.
 *
 * @example new GatedDeltaNet(4, 2) instanceof SequenceMixer // true
 */
export abstract class SequenceMixer<C extends AttentionCache = AttentionCache> extends Module {
  /** It attends to no later token, and needs no mask for that. */
  readonly causal = true;
  /** It takes a cache. */
  readonly cached = true;
  /** The size of the input and the output. */
  readonly embedDim: number;
  readonly numHeads: number;
  /** Its class, in messages. */
  protected readonly kind: string;
  readonly #call: ReturnType<typeof forwardCall<C>>;

  protected constructor(kind: string, embedDim: number, numHeads: number, cache: c.Rule<C, undefined>) {
    super();
    this.kind = kind;
    this.embedDim = embedDim;
    this.numHeads = numHeads;
    this.#call = forwardCall(kind, cache);
  }

  /** @param x (b, n, embedDim) @returns output (b, n, embedDim), and weights (b, heads, n, cached + n) where it has them and they are wanted */
  override forward(x: Tensor, given: MixerOptions = {}): MaybeAttended {
    const call = this.#call(this, x, given);
    const run = (): MaybeAttended => {
      const seen = call.keyMask?.narrow(1, call.offset, call.n).unsqueeze(-1); // (b, n, 1)
      return this.attend(seen ? where(seen, x, 0) : x, call);
    };
    return scope(() => running(this, run));
  }

  /** The output of inputs in which masked tokens are 0, and the weights where they are needed. */
  protected abstract attend(x: Tensor, call: Call<C>): MaybeAttended;

  /** An empty cache for {@link forward}. */
  abstract newCache(given?: AttentionCacheOptions): C;

  /** Bytes of a cache with room for `length` tokens of one sequence. */
  abstract cacheBytes(length: number): number;

  /**
   * Operations in the products of {@link forward} for one sequence, two for each multiplication and addition. A memory's are counted
   * token by token: chunks add products that do not depend on the length either.
   */
  flops(length: number): number {
    const maps = this.parameters().reduce((sum, { ndim, numel }) => sum + (ndim > 1 ? numel : 0), 0);
    return 2 * (length * maps + this.mixing(length));
  }

  /** The multiplications among tokens. */
  protected abstract mixing(length: number): number;
}

/** A parameter that starts as what `make` makes. */
export function parameter(make: () => Tensor): Parameter {
  return scope(() => new Parameter(make()));
}

/** The queries, keys and values (b, heads, n, width) in the rows of one projection. */
export function splitRows(
  rows: Tensor,
  ...sizes: readonly (readonly [heads: number, width: number])[]
): readonly [q: Tensor, k: Tensor, v: Tensor] {
  const widths = sizes.map(([heads, width]) => heads * width);
  const [q, k, v] = rows
    .split(widths, -1)
    .map((part, i) => splitHeads(part, sizes[i]![0], `hook_${"qkv"[i]}`));
  return [q!, k!, v!];
}

/** How many tokens are computed together where a caller does not say: measured, see dev/log.md. */
export const chunkSizeRule: c.Rule<number, number> = /* @__PURE__ */ c.size(32);

/**
 * The form of the memory for so many tokens: token by token for a few, as in decoding, and in chunks for more.
 *
 * @throws ShapeError for no token.
 * @example memoryFor("net", 1, 32)(ones([1, 1]), ones([1, 1]), ones([1, 2])).output.shape // [1, 2]
 */
export function memoryFor(what: string, tokens: number, chunkSize: number): Memory {
  if (tokens === 0) throw new ShapeError(`${what}: q, k and v must have at least one token, and t is 0.`);
  return tokens <= 3 ? recurrentMemory : chunkedMemory(chunkSize);
}
