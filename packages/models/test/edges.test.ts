import { type Tensor, zeros } from "@saccade/tensor";
import { of, type Run, testEdges, x } from "../../attention/test/edge-cases.ts";
import { noise } from "../../attention/test/helpers.ts";
import * as models from "../src/index.ts";

const ids = (b: number, n: number): Tensor => zeros([b, n], { dtype: "int32" });
const heads = { batchFirst: true } as const;
const sizes = { vocabSize: 5, maxLen: 8, dModel: 4, numLayers: 1, numHeads: 1 };
const transformer = new models.Transformer({
  srcVocabSize: 5,
  tgtVocabSize: 5,
  dModel: 4,
  numHeads: 1,
  numLayers: 1,
});

const runs: Readonly<Record<string, Run>> = {
  HierarchicalAttention: of(new models.HierarchicalAttention(4, 3), (m, b, n) =>
    m.forward(noise([b, n, 2, 4])),
  ),
  TransformerEncoderLayer: of(new models.TransformerEncoderLayer(4, 1, heads), (m, b, n, o) =>
    m.forward(x(b, n), o),
  ),
  TransformerDecoderLayer: of(new models.TransformerDecoderLayer(4, 1, heads), (m, b, n, { validLens }) =>
    m.forward(x(b, n), x(b, n), { causal: true, ...(validLens && { crossValidLens: validLens }) }),
  ),
  TransformerXL: of(new models.TransformerXL(4, 1, 1, { memoryLength: 2 }), (m, b, n) => m.forward(x(b, n))),
  MemoryNetwork: of(new models.MemoryNetwork(4), (m, b, n, o) => m.forward(noise([b, 4]), x(b, n), o)),
  GPT: of(new models.GPT(sizes), (m, b, n) => m.forward(ids(b, n))),
  "GPT of rotary positions": of(new models.GPT({ ...sizes, positions: "rotary" }), (m, b, n) =>
    m.forward(ids(b, n)),
  ),
  Bert: of(new models.Bert(sizes), (m, b, n) => m.forward(ids(b, n))),
  Transformer: of(transformer, (m, b, n, { validLens }) => m.forward(ids(b, n), ids(b, n), validLens)),
  Seq2SeqAttentionDecoder: of(
    new models.EncoderDecoder(
      new models.Seq2SeqEncoder(5, 4, 4, 1),
      new models.Seq2SeqAttentionDecoder(5, 4, 4, 1),
    ),
    (m, b, n, { validLens }) => m.forward(ids(b, n), ids(b, n), validLens),
  ),
  LuongDecoder: of(
    new models.EncoderDecoder(
      new models.BidirectionalEncoder(5, 4, 4, 1),
      new models.LuongDecoder(5, 4, 4, 1, { local: "predictive" }),
    ),
    (m, b, n) => m.forward(ids(b, n), ids(b, n)),
  ),
  BahdanauDecoder: of(
    new models.EncoderDecoder(
      new models.BidirectionalEncoder(5, 4, 4, 1),
      new models.BahdanauDecoder(5, 4, 4, 1),
    ),
    (m, b, n) => m.forward(ids(b, n), ids(b, n)),
  ),
};

testEdges(runs);
