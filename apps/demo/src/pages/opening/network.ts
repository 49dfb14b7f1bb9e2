import { Vocab } from "@saccade/datasets";
import {
  BidirectionalEncoder,
  EncoderDecoder,
  LuongDecoder,
  type LuongState,
  predictSeq2Seq,
} from "@saccade/models";
import { fromSafetensors } from "@saccade/nn";
import { halfFile } from "../../export/half-file.ts";
import { longest, sizes } from "../translator/network/network-sizes.ts";
import type { Translation } from "./calls.ts";

/** Sentence pairs that it was trained on. */
export const grammarPairs = 8000;

/** A trained translator, ready to translate. */
export interface Translator {
  readonly net: EncoderDecoder<LuongState>;
  readonly source: Vocab;
  readonly target: Vocab;
}

/** Luong's network with the general score (Luong, Pham & Manning 2015, section 3.1), untrained. */
export function makeNet(sourceWords: number, targetWords: number): EncoderDecoder<LuongState> {
  const { embed, hidden, layers, dropout } = sizes;
  return new EncoderDecoder(
    new BidirectionalEncoder(sourceWords, embed, hidden, layers, { dropout }),
    new LuongDecoder(targetWords, embed, hidden, layers, { dropout }),
  );
}

/** A file of a translator: weights as 16-bit floats, and both vocabularies. */
export function writeTranslator({ net, source, target }: Translator): Uint8Array<ArrayBuffer> {
  return halfFile(Object.entries(net.stateDict()), {
    source: JSON.stringify(source.toJSON()),
    target: JSON.stringify(target.toJSON()),
  });
}

/** @throws Error for bytes of another kind of file. */
export function readTranslator(bytes: Uint8Array<ArrayBuffer>): Translator {
  const { tensors, metadata } = fromSafetensors(bytes);
  const source = Vocab.fromJSON(JSON.parse(metadata["source"] ?? "null"));
  const target = Vocab.fromJSON(JSON.parse(metadata["target"] ?? "null"));
  const net = makeNet(source.size, target.size);
  net.loadStateDict(tensors);
  for (const tensor of Object.values(tensors)) tensor.dispose();
  return { net, source, target };
}

/**
 * Translates a sentence greedily. Words that the vocabulary lacks are read as `<unk>`.
 *
 * @throws RangeError for a sentence without words.
 */
export function translate({ net, source, target }: Translator, words: readonly string[]): Translation {
  const found = predictSeq2Seq(net, words.join(" "), source, target, {
    numSteps: longest,
    suppressTokens: ["<pad>", "<bos>"],
    candidates: 1,
  });
  return {
    source: found.sourceTokens.map((token, i) => ({ text: words[i] ?? token, known: token !== "<unk>" })),
    tokens: found.tokens,
    weights: found.weights,
    probabilities: found.candidates.map(([said]) => said?.probability ?? 0),
  };
}
