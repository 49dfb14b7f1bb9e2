import { EncoderDecoder, Seq2SeqAttentionDecoder, Seq2SeqEncoder } from "@saccade/models";
import { seedFills } from "./adapters/seed-fills.ts";
import { asNumber, type Fields } from "./case.ts";

/** Vocabularies of a translation model. */
export interface VocabSizes {
  readonly src: number;
  readonly tgt: number;
}

type Sizes = readonly [embedSize: number, numHiddens: number, numLayers: number];

function sizesOf(attrs: Fields): Sizes {
  return [attrs.number("embed_size"), attrs.number("num_hiddens"), attrs.number("num_layers")];
}

export function encoderOf(attrs: Fields, vocabSize: number): Seq2SeqEncoder {
  return new Seq2SeqEncoder(vocabSize, ...sizesOf(attrs), attrs.options({ dropout: asNumber }));
}

export function decoderOf(attrs: Fields, vocabSize: number): Seq2SeqAttentionDecoder {
  const options = { ...attrs.options({ dropout: asNumber }), maskFill: seedFills.seed004 };
  return new Seq2SeqAttentionDecoder(vocabSize, ...sizesOf(attrs), options);
}

/** Seed 004's translation model, with sizes and dropout from attrs. */
export function translationModel(attrs: Fields, { src, tgt }: VocabSizes): EncoderDecoder {
  return new EncoderDecoder(encoderOf(attrs, src), decoderOf(attrs, tgt));
}
