import { Transformer } from "@saccade/models";
import { heads, width } from "./sizes.ts";
import { longestTarget, source, target } from "./vocabulary.ts";

/** The page's model, untrained. */
export function makeNet(dropout: number = 0, positions: boolean = true): Transformer {
  const net = new Transformer({
    srcVocabSize: source.size,
    tgtVocabSize: target.size,
    dModel: width,
    numHeads: heads,
    numLayers: 2, // of each side
    dimFeedforward: 2 * width,
    maxLen: longestTarget,
    dropout,
  });
  return positions ? net : withoutPositions(net);
}

/** Nothing is added to the embeddings any more. */
export function withoutPositions(net: Transformer): Transformer {
  net.encoder.positions = null;
  net.decoder.positions = null;
  return net;
}
