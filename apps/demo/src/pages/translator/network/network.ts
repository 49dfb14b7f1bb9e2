import {
  BidirectionalEncoder,
  EncoderDecoder,
  initSeq2Seq,
  LuongDecoder,
  type LuongState,
  predictSeq2Seq,
  seq2seqOptimizer,
} from "@saccade/attention";
import { type NmtTensors, preprocessNmt } from "@saccade/datasets";
import type { Adam } from "@saccade/nn";
import { manualSeed } from "@saccade/tensor";
import type { RunFacts, RunSettings, SourceWord, TranslateAsk, Translation } from "./calls.ts";
import { ofGrammar, ofText, type RunPairs } from "./data.ts";
import { spokenOut } from "./english.ts";
import { examples } from "./examples.ts";
import { longest, sizes } from "./network-sizes.ts";
import { spaced } from "./spaced.ts";

const candidates = 5;

/** A network and the sentence pairs it learns. */
export interface Translator {
  readonly net: EncoderDecoder<LuongState>;
  readonly optimizer: Adam;
  readonly data: RunPairs;
  readonly heldOut: NmtTensors | null;
  readonly facts: Omit<RunFacts, "computer">;
}

/**
 * Builds the network of a run, untrained.
 *
 * @throws Error naming the line where the text is no list of pairs.
 */
export function makeTranslator({ seed, lr, pairs, name }: RunSettings): Translator {
  const { data, heldOut, given, ofEpoch } = pairs === null ? ofGrammar(seed) : ofText(seed, pairs, name);
  manualSeed(seed);
  const net = makeNet(data, pairs === null ? 0 : sizes.dropout);
  initSeq2Seq(net);
  const facts = {
    name,
    isGrammar: pairs === null,
    pairs: data.pairs.source.length,
    pairsOfEpoch: ofEpoch,
    heldOut: heldOut?.["Y"].size(0) ?? 0,
    given,
    sourceWords: data.srcVocab.size,
    targetWords: data.tgtVocab.size,
    parameters: net.numParameters(),
    examples: pairs === null ? examples : examplesOf(data),
  };
  return { net, optimizer: seq2seqOptimizer(net, { lr }), data, heldOut, facts };
}

/** Luong's network with the general score (Luong, Pham & Manning 2015, section 3.1), untrained. */
export function makeNet({ srcVocab, tgtVocab }: RunPairs, dropout: number): EncoderDecoder<LuongState> {
  const { embed, hidden, layers } = sizes;
  return new EncoderDecoder(
    new BidirectionalEncoder(srcVocab.size, embed, hidden, layers, { dropout }),
    new LuongDecoder(tgtVocab.size, embed, hidden, layers, { dropout }),
  );
}

/** Some sentences from all over the data, of several words and all of them known. */
function examplesOf({ pairs, srcVocab }: RunPairs): string[] {
  const whole = pairs.source.filter((words) => words.length > 2 && words.every((word) => srcVocab.has(word)));
  const spread = [0.05, 0.3, 0.55, 0.8].map((part) => whole[Math.floor(part * whole.length)]?.join(" "));
  return [...new Set(spread.filter((text) => text !== undefined))];
}

/**
 * Translates a sentence greedily behind a prefix, with the translator's network unless another is given.
 *
 * @throws RangeError for a sentence without words.
 */
export function translate(
  { net: own, data, facts }: Translator,
  { sentence, prefix }: TranslateAsk,
  net: EncoderDecoder<LuongState> = own,
): Translation {
  const split = preprocessNmt(facts.isGrammar ? sentence : spaced(sentence))
    .replace(/\s+/g, " ")
    .trim();
  const text = facts.isGrammar ? spokenOut(split) : split;
  const words = text.split(" ");
  const found = predictSeq2Seq(net, text, data.srcVocab, data.tgtVocab, {
    numSteps: longest,
    prefix: prefix.slice(0, longest),
    // What no sentence has, and an untrained network may say.
    suppressTokens: ["<pad>", "<bos>"],
    candidates,
  });
  const source = found.sourceTokens.map((token, i): SourceWord => {
    const written = words[i];
    return written === undefined ? { text: token, known: true } : { text: written, known: token !== "<unk>" };
  });
  return {
    source,
    unseen: Math.max(0, words.length - longest),
    tokens: found.tokens,
    weights: found.weights,
    candidates: found.candidates,
  };
}
