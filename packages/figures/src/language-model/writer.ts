import { GPT } from "@saccade/models";
import { Adam } from "@saccade/nn";
import { manualSeed, scope } from "@saccade/tensor";
import { seededRandom } from "../ui/index.ts";
import { free, restore } from "../ui/stored.ts";
import { type Corpus, makeCorpus } from "./corpus.ts";
import { type Cached, type Draft, Lens, type Reading } from "./lens.ts";
import type { Sampling } from "./sampling.ts";
import trained from "./trained.json" with { type: "json" };
import { windowsAt, windowsLoss } from "./windows.ts";

const [batch, length] = [8, 16];
/** Tokens that fit into the model. */
export const maxLen = 24;
/** Of a training. */
export const steps = 200;
/** Bars in the figure. */
const count = 9;

/** A GPT of one layer for so many words, untrained. */
export function makeGPT(vocabSize: number, seed: number): GPT {
  manualSeed(seed);
  return new GPT({ vocabSize, maxLen, dModel: 24, numLayers: 1, numHeads: 2, dimFeedforward: 48 });
}

const optimizerFor = (gpt: GPT): Adam => new Adam(gpt, { lr: 0.01, clipGradNorm: 1 });

/** A GPT of one layer, the text so far, and the cache of that text's keys and values. It comes trained. */
export class Writer {
  readonly corpus: Corpus = makeCorpus();
  /** The model, to be stored. */
  readonly gpt: GPT;
  readonly #lens: Lens;
  #optimizer: Adam;
  #seed = 0;
  #random = seededRandom(1);
  #text: readonly number[];
  #fresh = 0;

  /** @param stored null for an untrained model */
  constructor(stored: typeof trained | null = trained) {
    const { words } = this.corpus;
    this.gpt = makeGPT(words.length, this.#seed);
    if (stored !== null) restore(this.gpt, stored);
    this.#optimizer = optimizerFor(this.gpt);
    const show = (id: number): string => words[id] ?? "";
    const decode = (ids: readonly number[]): string => ids.map(show).join(" ");
    const encode = (): { ids: number[]; unknown: string[] } => ({ ids: [], unknown: [] }); // nothing is typed
    this.#lens = new Lens(this.gpt, { encode, decode, show, unknownAs: null, start: 0 }, maxLen);
    this.#text = [".", "the", "cat"].map((word) => Math.max(0, words.indexOf(word)));
  }

  /** Takes untrained weights: of seed 0 first, then of the next one. */
  beginAnew(): void {
    this.#random = seededRandom(1 + this.#seed);
    this.gpt.loadStateDict(makeGPT(this.corpus.words.length, this.#seed++).stateDict());
    this.#optimizer = optimizerFor(this.gpt);
    this.reread();
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
      return this.#optimizer.step(() => windowsLoss(this.gpt, windows)).item();
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
    free(this.gpt);
  }

  #draft(): Draft {
    return { prompt: "", added: this.#text };
  }
}
