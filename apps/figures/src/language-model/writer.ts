import { GPT } from "@saccade/models";
import { Adam } from "@saccade/nn";
import { manualSeed, scope } from "@saccade/tensor";
import { seededRandom } from "../ui/index.ts";
import { type Corpus, makeCorpus } from "./corpus.ts";
import { type Cached, type Draft, Lens, type Reading } from "./lens.ts";
import type { Sampling } from "./sampling.ts";
import { windowsAt, windowsLoss } from "./windows.ts";

const [batch, length] = [8, 16];
/** Tokens that fit into the model. */
export const maxLen = 24;
/** Bars in the figure. */
const count = 9;

/** A GPT of one layer, the text so far, and the cache of that text's keys and values. */
export class Writer {
  readonly corpus: Corpus = makeCorpus();
  readonly #gpt: GPT;
  readonly #lens: Lens;
  readonly #optimizer: Adam;
  readonly #random = seededRandom(1);
  #text: readonly number[];
  #fresh = 0;

  constructor() {
    const { words } = this.corpus;
    manualSeed(0);
    const sizes = { maxLen, dModel: 24, numLayers: 1, numHeads: 2, dimFeedforward: 48 };
    this.#gpt = new GPT({ vocabSize: words.length, ...sizes });
    this.#optimizer = new Adam(this.#gpt, { lr: 0.01, clipGradNorm: 1 });
    const show = (id: number): string => words[id] ?? "";
    const decode = (ids: readonly number[]): string => ids.map(show).join(" ");
    const encode = (): { ids: number[]; unknown: string[] } => ({ ids: [], unknown: [] }); // nothing is typed
    this.#lens = new Lens(this.#gpt, { encode, decode, show, unknownAs: null, start: 0 }, maxLen);
    this.#text = [".", "the", "cat"].map((word) => Math.max(0, words.indexOf(word)));
  }

  /** The text, a token a number. */
  get text(): readonly number[] {
    return this.#text;
  }

  /** Tokens whose keys and values were computed when the text or the weights changed last. */
  get fresh(): number {
    return this.#fresh;
  }

  /** One step on windows of the corpus; the loss. The cache is of the weights before until {@link reread}. */
  train(): number {
    const { ids } = this.corpus;
    return scope(() => {
      const starts = Array.from({ length: batch }, () =>
        Math.floor(this.#random() * (ids.length - length - 1)),
      );
      const windows = windowsAt(ids, starts, length);
      return this.#optimizer.step(() => windowsLoss(this.#gpt, windows)).item();
    });
  }

  /** The text with a full stop alone, after which a sentence begins. */
  restart(): void {
    this.#text = [0];
  }

  /** Fills the cache anew, as the weights have changed. */
  reread(): void {
    this.#lens.forget();
  }

  /** Adds a token; a text that is full begins anew. */
  add(token: number): void {
    if (this.#text.length >= maxLen) this.restart();
    else this.#text = [...this.#text, token];
  }

  /** Reads the text. Only new tokens' keys and values are computed; those of the others are in the cache. */
  read(sampling: Sampling, most: number = count): Reading {
    const reading = this.#lens.read({ draft: this.#draft(), sampling, count: most });
    if (reading.computed > 0) this.#fresh = reading.computed;
    return reading;
  }

  /** Adds a token that is drawn from what {@link read} shows. */
  draw(sampling: Sampling): void {
    this.add(this.#lens.draw(this.#draft(), sampling, this.#random()));
  }

  /** The keys and values of the text that was read last. */
  cached(): Cached {
    return this.#lens.cached({ layer: 0, head: null });
  }

  dispose(): void {
    this.#lens.dispose();
  }

  #draft(): Draft {
    return { prompt: "", added: this.#text };
  }
}
