import { ArgumentError } from "@saccade/tensor";
import { badArgument } from "@saccade/tensor/backend";
import { type OptionsOf, required, signature, whole } from "@saccade/tensor/contract";
import { stepsRule } from "../contract/rules.ts";
import { AttentionCache, indicesRule } from "./attention-cache.ts";

/** The caches of one decoder layer. */
export interface LayerCache {
  /** The cache of self-attention, which grows with the decoded tokens; a layer with a cache of its own kind has its own. */
  self: AttentionCache;
  /** Of the attention to the encoder's memory, whose keys are computed once. */
  readonly cross: AttentionCache;
}

const name = "KeyValueCache";
const construct = signature(
  name,
  { numLayers: required(whole(undefined, { min: 0, max: 10_000 })) },
  {
    /** The number of positions to reserve memory for at first. It grows by doubling. Default 32. */
    capacity: stepsRule(32),
  },
  { example: `new ${name}(numLayers, { capacity: 128 })` },
);

/** Options of {@link KeyValueCache}. */
export interface KeyValueCacheOptions extends OptionsOf<typeof construct> {}

/**
 * The keys and values of every layer of a decoder or language model, for decoding token by token: each call adds those of
 * the new positions. The tokens are the same as without it.
 *
 * @example new KeyValueCache(2).length // 0
 */
export class KeyValueCache {
  #layers: readonly LayerCache[];

  constructor(numLayers: number, given: KeyValueCacheOptions = {}) {
    const { capacity } = construct([numLayers, given]);
    this.#layers = Array.from({ length: numLayers }, () => ({
      self: new AttentionCache({ capacity }),
      cross: new AttentionCache({ fixed: true, capacity: 1 }),
    }));
  }

  /** Those of each layer. */
  get layers(): readonly LayerCache[] {
    return this.#layers;
  }

  /** The number of positions in it. */
  get length(): number {
    return this.layers[0]?.self.length ?? 0;
  }

  /** The number of sequences; null while it is empty. */
  get batchSize(): number | null {
    return this.layers[0]?.self.batchSize ?? null;
  }

  /** A cache with the same keys, which can be continued in another way. It copies only when both are continued. */
  fork(): KeyValueCache {
    const copy = new KeyValueCache(0);
    copy.#layers = this.#layers.map(({ self, cross }) => ({ self: self.fork(), cross: cross.fork() }));
    return copy;
  }

  /**
   * Keeps sequences `indices[0]`, `indices[1]`, … of the batch, in this order. An index may be repeated or missing.
   *
   * @throws ArgumentError for an index beyond the batch.
   */
  select(indices: readonly number[]): void {
    signature(`${name}.select`, { indices: indicesRule(this.batchSize) }, "cache.select([0])")([indices]);
    for (const { self, cross } of this.layers) {
      self.select(indices);
      cross.select(indices);
    }
  }

  /** Frees the memory now and empties the cache. */
  dispose(): void {
    for (const { self, cross } of this.layers) {
      self.dispose();
      cross.dispose();
    }
  }
}

/**
 * Checks the cache of a layer.
 *
 * @throws ArgumentError unless it is the cache of a layer.
 * @example checkLayerCache("layer", new KeyValueCache(1)); // throws ArgumentError
 */
export function checkLayerCache(what: string, cache: unknown): void {
  const { self, cross }: { readonly [Name in keyof LayerCache]?: unknown } = Object(cache);
  const fits = self instanceof AttentionCache && cross instanceof AttentionCache;
  if (fits && !self.fixed && cross.fixed) return;
  throw badArgument(what, "cache", "a layer's cache", cache, "write new KeyValueCache(1).layers[0]");
}

/**
 * Checks the cache of a model.
 *
 * @throws ArgumentError unless it is a cache with this number of layers.
 * @example checkCache("GPT", new KeyValueCache(1), 2); // throws ArgumentError
 */
export function checkCache(what: string, cache: unknown, numLayers: number): void {
  if (!(cache instanceof KeyValueCache))
    throw badArgument(what, "cache", "a KeyValueCache", cache, `write new KeyValueCache(${numLayers})`);
  if (cache.layers.length === numLayers) return;
  throw new ArgumentError(
    `${what}: the cache has ${cache.layers.length} layers, and the model ${numLayers}; write new KeyValueCache(${numLayers}).`,
  );
}
