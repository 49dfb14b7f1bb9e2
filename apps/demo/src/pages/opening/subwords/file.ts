import { BytePairTokenizer, Vocab } from "@saccade/datasets";
import { Transformer } from "@saccade/models";
import { fromSafetensors } from "@saccade/nn";
import { halfFile } from "../../../export/half-file.ts";

/** One language: its subwords, and their ids. Each word is encoded with the space before it, which is written "Ġ". */
export interface Language {
  readonly tokenizer: BytePairTokenizer;
  readonly vocab: Vocab;
}

/** What else its file says of a translator. */
export interface Facts {
  /** The source of the sentences that it was trained on, and their license. */
  readonly credit: string;
  readonly pairs: number;
  readonly labelSmoothing: number;
  /** Of held-out sentences, of one reference each. */
  readonly bleu: number;
  /** The attention that aligns words best, and how well it does: on sentences of the project's grammar, whose alignment is known. */
  readonly heads: {
    readonly layer: number;
    readonly heads: readonly number[] | null;
    readonly aer: number;
    readonly contentWeight: number;
  };
  /**
   * Translations that are less certain than `least`, or have a word that is less probable than `leastWord`, are not shown, and
   * those below `sure` are called uncertain.
   */
  readonly least: number;
  readonly leastWord: number;
  readonly sure: number;
  /** English words that it has often seen, the most frequent first. */
  readonly words: readonly string[];
  /** French words that are written with a capital, as those pairs have them in the middle of a sentence. */
  readonly names: readonly string[];
  /** Sentences of the project's own that it translates with certainty. */
  readonly sentences: readonly string[];
}

/** A Transformer that translates English in subwords. */
export interface SubwordTranslator {
  readonly net: Transformer;
  readonly source: Language;
  readonly target: Language;
  readonly facts: Facts;
}

/** The file of a translator: weights as 16-bit floats, the rest as JSON beside them. */
export function writeTranslator({ net, source, target, facts }: SubwordTranslator): Uint8Array<ArrayBuffer> {
  const { dModel, dimFeedforward, numHeads, numLayers, maxLen, normFirst } = net.settings;
  return halfFile(Object.entries(net.stateDict()), {
    sizes: JSON.stringify({ dModel, dimFeedforward, numHeads, numLayers, maxLen, normFirst }),
    source: JSON.stringify(source),
    target: JSON.stringify(target),
    facts: JSON.stringify(facts),
  });
}

/** @throws Error for bytes of another kind of file. */
export function readTranslator(bytes: Uint8Array<ArrayBuffer>): SubwordTranslator {
  const { tensors, metadata } = fromSafetensors(bytes);
  const part = (name: string) => JSON.parse(metadata[name] ?? "null");
  const [source, target] = [part("source"), part("target")].map(
    (json): Language => ({
      tokenizer: BytePairTokenizer.fromJSON(json?.tokenizer),
      vocab: Vocab.fromJSON(json?.vocab),
    }),
  ) as [Language, Language];
  const facts: Facts = part("facts");
  const net = new Transformer({
    ...part("sizes"),
    srcVocabSize: source.vocab.size,
    tgtVocabSize: target.vocab.size,
  });
  net.loadStateDict(tensors);
  for (const tensor of Object.values(tensors)) tensor.dispose();
  net.eval();
  net.decoder.chooseHeads(facts.heads.layer, facts.heads.heads);
  return { net, source, target, facts };
}
