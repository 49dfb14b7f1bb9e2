import { noGrad } from "@saccade/autograd";
import { type Backend, tensor } from "@saccade/tensor";
import { type BeamSearchOptions, beamSearch } from "../decoding/beam-search.ts";
import { inEvalMode } from "../decoding/eval-mode.ts";
import { greedyDecode } from "../decoding/greedy.ts";
import { checkMaxSteps, type TokenStep } from "../decoding/step.ts";
import type { EncoderDecoder } from "./interfaces.ts";
import { specialToken, type TranslationVocab } from "./vocabulary.ts";

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
 * Translates one sentence, lower-cased and split at spaces, greedily or with a beam. Dropout is off meanwhile, and
 * nothing is recorded.
 *
 * @throws RangeError for an empty sentence, for numSteps below 1, and for a vocabulary without special words.
 */
export function predictSeq2Seq<S, E>(
  net: EncoderDecoder<S, E>,
  sentence: string,
  srcVocab: TranslationVocab,
  tgtVocab: TranslationVocab,
  { numSteps, beamSize = 1, lengthPenalty = 0 }: PredictOptions,
): Prediction {
  checkMaxSteps("predictSeq2Seq", numSteps, "numSteps");
  const words = sentence
    .toLowerCase()
    .split(" ")
    .filter((word) => word !== "");
  if (words.length === 0) throw new RangeError("predictSeq2Seq: the sentence is empty; write some words.");
  const id = (vocab: TranslationVocab, token: string): number => specialToken("predictSeq2Seq", vocab, token);
  const pad = id(srcVocab, "<pad>");
  const ids = [...words.map((word) => srcVocab.index(word)), id(srcVocab, "<eos>")].slice(0, numSteps);
  const options = { bos: id(tgtVocab, "<bos>"), eos: id(tgtVocab, "<eos>"), maxSteps: numSteps };
  return inEvalMode(net, () =>
    noGrad(() => {
      const state = encode(net, ids, pad, numSteps);
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
    }),
  );
}

function encode<S, E>(net: EncoderDecoder<S, E>, ids: readonly number[], pad: number, numSteps: number): S {
  const padded = [...ids, ...new Array<number>(numSteps - ids.length).fill(pad)];
  const place = { dtype: "int32", backend: backendOf(net) } as const;
  const encoded = net.encoder.forward(tensor([padded], place)); // of (1, steps)
  return net.decoder.initState(encoded, tensor([ids.length], place));
}

function backendOf<S, E>(net: EncoderDecoder<S, E>): Backend {
  return net.parameters()[0]!.backend;
}

function stepOf<S, E>(net: EncoderDecoder<S, E>): TokenStep<S> {
  const backend = backendOf(net);
  return (token, state) => {
    const fed = tensor([[token]], { dtype: "int32", backend });
    const { output, state: next, weights } = net.decoder.forward(fed, state);
    return { logProbs: output.flatten().logSoftmax(0), state: next, weights: weights.flatten() };
  };
}
