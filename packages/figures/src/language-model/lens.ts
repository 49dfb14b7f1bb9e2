import type { KeyValueCache } from "@saccade/attention";
import { noGrad } from "@saccade/autograd";
import type { Bert, GPT } from "@saccade/models";
import { cat, scope, type Tensor, tensor } from "@saccade/tensor";
import { gptStates, type LayerGuesses, layerGuesses } from "./layer-guesses.ts";
import {
  type Choice,
  choicesOf,
  type Distribution,
  distributionOf,
  drawFrom,
  type Sampling,
} from "./sampling.ts";

/** Text to tokens and back. */
export interface Coder {
  encode(text: string): { readonly ids: readonly number[]; readonly unknown: readonly string[] };
  decode(ids: readonly number[]): string;
  /** A token as it is shown. */
  show(id: number): string;
  /** The text that replaces unknown words; null where they are left out. */
  readonly unknownAs: string | null;
  /** The placeholder before there is a text. */
  readonly start: number;
}

/** A text that is being written: what the reader typed, and the tokens that were drawn after it. */
export interface Draft {
  readonly prompt: string;
  readonly added: readonly number[];
}

export interface ReadAsk {
  readonly draft: Draft;
  readonly sampling: Sampling;
  /** The number of choices wanted. */
  readonly count: number;
}

/** The model's results for a text. */
export interface Reading {
  /** The tokens that it read, as text. */
  readonly tokens: readonly string[];
  /** Tokens at the beginning that it did not read, since it reads at most `maxLen`. */
  readonly unread: number;
  readonly maxLen: number;
  /** Characters or words that it has no token for. */
  readonly unknown: readonly string[];
  /** The token that replaces unknown words; null where they are left out. */
  readonly unknownAs: string | null;
  /** The prompt and the drawn tokens. */
  readonly text: string;
  /** The likeliest next tokens. */
  readonly choices: readonly Choice[];
  /** How many tokens may be drawn. */
  readonly kept: number;
  readonly vocabSize: number;
  /** Tokens whose keys and values were computed since the reading before; those of the others were in the cache. */
  readonly computed: number;
  /** Milliseconds that the model took. */
  readonly ms: number;
}

export interface WriteAsk extends ReadAsk {
  /** From 0 to 1: which token is drawn. */
  readonly random: number;
}

/** A drawn token, and what the model makes of the text with it. */
export interface Written {
  readonly token: number;
  readonly reading: Reading;
}

/** All heads' weights on a text. */
export interface HeadMaps {
  readonly tokens: readonly string[];
  readonly layers: number;
  readonly heads: number;
  /** (layers, heads, n, n); of a long text (layers, heads, n, top), the largest weights of each token. */
  readonly weights: Float32Array;
  /** The tokens that these belong to, −1 for none; undefined where all weights are there. */
  readonly keys?: Int32Array;
  /** Milliseconds that the model took, without a cache. */
  readonly ms: number;
}

export interface HeadAsk {
  readonly layer: number;
  readonly head: number;
}

/** The cache's content for one head, or for all heads of a layer. */
export interface Cached {
  readonly tokens: number;
  readonly width: number;
  /** (tokens, width). */
  readonly keys: readonly number[];
  /** (tokens, width). */
  readonly values: readonly number[];
  /** Bytes of all layers and heads. */
  readonly bytes: number;
}

/** What a model makes of a text before its first block. */
export interface Inputs {
  /** The last ones of a long text. */
  readonly tokens: readonly string[];
  /** The first numbers of each token: as keys its row of the table, as values the same with its position added. */
  readonly columns: Omit<Cached, "bytes">;
  /** Whether positions are added; otherwise they act in every head. */
  readonly added: boolean;
}

const [mostTokens, mostNumbers] = [40, 64];

export function inputsOf(model: GPT | Bert, ids: readonly number[], show: (id: number) => string): Inputs {
  const count = Math.min(ids.length, mostTokens);
  return noGrad(() =>
    scope(() => {
      const embedded = model.embedding.forward(tensor([[...ids]], { dtype: "int32" })); // (1, n, dModel)
      const placed = model.positions?.forward(embedded) ?? embedded;
      const width = Math.min(mostNumbers, embedded.shape[2]!);
      const [keys, values] = [embedded, placed].map((x) =>
        Array.from(
          x
            .narrow(1, ids.length - count, count)
            .narrow(2, 0, width)
            .contiguous()
            .dataSync(),
        ),
      );
      const columns = { tokens: count, width, keys: keys!, values: values! };
      return { tokens: ids.slice(-count).map(show), columns, added: model.positions !== null };
    }),
  );
}

/** Tokens of a text up to which all weights are kept. */
const mostInFull = 256;

/** What each layer tells of its heads' weights on ids (1, n): {@link attentionSummaries} of `@saccade/lens`. */
export type Tell = (
  model: GPT | Bert,
  ids: Tensor,
) => readonly { readonly topWeights: Tensor; readonly topKeys: Tensor }[];

