import { BytePairTokenizer, Vocab } from "@saccade/datasets";
import { Transformer } from "@saccade/models";
import { manualSeed } from "@saccade/tensor";
import type { Language, SubwordTranslator } from "../../src/pages/opening/subwords/file.ts";

const languageOf = (text: string): Language => {
  const tokenizer = BytePairTokenizer.train(` ${text}`, { vocabSize: 300, specialTokens: [] });
  const tokens = tokenizer.encode(` ${text}`).map((id) => tokenizer.idToToken(id));
  return { tokenizer, vocab: new Vocab(tokens, { reservedTokens: ["<pad>", "<bos>", "<eos>"] }) };
};

/** An untrained translator of a few words, which shows what is at least so certain. */
export function tinyTranslator(least: number, sure: number = least): SubwordTranslator {
  manualSeed(0);
  const source = languageOf("i love you my name is tom 3 cats . ! ?");
  const target = languageOf("je t'aime mon nom est tom 3 chats où . ! ?");
  const net = new Transformer({
    srcVocabSize: source.vocab.size,
    tgtVocabSize: target.vocab.size,
    ...{ dModel: 8, dimFeedforward: 16, numHeads: 2, numLayers: 2, maxLen: 64, normFirst: true },
  });
  const facts = {
    credit: "made for a test",
    pairs: 1,
    labelSmoothing: 0.1,
    leastWord: 0,
    bleu: 0,
    heads: { layer: 1, heads: [0], aer: 0, contentWeight: 0 },
    least,
    sure,
    words: ["you", "i", "love", "my", "name", "is", "tom", "cats"],
    names: ["Tom"],
    sentences: ["My name is Tom.", "I love you."],
  };
  return { net, source, target, facts };
}
