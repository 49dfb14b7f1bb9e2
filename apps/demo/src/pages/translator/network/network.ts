import { noGrad } from "@saccade/autograd";
import { type NmtTensors, preprocessNmt, type Vocab } from "@saccade/datasets";
import {
  BidirectionalEncoder,
  EncoderDecoder,
  initSeq2Seq,
  LuongDecoder,
  type LuongState,
  predictSeq2Seq,
  seq2seqOptimizer,
} from "@saccade/models";
import type { Adam } from "@saccade/nn";
import { full, manualSeed, type Tensor } from "@saccade/tensor";
import type { RunFacts, RunSettings, SourceWord, TranslateAsk, Translation } from "./calls.ts";
import { ofGrammar, ofText, type RunPairs, spaced } from "./data.ts";
import { readEnglish } from "./english.ts";
import { examples, longest, sizes } from "./network-sizes.ts";

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
 * @throws Error naming the line if the text is not a list of pairs.
 */
export function makeTranslator({ seed, lr, pairs, name }: RunSettings): Translator {
  const { data, heldOut, given, ofEpoch, credit } =
    pairs === null ? ofGrammar(seed) : ofText(seed, pairs, name);
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
    ...(credit !== null && { credit }),
    words: data.srcVocab.tokens.filter((token) => /\p{L}/u.test(token) && !/^<.*>$/.test(token)),
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

const nothing: Translation = { source: [], unseen: 0, tokens: [], weights: [], candidates: [] };

/**
 * Translates a sentence greedily after a prefix, with the translator's network unless another is given. Nothing comes of
 * a sentence without words.
 */
export function translate(
  { net: own, data, facts }: Translator,
  { sentence, prefix }: TranslateAsk,
  net: EncoderDecoder<LuongState> = own,
): Translation {
  const { words, unseen } = facts.isGrammar ? grammarWords(sentence) : fileWords(sentence);
  if (words.length === 0) return nothing;
  // The reader's input is a word, even if it looks like a special token.
  const text = words.map((word) => (/^<.*>$/.test(word) ? "<unk>" : word)).join(" ");
  const found = predictSeq2Seq(net, text, data.srcVocab, data.tgtVocab, {
    numSteps: longest,
    prefix: prefix.slice(0, longest),
    // Tokens that no sentence has, but an untrained network may generate.
    suppressTokens: ["<pad>", "<bos>"],
    candidates,
  });
  const source = found.sourceTokens.map((token, i): SourceWord => {
    const written = words[i];
    return written === undefined ? { text: token, known: true } : { text: written, known: token !== "<unk>" };
  });
  return {
    source,
    unseen,
    tokens: found.tokens,
    weights: found.weights,
    candidates: found.candidates,
  };
}

interface Words {
  readonly words: readonly string[];
  /** Words that are not read. */
  readonly unseen: number;
}

function grammarWords(sentence: string): Words {
  const { words, further, tooMany } = readEnglish(sentence, longest - 1);
  return { words, unseen: further + tooMany };
}

/** Cut as the reader's own pairs are. */
function fileWords(sentence: string): Words {
  const split = preprocessNmt(spaced(sentence)).replace(/\s+/g, " ").trim();
  const words = split === "" ? [] : split.split(" ");
  return { words, unseen: Math.max(0, words.length - longest) };
}

/** The number of pairs that the network translates exactly, greedily; all of them in one batch. */
export function countRight(net: EncoderDecoder<LuongState>, pairs: NmtTensors, vocab: Vocab): number {
  const { X, XValidLen, Y, YValidLen } = pairs;
  const [rows, steps] = Y.dims(2);
  const wanted = Y.dataSync();
  const lengths = YValidLen.dataSync();
  const right = new Uint8Array(rows).fill(1);
  const wasTraining = net.training;
  net.eval();
  try {
    noGrad(() => {
      let state = net.decoder.initState(net.encoder.forward(X, XValidLen), XValidLen);
      let token: Tensor = full([rows, 1], vocab.index("<bos>"), { dtype: "int32" });
      for (let step = 0; step < steps; step++) {
        const { output, state: next } = net.decoder.forward(token, state);
        token = output.argmax(-1);
        state = next;
        const said = token.dataSync();
        for (let row = 0; row < rows; row++) {
          if (step < (lengths[row] ?? 0) && said[row] !== wanted[row * steps + step]) right[row] = 0;
        }
      }
    });
  } finally {
    net.train(wasTraining);
  }
  return right.reduce((sum, one) => sum + one, 0);
}
