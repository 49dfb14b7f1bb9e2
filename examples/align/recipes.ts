import {
  BahdanauDecoder,
  BidirectionalEncoder,
  EncoderDecoder,
  LuongDecoder,
  type LuongDecoderOptions,
  Seq2SeqAttentionDecoder,
  Seq2SeqEncoder,
  Transformer,
} from "@saccade/models";
import type { Translator } from "./evaluate.ts";

/** Sizes of a translator. */
export interface Sizes {
  readonly embed: number;
  readonly hidden: number;
  readonly layers: number;
  readonly dropout: number;
}

/** How a translator is built and trained on a grammar's pairs. */
export interface Recipe {
  readonly sizes: Sizes;
  /** Training pairs. */
  readonly examples: number;
  readonly epochs: number;
  readonly batch: number;
  /** Adam's learning rate, multiplied by `decay` after each epoch. */
  readonly lr: number;
  readonly decay: number;
  build(sizes: Sizes, source: number, target: number): Translator;
}

type Build = Recipe["build"];

const training = { examples: 16_000, epochs: 9, batch: 32, lr: 0.005, decay: 0.75 };
const stateDropout = 0.5;
const sizes: Sizes = { embed: 64, hidden: 64, layers: 1, dropout: 0.1 };

const seed: Build = ({ embed, hidden, layers, dropout }, source, target) =>
  new EncoderDecoder(
    new Seq2SeqEncoder(source, embed, hidden, layers, { dropout }),
    new Seq2SeqAttentionDecoder(target, embed, hidden, layers, { dropout }),
  );

const bahdanau: Build = ({ embed, hidden, layers, dropout }, source, target) =>
  new EncoderDecoder(
    new BidirectionalEncoder(source, embed, hidden, layers, { dropout }),
    new BahdanauDecoder(target, embed, hidden, layers, { dropout }),
  );

const luong =
  (options: LuongDecoderOptions): Build =>
  ({ embed, hidden, layers, dropout }, source, target) =>
    new EncoderDecoder(
      new BidirectionalEncoder(source, embed, hidden, layers, { dropout }),
      new LuongDecoder(target, embed, hidden, layers, { ...options, dropout }),
    );

/** The width is `hidden`; layers normalize their input, so that no warm-up is needed. */
const transformer: Build = ({ hidden, layers, dropout }, source, target) =>
  new Transformer({
    srcVocabSize: source,
    tgtVocabSize: target,
    dModel: hidden,
    numHeads: 4,
    numLayers: layers,
    dimFeedforward: 2 * hidden,
    dropout,
    normFirst: true,
  });

/** The translators of `pnpm align`. */
export const recipes = {
  seed: { ...training, sizes, build: seed },
  bahdanau: { ...training, sizes, build: bahdanau },
  "luong-dot": { ...training, sizes, build: luong({ score: "dot", stateDropout }) },
  "luong-general": { ...training, sizes, build: luong({ score: "general", stateDropout }) },
  "luong-concat": { ...training, sizes, build: luong({ score: "concat", stateDropout }) },
  "luong-local": { ...training, sizes, build: luong({ local: "predictive", halfWidth: 4, stateDropout }) },
  transformer: { ...training, lr: 0.002, sizes: { ...sizes, layers: 2 }, build: transformer },
} satisfies Readonly<Record<string, Recipe>>;

/** A translator of the table. */
export type RecipeName = keyof typeof recipes;
