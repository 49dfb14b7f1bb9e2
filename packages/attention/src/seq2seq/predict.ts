import { noGrad } from "@saccade/autograd";
import { tensor } from "@saccade/tensor";
import { type BeamSearchOptions, beamSearch } from "../decoding/beam-search.ts";
import { greedyDecode } from "../decoding/greedy.ts";
import type { TokenStep } from "../decoding/step.ts";
import type { DecoderState, EncoderDecoder } from "./interfaces.ts";

/** What translating needs of a vocabulary. */
export interface TranslationVocab {
  has(token: string): boolean;
  index(token: string): number;
  toTokens(ids: Iterable<number>): string[];
}

export interface PredictOptions {
  /** Sentences are cut or padded to so many tokens, and at most so many are decoded. */
  readonly numSteps: number;
  /** 1, the default, is greedy. */
  readonly beamSize?: BeamSearchOptions["beamSize"];
  readonly lengthPenalty?: BeamSearchOptions["lengthPenalty"];
}

export interface Prediction {
  /** The translation as text, words joined by spaces. */
  readonly translation: string;
  /** Its tokens, with `<eos>` where the network ended by itself. */
  readonly tokens: readonly string[];
  /** The sentence's tokens as the network saw them: cut to `numSteps`, with `<eos>`, unknown words as `<unk>`. */
  readonly sourceTokens: readonly string[];
  /** Where each token looked: (tokens, sourceTokens). */
  readonly weights: readonly (readonly number[])[];
  /** Words that the source vocabulary lacks. */
  readonly unknown: readonly string[];
  /** The sum of the tokens' log-probabilities. */
  readonly logProb: number;
}

/**
 * Translates one sentence, lower-cased and split at spaces, greedily or with a beam. The network is put into eval
 * mode meanwhile.
 *
 * @throws RangeError for an empty sentence.
 */
export function predictSeq2Seq(
  net: EncoderDecoder,
  sentence: string,
  srcVocab: TranslationVocab,
  tgtVocab: TranslationVocab,
  { numSteps, beamSize = 1, lengthPenalty = 0 }: PredictOptions,
): Prediction {
  const words = sentence
    .toLowerCase()
    .split(" ")
    .filter((word) => word !== "");
  if (words.length === 0) throw new RangeError("predictSeq2Seq: the sentence is empty; write some words.");
  const training = net.training;
  net.eval();
  try {
    return noGrad(() => {
      const ids = [...words.map((word) => srcVocab.index(word)), srcVocab.index("<eos>")].slice(0, numSteps);
      const options = { bos: tgtVocab.index("<bos>"), eos: tgtVocab.index("<eos>"), maxSteps: numSteps };
      const state = encode(net, ids, srcVocab.index("<pad>"), numSteps);
      const step = stepOf(net);
      const found =
        beamSize === 1
          ? greedyDecode(step, state, options)
          : beamSearch(step, state, { ...options, beamSize, lengthPenalty })[0]!;
      const tokens = tgtVocab.toTokens(found.tokens);
      return {
        translation: tokens.filter((token) => token !== "<eos>").join(" "),
        tokens,
        sourceTokens: srcVocab.toTokens(ids),
        weights: found.weights.map((row) => row.slice(0, ids.length)),
        unknown: words.filter((word) => !srcVocab.has(word)),
        logProb: found.logProb,
      };
    });
  } finally {
    net.train(training);
  }
}

function encode(net: EncoderDecoder, ids: readonly number[], pad: number, numSteps: number): DecoderState {
  const padded = [...ids, ...new Array<number>(numSteps - ids.length).fill(pad)];
  const x = tensor([padded], { dtype: "int32", backend: backendOf(net) });
  const validLens = tensor([ids.length], { dtype: "int32", backend: backendOf(net) });
  return net.decoder.initState(net.encoder.forward(x), validLens);
}

function backendOf(net: EncoderDecoder): ReturnType<EncoderDecoder["parameters"]>[number]["backend"] {
  return net.parameters()[0]!.backend;
}

function stepOf(net: EncoderDecoder): TokenStep<DecoderState> {
  return (token, state) => {
    const fed = tensor([[token]], { dtype: "int32", backend: backendOf(net) });
    const { output, state: next, weights } = net.decoder.forward(fed, state);
    return { logProbs: output.flatten().logSoftmax(0), state: next, weights: weights.flatten() };
  };
}