/** All heads' weights on a text, computed without the cache, which has no weights; with `tell`, the largest ones of a long text. */
export function headMaps(
  model: GPT | Bert,
  ids: readonly number[],
  show: (id: number) => string,
  tell?: Tell,
): HeadMaps {
  const { numLayers: layers, numHeads: heads } = model.settings;
  const began = performance.now();
  const made = (found: Pick<HeadMaps, "weights" | "keys">): HeadMaps => {
    return { tokens: ids.map(show), layers, heads, ...found, ms: performance.now() - began };
  };
  if (ids.length === 0) return made({ weights: new Float32Array() });
  return noGrad(() =>
    scope(() => {
      const input = tensor([[...ids]], { dtype: "int32" });
      if (tell && ids.length > mostInFull) {
        const told = tell(model, input);
        const weights = cat(told.map(({ topWeights }) => topWeights)).dataSync();
        return made({
          weights: Float32Array.from(weights),
          keys: Int32Array.from(cat(told.map(({ topKeys }) => topKeys)).dataSync()),
        });
      }
      const all = model.forward(input, { needWeights: true }).weights;
      const area = heads * ids.length ** 2;
      const weights = new Float32Array(layers * area);
      all.forEach((x, layer) => {
        weights.set(x.dataSync(), layer * area);
      });
      return made({ weights });
    }),
  );
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
  readonly #tell: Tell | undefined;
  #cache: KeyValueCache;
  #cachedIds: readonly number[] = [];
  #logits: Tensor | null = null; // (vocabulary)
  /** The tokens that were read last, whatever became of the cache. */
  #lastIds: readonly number[] = [];
  #computed = 0;
  #ms = 0;

  /**
   * @param most tokens that are read at most, where the model could read more
   * @param tell for texts that may be long
   */
  constructor(gpt: GPT, coder: Coder, most: number, tell?: Tell) {
    this.#gpt = gpt;
    this.#tell = tell;
    this.#coder = coder;
    this.#maxLen = Math.min(gpt.settings.maxLen, most);
    this.#cache = gpt.newCache({ capacity: this.#maxLen });
  }

  /** To be called when the weights have changed: keys and values of before are of no use. */
  forget(): void {
    this.dispose();
    this.#cache = this.#gpt.newCache({ capacity: this.#maxLen });
    this.#cachedIds = [];
    this.#logits = null;
  }

  dispose(): void {
    this.#cache.dispose();
    this.#logits?.dispose();
  }

  read({ draft, sampling, count }: ReadAsk): Reading {
    const read = this.#read(draft);
    return this.#reading(read, distributionOf(read.logits, sampling), count);
  }

  /** Draws the token after a text; `random`, from 0 to 1, says which. */
  draw(draft: Draft, sampling: Sampling, random: number): number {
    return drawFrom(distributionOf(this.#read(draft).logits, sampling), random);
  }

  /** Draws a token and reads the text with it. */
  write({ draft, sampling, count, random }: WriteAsk): Written {
    const token = this.draw(draft, sampling, random);
    const longer = { prompt: draft.prompt, added: [...draft.added, token] };
    return { token, reading: this.read({ draft: longer, sampling, count }) };
  }

  /** The vectors of the text that was read last. */
  inputs(): Inputs {
    return inputsOf(this.#gpt, this.#lastIds, (id) => this.#coder.show(id));
  }

  /** All heads' weights on the text that was read last. */
  heads(): HeadMaps {
    return headMaps(this.#gpt, this.#lastIds, (id) => this.#coder.show(id), this.#tell);
  }

  /** Each layer's prediction after each token of the text read last, and the token that followed. */
  layers(): LayerGuesses {
    const ids = this.#lastIds;
    const right = ids.map((_, i) => ids[i + 1] ?? null);
    return layerGuesses(
      ids,
      right,
      (id) => this.#coder.show(id),
      (input) => gptStates(this.#gpt, input),
    );
  }

  /** The keys and values of a head as they are in the cache, or those of all heads side by side. */
  cached({ layer, head }: { readonly layer: number; readonly head: number | null }): Cached {
    const { numLayers, numHeads, numKvHeads, headDim } = this.#gpt.settings;
    this.#fill(this.#lastIds);
    const tokens = this.#cachedIds.length;
    const bytes = 4 * 2 * numLayers * numKvHeads * headDim * tokens;
    return scope(() => {
      const [keys, values] = this.#cache.layers[layer]!.self.read().map((x) => {
        const heads = x.select(0, 0); // (heads, n, headDim)
        const part =
          head === null ? heads.transpose(0, 1) : heads.select(0, Math.floor((head * numKvHeads) / numHeads));
        return Array.from(part.contiguous().dataSync());
      });
      const width = head === null ? numKvHeads * headDim : headDim;
      return { tokens, width, keys: keys!, values: values!, bytes };
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
