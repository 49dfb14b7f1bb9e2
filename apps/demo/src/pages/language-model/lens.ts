import type { KeyValueCache } from "@saccade/attention";
import { noGrad } from "@saccade/autograd";
import type { GPT } from "@saccade/models";
import { scope, type Tensor, tensor } from "@saccade/tensor";
import type { Cached, Draft, HeadAsk, HeadMaps, ReadAsk, Reading, WriteAsk, Written } from "./calls.ts";
import { choicesOf, type Distribution, distributionOf, drawFrom } from "./distribution.ts";

/** Text to tokens and back. */
export interface Coder {
  encode(text: string): { readonly ids: readonly number[]; readonly unknown: readonly string[] };
  decode(ids: readonly number[]): string;
  /** A token as it is shown. */
  show(id: number): string;
  /** The text that replaces unknown words; null where they are left out. */
  readonly unknownAs: string | null;
  /** The text where there is none yet. */
  readonly start: number;
}

interface Read {
  readonly ids: readonly number[];
  readonly unread: number;
  readonly unknown: readonly string[];
  readonly text: string;
  readonly logits: Tensor; // (vocabulary)
}

/** A GPT and the cache of the text it read last. A text that begins like that one costs its new tokens only. */
export class Lens {
  readonly #gpt: GPT;
  readonly #coder: Coder;
  readonly #maxLen: number;
  #cache: KeyValueCache;
  #cachedIds: readonly number[] = [];
  #logits: Tensor | null = null;
  /** The tokens that were read last, whatever became of the cache. */
  #lastIds: readonly number[] = [];
  #computed = 0;
  #ms = 0;

  /** @param most tokens that are read at most, where the model could read more */
  constructor(gpt: GPT, coder: Coder, most: number) {
    this.#gpt = gpt;
    this.#coder = coder;
    this.#maxLen = Math.min(gpt.settings.maxLen, most);
    this.#cache = gpt.newCache({ capacity: this.#maxLen });
  }

  /** To be called when the weights have changed: keys and values of before are of no use. */
  forget(): void {
    this.#cache.dispose();
    this.#cache = this.#gpt.newCache({ capacity: this.#maxLen });
    this.#cachedIds = [];
    this.#logits?.dispose();
    this.#logits = null;
  }

  read({ draft, sampling, count }: ReadAsk): Reading {
    const read = this.#read(draft);
    return this.#reading(read, distributionOf(read.logits, sampling), count);
  }

  /** Draws a token and reads the text with it. */
  write({ draft, sampling, count, random }: WriteAsk): Written {
    const token = drawFrom(distributionOf(this.#read(draft).logits, sampling), random);
    const longer = { prompt: draft.prompt, added: [...draft.added, token] };
    return { token, reading: this.read({ draft: longer, sampling, count }) };
  }

  /** All heads' weights on the text that was read last, computed without the cache, which has no weights. */
  heads(): HeadMaps {
    const ids = this.#lastIds;
    const { numLayers: layers, numHeads: heads } = this.#gpt.settings;
    const began = performance.now();
    const n = ids.length;
    const weights = new Float32Array(layers * heads * n * n);
    if (n > 0) {
      noGrad(() => {
        const { weights: ofLayers } = this.#gpt.forward(tensor([[...ids]], { dtype: "int32" }), {
          needWeights: true,
        });
        ofLayers.forEach((x, layer) => {
          weights.set(x.dataSync() as Float32Array, layer * heads * n * n);
        });
      });
    }
    const ms = performance.now() - began;
    return { tokens: ids.map((id) => this.#coder.show(id)), layers, heads, weights, ms };
  }

  /** The keys and values of a head, as they are in the cache. */
  cached({ layer, head }: HeadAsk): Cached {
    const { numLayers, numHeads, numKvHeads, headDim } = this.#gpt.settings;
    this.#fill(this.#lastIds);
    const tokens = this.#cachedIds.length;
    const bytes = 4 * 2 * numLayers * numKvHeads * headDim * tokens;
    return scope(() => {
      const group = Math.floor((head * numKvHeads) / numHeads);
      const [keys, values] = this.#cache.layers[layer]!.self.read().map((x) =>
        Array.from(x.select(0, 0).select(0, group).contiguous().dataSync()),
      );
      return { tokens, width: headDim, keys: keys!, values: values!, bytes };
    });
  }

  #read({ prompt, added }: Draft): Read {
    const { ids: typed, unknown } = this.#coder.encode(prompt);
    const all = [...typed, ...added];
    const unread = startOf(all.length, this.#maxLen);
    const ids = all.length === 0 ? [this.#coder.start] : all.slice(unread);
    this.#lastIds = ids;
    const text = this.#coder.decode(all);
    return { ids, unread, unknown, text, logits: this.#fill(ids) };
  }

  /** Reads what the cache has not; the scores of the token after the last. */
  #fill(ids: readonly number[]): Tensor {
    const known = this.#cachedIds;
    const isLonger = known.length <= ids.length && known.every((id, i) => id === ids[i]);
    if (!isLonger) this.forget();
    const fresh = ids.slice(this.#cachedIds.length);
    if (this.#logits !== null && fresh.length === 0) return this.#logits;
    const began = performance.now();
    const logits = noGrad(() => {
      const ids = tensor([[...fresh]], { dtype: "int32" });
      return this.#gpt.forward(ids, { cache: this.#cache, logitsToKeep: 1 }).flatten();
    });
    this.#logits?.dispose();
    this.#logits = logits;
    this.#cachedIds = ids;
    this.#computed += fresh.length;
    this.#ms += performance.now() - began;
    return logits;
  }

  #reading({ ids, unread, unknown, text }: Read, all: Distribution, count: number): Reading {
    const show = (id: number): string => this.#coder.show(id);
    const [computed, ms] = [Math.min(this.#computed, ids.length), this.#ms];
    this.#computed = 0;
    this.#ms = 0;
    return {
      tokens: ids.map(show),
      unread,
      maxLen: this.#maxLen,
      unknown,
      unknownAs: this.#coder.unknownAs,
      text,
      choices: choicesOf(all, show, count),
      kept: all.drawn.reduce((sum, probability) => sum + (probability > 0 ? 1 : 0), 0),
      vocabSize: all.drawn.length,
      computed,
      ms,
    };
  }
}

/** Where the part that is read begins: it moves on by half of what fits, so that the cache serves for a while again. */
function startOf(length: number, maxLen: number): number {
  if (length <= maxLen) return 0;
  const half = Math.ceil(maxLen / 2);
  return Math.ceil((length - maxLen) / half) * half;
}
