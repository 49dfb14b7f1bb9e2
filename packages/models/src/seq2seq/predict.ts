import { stepsRule } from "@saccade/attention/model";
import { noGrad } from "@saccade/autograd";
import { ArgumentError, type Backend, tensor } from "@saccade/tensor";
import { describeValue } from "@saccade/tensor/backend";
import { instanceOf, type OptionsOf, required, signature, size, text, whole } from "@saccade/tensor/contract";
import { forbid } from "../contract/checks.ts";
import { beamSearch, greedyDecode } from "../decoding/decode.ts";
import { beamRules, inEvalMode, type TokenStep } from "../decoding/search.ts";
import * as words from "../tokens/vocabulary.ts";
import { EncoderDecoder } from "./interfaces.ts";

const name = "predictSeq2Seq";

const call = signature(
  name,
  {
    net: required(instanceOf("an EncoderDecoder", EncoderDecoder)),
    sentence: required(text()),
    srcVocab: required(words.vocabRule),
    tgtVocab: required(words.vocabRule),
  },
  {
    /** Sentences are truncated or padded to this many tokens, and at most this many are decoded. */
    numSteps: required(stepsRule()),
    ...beamRules,
    /** 1, the default, is greedy. */
    beamSize: size(1),
    /** Words that a greedy translation must start with. */
    prefix: { ...words.wordsRule, fix: (value: unknown) => `write prefix: ${describeValue([value])}` },
    /** Words that are never chosen, such as `["<pad>", "<bos>"]` where the network is untrained. Default none. */
    suppressTokens: { ...words.wordsRule, fix: () => `write suppressTokens: ["<pad>"]` },
    /** The number of most probable words that a greedy translation returns for every step. Default 0. */
    candidates: whole(0, { min: 0 }),
  },
  { example: `${name}(net, "go .", srcVocab, tgtVocab, { numSteps: 10 })` },
);

/** Options of {@link predictSeq2Seq}. */
export interface PredictOptions extends OptionsOf<typeof call, typeof beamRules> {}

/** A candidate word and its probability. */
export interface WordCandidate {
  /** The token, as text. */
  readonly token: string;
  /** The probability of the token. */
  readonly probability: number;
}

/** The result of {@link predictSeq2Seq}: the translation and its details. */
export interface Prediction {
  /** The translation as text, words joined by spaces. */
  readonly translation: string;
  /** The tokens, with `<eos>` if the network ended the sentence. */
  readonly tokens: readonly string[];
  /** The sentence's tokens as fed to the network: truncated to `numSteps`, with `<eos>`, unknown words as `<unk>`. */
  readonly sourceTokens: readonly string[];
  /** The attention weights of each token: (tokens, sourceTokens). */
  readonly weights: readonly (readonly number[])[];
  /** Words that are not in the source vocabulary. */
  readonly unknown: readonly string[];
  /** The sum of the tokens' log-probabilities. */
  readonly logProb: number;
  /** The requested number of candidates for each token, most probable first. */
  readonly candidates: readonly (readonly WordCandidate[])[];
}

/**
 * Translates one sentence, lower-cased and split at spaces, greedily or with a beam. Runs in eval mode, without
 * recording gradients.
 *
 * @throws ArgumentError for an empty sentence, a vocabulary without special words, a prefix with a word that is not in the
 * target vocabulary, and a prefix or candidates with a beam.
 * @example
 * const vocab = new Vocab([["go", "."]], { reservedTokens: ["<pad>", "<bos>", "<eos>"] });
 * const net = new EncoderDecoder(new Seq2SeqEncoder(vocab.size, 8, 16, 2), new Seq2SeqAttentionDecoder(vocab.size, 8, 16, 2));
 * typeof predictSeq2Seq(net, "go .", vocab, vocab, { numSteps: 5 }).translation // "string"
 */
