import type { KeyValueCache } from "@saccade/attention";
import { noGrad } from "@saccade/autograd";
import { GPT, topKFilter, topPFilter } from "@saccade/models";
import { Adam, crossEntropy } from "@saccade/nn";
import { fromData, manualSeed, scope, type Tensor, tensor } from "@saccade/tensor";
import { seededRandom } from "../ui/index.ts";
import { type Corpus, makeCorpus } from "./corpus.ts";

const [batch, length] = [8, 16];
/** Tokens that fit into the model. */
export const maxLen = 24;

/** How a token is drawn. */
export interface Sampling {
  readonly temperature: number;
  readonly topK: number;
  readonly topP: number;
}

/** A token that may come next. */
export interface Choice {
  readonly token: number;
  readonly word: string;
  /** The model's output. */
  readonly plain: number;
  /** The probabilities after temperature, top-k and top-p. */
  readonly drawn: number;
}

/** A GPT of one layer, the text so far, and the cache of that text's keys and values. */
export class Writer {
  readonly corpus: Corpus = makeCorpus();
  readonly #gpt: GPT;
  readonly #optimizer: Adam;
  readonly #random = seededRandom(1);
  #cache: KeyValueCache;
  #logits: Float32Array = new Float32Array();
  #text: number[] = [];

  constructor() {
    manualSeed(0);
    const vocabSize = this.corpus.words.length;
    this.#gpt = new GPT({ vocabSize, maxLen, dModel: 24, numLayers: 1, numHeads: 2, dimFeedforward: 48 });
    this.#optimizer = new Adam(this.#gpt, { lr: 0.01, clipGradNorm: 1 });
    this.#cache = this.#gpt.newCache({ capacity: maxLen });
    this.#text = [".", "the", "cat"].map((word) => Math.max(0, this.corpus.words.indexOf(word)));
    this.reread();
  }

  /** The text, a token a number. */
  get text(): readonly number[] {
    return this.#text;
  }

  /** One step on windows of the corpus; the loss. */
  train(): number {
    const { ids } = this.corpus;
    return scope(() => {
      const starts = Array.from({ length: batch }, () =>
        Math.floor(this.#random() * (ids.length - length - 1)),
      );
      const windows = (shift: number): Tensor => {
        const data = new Int32Array(batch * length);
        starts.forEach((start, i) => {
          data.set(ids.subarray(start + shift, start + shift + length), i * length);
        });
        return fromData(data, [batch, length]);
      };
      const [x, next] = [windows(0), windows(1)]; // (b, n): tokens, and the token after each
      const loss = (): Tensor => crossEntropy(this.#gpt.forward(x).flatten(0, 1), next.flatten());
      return this.#optimizer.step(loss).item();
    });
  }

  /** The text with a full stop alone, after which a sentence begins. */
  restart(): void {
    this.#text = [0];
    this.reread();
  }

  /** Fills the cache anew, as the weights have changed. */
  reread(): void {
    this.#cache.dispose();
    this.#cache = this.#gpt.newCache({ capacity: maxLen });
    this.#read(this.#text);
  }

  /** Adds a token. Only its key and value are computed; those of the others are in the cache. */
  add(token: number): void {
    if (this.#text.length >= maxLen) {
      this.restart();
      return;
    }
    this.#text = [...this.#text, token];
    this.#read([token]);
  }

  #read(tokens: readonly number[]): void {
    noGrad(() => {
      const ids = tensor([[...tokens]], { dtype: "int32" });
      const logits = this.#gpt.forward(ids, { cache: this.#cache }); // (1, n, vocabulary)
      this.#logits = Float32Array.from(logits.select(1, tokens.length - 1).dataSync());
    });
  }

  /** The likeliest next tokens, at most `count`, by what the model says. */
  choices({ temperature, topK, topP }: Sampling, count: number): Choice[] {
    return scope(() => {
      const logits = fromData(this.#logits, [this.#logits.length]);
      const plain = logits.softmax(-1).dataSync();
      const drawn = topPFilter(topKFilter(logits.div(temperature), topK), topP)
        .softmax(-1)
        .dataSync();
      return this.corpus.words
        .map((word, token) => ({ token, word, plain: plain[token] ?? 0, drawn: drawn[token] ?? 0 }))
        .sort((a, b) => b.plain - a.plain)
        .slice(0, count);
    });
  }

  /** A token drawn from what {@link choices} shows. */
  draw(sampling: Sampling): number {
    const all = this.choices(sampling, this.corpus.words.length);
    let left = this.#random();
    for (const { token, drawn } of all) {
      left -= drawn;
      if (left < 0) return token;
    }
    return all[0]?.token ?? 0;
  }

  /** The cached keys and values of each token, width numbers each. */
  cached(): { readonly keys: readonly number[][]; readonly values: readonly number[][] } {
    return scope(() => {
      const [keys, values] = this.#cache.layers[0]!.self.read().map(
        (x) => x.select(0, 0).transpose(0, 1).flatten(1).toArray() as number[][], // (n, heads · d)
      );
      return { keys: keys!, values: values! };
    });
  }

  dispose(): void {
    this.#cache.dispose();
  }
}
