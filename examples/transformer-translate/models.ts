import type { GrammarData } from "@saccade/datasets";
import {
  BidirectionalEncoder,
  EncoderDecoder,
  initSeq2Seq,
  LuongDecoder,
  type LuongState,
  Transformer,
} from "@saccade/models";

const width = 64;

/** A small Transformer, normalizing first, which trains without a careful learning rate (Xiong et al. 2020). */
export function makeTransformer({ srcVocab, tgtVocab }: GrammarData): Transformer {
  const sizes = { dModel: width / 2, dimFeedforward: width, numHeads: 4, numLayers: 2, maxLen: 16 };
  const words = { srcVocabSize: srcVocab.size, tgtVocabSize: tgtVocab.size };
  return new Transformer({ ...words, ...sizes, dropout: 0, normFirst: true });
}

/** Luong's model: GRUs, the encoder's in both directions. It has twice the Transformer's parameters. */
export function makeGru({ srcVocab, tgtVocab }: GrammarData): EncoderDecoder<LuongState> {
  const net = new EncoderDecoder(
    new BidirectionalEncoder(srcVocab.size, width, width, 1, { dropout: 0.1 }),
    new LuongDecoder(tgtVocab.size, width, width, 1, { dropout: 0.1 }),
  );
  initSeq2Seq(net);
  return net;
}