export function predictSeq2Seq<S, E>(
  net: EncoderDecoder<S, E>,
  sentence: string,
  srcVocab: words.TranslationVocab,
  tgtVocab: words.TranslationVocab,
  given: PredictOptions,
): Prediction {
  const settings = call([net, sentence, srcVocab, tgtVocab, given]);
  const { numSteps, beamSize, lengthPenalty, prefix = [], suppressTokens = [], candidates } = settings;
  const source = sentence.toLowerCase().split(/ +/).filter(Boolean);
  forbid(name, {
    [`prefix and candidates are for greedy decoding; leave them out, or beamSize ${beamSize}`]:
      beamSize !== 1 && (prefix.length > 0 || candidates > 0),
    [`lengthPenalty ${lengthPenalty} is for a beam search; give a beamSize above 1, or leave it out`]:
      beamSize === 1 && lengthPenalty !== 0,
    "the sentence is empty; write some words": source.length === 0,
  });
  const pad = words.specialToken(name, srcVocab, "<pad>");
  const end = words.specialToken(name, srcVocab, "<eos>");
  const ids = [...source.map((word) => words.idOf(name, srcVocab, word)), end].slice(0, numSteps);
  const begun = prefix.map((word) => wordOf("prefix", tgtVocab, word));
  const suppressed = suppressTokens.map((word) => wordOf("suppressTokens", tgtVocab, word));
  const [bos, eos] = [
    words.specialToken(name, tgtVocab, "<bos>"),
    words.specialToken(name, tgtVocab, "<eos>"),
  ];
  const ends = { bos, eos, maxSteps: numSteps };
  return inEvalMode(net, () =>
    noGrad(() => {
      const ofIds = { dtype: "int32", backend: net.parameters()[0]!.backend } as const;
      const padded = [...ids, ...new Array<number>(numSteps - ids.length).fill(pad)];
      const validLens = tensor([ids.length], ofIds);
      const state = net.decoder.initState(net.encoder.forward(tensor([padded], ofIds), validLens), validLens);
      const step = stepOf(net, suppressed, ofIds);
      const found =
        beamSize === 1
          ? greedyDecode(step, state, { ...ends, prefix: begun, candidates })
          : { ...beamSearch(step, state, { ...ends, beamSize, lengthPenalty })[0]!, candidates: [] };
      const tokens = words.tokensOf(name, tgtVocab, found.tokens);
      return {
        translation: tokens.filter((token) => token !== "<eos>").join(" "),
        tokens,
        sourceTokens: words.tokensOf(name, srcVocab, ids),
        weights: found.weights.map((row) => row.slice(0, ids.length)),
        unknown: source.filter((word) => !srcVocab.has(word)),
        logProb: found.logProb,
        candidates: found.candidates.map((row) =>
          row.map(({ token, logProb }) => ({
            token: words.tokensOf(name, tgtVocab, [token])[0]!,
            probability: Math.exp(logProb),
          })),
        ),
      };
    }),
  );
}

function wordOf(option: string, vocab: words.TranslationVocab, word: string): number {
  if (vocab.has(word)) return words.idOf(name, vocab, word);
  throw new ArgumentError(
    `${name}: ${option} has ${JSON.stringify(word)}, which the target vocabulary lacks.`,
  );
}

function stepOf<S, E>(
  net: EncoderDecoder<S, E>,
  suppressed: readonly number[],
  ofIds: { readonly dtype: "int32"; readonly backend: Backend },
): TokenStep<S> {
  return (token, state) => {
    const { output, state: next, weights } = net.decoder.forward(tensor([[token]], ofIds), state);
    const scores = output.flatten(); // (vocabulary)
    const allowed =
      suppressed.length === 0
        ? scores
        : scores.indexPut([tensor([...suppressed], ofIds)], Number.NEGATIVE_INFINITY);
    return { logProbs: allowed.logSoftmax(0), state: next, weights: weights.flatten() };
  };
}
