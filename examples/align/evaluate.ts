import {
  alignmentErrorRate,
  alignmentLinks,
  contentWeight,
  corpusBleu,
  type Decoded,
  type EncoderDecoder,
} from "@saccade/attention";
import { noGrad } from "@saccade/autograd";
import type { AlignedPair, GrammarData, NmtTensors } from "@saccade/datasets";
import { cat, full, type Tensor } from "@saccade/tensor";

/** An encoder and a decoder that returns its weights, whatever its state is. */
export type Translator = EncoderDecoder<unknown, unknown, Decoded<unknown>>;

/** Pairs as words and as ids. */
export interface Pairs {
  readonly pairs: readonly AlignedPair[];
  readonly tensors: NmtTensors;
}

/** What a translator reaches on pairs that it was not trained on. */
export interface Measures {
  readonly aer: number;
  readonly contentWeight: number;
  /** Corpus BLEU-4 of greedy translations. */
  readonly bleu: number;
}

/** Measures a translator on held-out pairs of the data it was trained on. */
export function measure(net: Translator, data: GrammarData, which: "validation" | "test"): Measures {
  const held = { pairs: data.split[which], tensors: data[which] };
  const bos = data.tgtVocab.index("<bos>");
  net.eval();
  const translations = greedy(net, held.tensors, bos).map((ids) => sentence(data.tgtVocab.toTokens(ids)));
  const references = held.pairs.map(({ target }) => target.join(" "));
  return {
    ...alignment(held.pairs, referenceWeights(net, held.tensors, bos)),
    bleu: corpusBleu(translations, references),
  };
}

/** Attention weights of one pair, (target steps, source steps). */
export type PairWeights = readonly (readonly number[])[];

/** The attention weights of each pair while the decoder reads the reference. */
export function referenceWeights(
  net: Translator,
  { X, XValidLen, Y }: NmtTensors,
  bos: number,
): PairWeights[] {
  return noGrad(() => {
    const fed = cat([full([Y.size(0), 1], bos, { dtype: "int32" }), Y.slice(1, { stop: -1 })], 1);
    const { weights } = net.forward(X, fed, XValidLen); // (target steps, b, 1, source steps)
    return weights.squeeze(2).transpose(0, 1).toArray() as number[][][];
  });
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

/** Greedy translations of all sources, side by side, as ids. */
function greedy(net: Translator, { X, XValidLen, Y }: NmtTensors, bos: number): number[][] {
  return noGrad(() => {
    let state = net.decoder.initState(net.encoder.forward(X, XValidLen), XValidLen);
    let words = full([X.size(0), 1], bos, { dtype: "int32" });
    const steps: Tensor[] = [];
    for (let i = 0; i < Y.size(1); i++) {
      const step = net.decoder.forward(words, state);
      state = step.state;
      words = step.output.argmax(-1); // (b, 1)
      steps.push(words);
    }
    return cat(steps, 1).toArray() as number[][];
  });
}

/** The words before `<eos>`. */
function sentence(words: readonly string[]): string {
  const end = words.indexOf("<eos>");
  return words.slice(0, end < 0 ? words.length : end).join(" ");
}
