import { noGrad } from "@saccade/autograd";
import type { AlignedPair, GrammarData } from "@saccade/datasets";
import {
  alignmentErrorRate,
  alignmentLinks,
  contentWeight,
  corpusBleu,
  type Decoded,
  type EncoderDecoder,
} from "@saccade/models";
import type { Tensor } from "@saccade/tensor";
import { givenWords } from "../tensors.ts";
import { translateAll } from "../translate-all.ts";

/** An encoder and a decoder that returns its weights, whatever its state is. */
export type Translator = EncoderDecoder<unknown, unknown, Decoded<unknown>>;

/** A translator's scores on pairs that it was not trained on. */
export interface Measures {
  readonly aer: number;
  readonly contentWeight: number;
  /** Corpus BLEU-4 of greedy translations. */
  readonly bleu: number;
}

/** Pairs that were not trained on. */
export type HeldOut = "validation" | "test";

/** Measures a translator on held-out pairs of the data it was trained on. */
export function measure(net: Translator, data: GrammarData, which: HeldOut): Measures {
  const { tgtVocab, split } = data;
  net.eval();
  const translations = translateAll(net, data[which], tgtVocab, data[which].Y.size(1));
  const references = split[which].map(({ target }) => target.join(" "));
  return {
    ...alignment(split[which], referenceWeights(net, data, which)),
    bleu: corpusBleu(translations, references),
  };
}

/** Attention weights of one pair, (target steps, source steps). */
export type PairWeights = readonly (readonly number[])[];

/** The attention weights of each pair while the decoder reads the reference. */
export function referenceWeights(net: Translator, data: GrammarData, which: HeldOut): PairWeights[] {
  return noGrad(() => {
    const { X, XValidLen } = data[which];
    const { weights } = net.forward(X, referenceInput(data, which), XValidLen); // (target steps, b, 1, source steps)
    return weights.squeeze(2).transpose(0, 1).toArray() as number[][][];
  });
}

/** `<bos>` and the references without their last word, (b, target steps). */
export function referenceInput(data: GrammarData, which: HeldOut): Tensor {
  return givenWords(data[which].Y, data.tgtVocab.index("<bos>"));
}

/** How well given weights align pairs. */
export function alignment(
  pairs: readonly AlignedPair[],
  weights: readonly PairWeights[],
): Pick<Measures, "aer" | "contentWeight"> {
  return {
    aer: alignmentErrorRate(
      pairs.map(({ source, target, sure, possible }, i) => ({
        links: alignmentLinks(weights[i]!, source, target),
        sure,
        possible,
      })),
    ),
    contentWeight: contentWeight(
      pairs.map(({ sure, content }, i) => ({ weights: weights[i]!, sure, content })),
    ),
  };
}
