import * as attention from "@saccade/attention";
import * as models from "@saccade/models";
import type { Module } from "@saccade/nn";
import { randn, type Tensor, tensor } from "@saccade/tensor";

/** A model and a run of it that visits every site. The last is the output that is compared. */
export interface ModelKind {
  readonly name: string;
  make(): { readonly model: Module; run(): Tensor };
}

const ids = (b: number, n: number, words = 9): Tensor =>
  tensor(
    Array.from({ length: b }, (_, i) => Array.from({ length: n }, (_, j) => (3 * i + 5 * j + i * j) % words)),
    { dtype: "int32" },
  );
const lens = (): Tensor => tensor([5, 3], { dtype: "int32" });
const gpt = { vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 2, numHeads: 2 };
const translator = { srcVocabSize: 9, tgtVocabSize: 9, dModel: 8, numHeads: 2, numLayers: 2, maxLen: 16 };

function kind(name: string, model: () => Module, run: (model: never) => () => Tensor): ModelKind {
  return {
    name,
    make() {
      const made = model();
      made.eval();
      return { model: made, run: run(made as never) };
    },
  };
}

const gptOf = (name: string, more: Partial<models.GPTOptions>): ModelKind =>
  kind(
    `GPT, ${name}`,
    () => new models.GPT({ ...gpt, ...more }),
    (model: models.GPT) => () => model.forward(ids(2, 6)),
  );

const selfAttention = (name: string, more: attention.MultiheadAttentionOptions): ModelKind =>
  kind(
    `MultiheadAttention, ${name}`,
    () => new attention.MultiheadAttention(8, 2, { batchFirst: true, ...more }),
    (model: attention.MultiheadAttention) => {
      const x = randn([2, 5, 8]);
      return () => model.forward(x, x, x, { causal: true, needWeights: false }).output;
    },
  );

const encoder = (name: string, more: models.TransformerLayerOptions): ModelKind =>
  kind(
    `TransformerEncoder, ${name}`,
    () => new models.TransformerEncoder(() => new models.TransformerEncoderLayer(8, 2, more), 2),
    (model: models.TransformerEncoder) => {
      const x = randn([2, 5, 8]);
      return () => model.forward<false>(x, { causal: true });
    },
  );

const seq2seq = (decoder: models.AttentionDecoder, both: boolean): Module =>
  new models.EncoderDecoder(
    both ? new models.BidirectionalEncoder(9, 4, 8, 1) : new models.Seq2SeqEncoder(9, 4, 8, 2),
    decoder as never,
  );
const translate = (model: models.EncoderDecoder) => (): Tensor =>
  model.forward(ids(2, 5), ids(2, 4), lens()).output;

/** Every kind of model with sites. */
export const modelKinds: readonly ModelKind[] = [
  gptOf("learned positions", {}),
  gptOf("as Llama", {
    positions: "rotary",
    norm: "rms",
    activation: "swiglu",
    bias: false,
    numHeads: 4,
    numKvHeads: 2,
  }),
  gptOf("ALiBi", { positions: "alibi", activation: "relu" }),
  selfAttention("plain", {}),
  selfAttention("rotary", { positions: new attention.RotaryPositions(4) }),
  selfAttention("extra keys", { addBiasKv: true, addZeroAttn: true }),
  selfAttention("other sizes", { bias: false, dropout: 0.5 }),
  kind(
    "MultiheadAttention, sequence first, of other sizes",
    () => new attention.MultiheadAttention(8, 2, { kdim: 6, vdim: 4 }),
    (model: attention.MultiheadAttention) => {
      const [q, k, v] = [randn([3, 2, 8]), randn([5, 2, 6]), randn([5, 2, 4])];
      return () => model.forward(q, k, v, { needWeights: false }).output;
    },
  ),
  kind(
    "MultiheadAttention, unbatched",
    () => new attention.MultiheadAttention(8, 2),
    (model: attention.MultiheadAttention) => {
      const x = randn([4, 8]);
      return () => model.forward(x, x, x).output;
    },
  ),
  encoder("normalizing sums", { dimFeedforward: 12, batchFirst: true }),
  encoder("normalizing inputs, sequence first", { dimFeedforward: 12, normFirst: true }),
  kind(
    "TransformerDecoderLayer, sequence first",
    () => new models.TransformerDecoderLayer(8, 2, { dimFeedforward: 12, normFirst: true }),
    (model: models.TransformerDecoderLayer) => {
      const [x, memory] = [randn([3, 2, 8]), randn([5, 2, 8])];
      return () => model.forward<false>(x, memory, { causal: true });
    },
  ),
  kind(
    "TransformerStacks",
    () => new models.TransformerStacks(8, 2, { numEncoderLayers: 1, numDecoderLayers: 2, dimFeedforward: 8 }),
    (model: models.TransformerStacks) => {
      const [x, y] = [randn([5, 2, 8]), randn([4, 2, 8])];
      return () => model.forward(x, y, { decoder: { causal: true } });
    },
  ),
  kind(
    "Transformer",
    () => new models.Transformer(translator),
    (model: models.Transformer) => () => model.logits(ids(2, 5), ids(2, 4), lens()),
  ),
  kind(
    "Transformer, rotary, normalizing inputs, with a cache",
    () => new models.Transformer({ ...translator, positions: "rotary", normFirst: true }),
    (model: models.Transformer) => () => {
      const state = model.decoder.initState(model.encoder.forward(ids(2, 5), lens()), lens());
      return model.decoder.forward(ids(2, 4), state).output;
    },
  ),
  kind(
    "Bert",
    () => new models.Bert({ ...gpt, maskedHead: true }),
    (model: models.Bert) => () => model.logits(model.forward(ids(2, 6)).lastHiddenState),
  ),
  kind(
    "Seq2SeqAttentionDecoder",
    () => seq2seq(new models.Seq2SeqAttentionDecoder(9, 4, 8, 2), false),
    translate,
  ),
  kind("BahdanauDecoder", () => seq2seq(new models.BahdanauDecoder(9, 4, 8, 1), true), translate),
  kind("LuongDecoder", () => seq2seq(new models.LuongDecoder(9, 4, 8, 1) as never, true), translate),
  kind(
    "LuongDecoder, input feeding, a predicted window",
    () =>
      seq2seq(
        new models.LuongDecoder(9, 4, 8, 1, { inputFeeding: true, local: "predictive" }) as never,
        true,
      ),
    translate,
  ),
  kind(
    "PointerGenerator",
    () => new models.PointerGenerator(9, 9, 4, 8),
    (model: models.PointerGenerator) => () =>
      model.forward(ids(2, 4), model.initState(ids(2, 5), { copyIds: ids(2, 5), validLens: lens() })).output,
  ),
  kind(
    "PointerNetwork",
    () => new models.PointerNetwork(2, 8, { end: true, once: false }),
    (model: models.PointerNetwork) => {
      const x = randn([2, 5, 2]);
      return () => model.forward(x, ids(2, 3, 5));
    },
  ),
  kind(
    "MemoryNetwork",
    () => new models.MemoryNetwork(8, { hops: 2, update: "feedForward" }),
    (model: models.MemoryNetwork) => {
      const [question, memory] = [randn([2, 8]), randn([2, 5, 8])];
      return () => model.forward(question, memory, { validLens: lens() }).output;
    },
  ),
  kind(
    "TransformerXL",
    () => new models.TransformerXL(8, 2, 2, { memoryLength: 4, dimFeedforward: 8 }),
    (model: models.TransformerXL) => {
      const [x, y] = [randn([2, 4, 8]), randn([2, 4, 8])];
      return () => model.forward(y, model.forward(x).memory).output;
    },
  ),
  kind(
    "HierarchicalAttention",
    () => new models.HierarchicalAttention(4, 4),
    (model: models.HierarchicalAttention) => {
      const x = randn([2, 3, 5, 4]);
      return () => model.forward(x).output;
    },
  ),
  ...(
    [
      ["DotProductAttention", () => new attention.DotProductAttention()],
      ["AdditiveAttention", () => new attention.AdditiveAttention(8, 8, 6)],
      ["BilinearScoring", () => new attention.BilinearScoring(8, 8)],
    ] as const
  ).map(([name, make]) =>
    kind(name, make, (model: attention.DotProductAttention) => {
      const [q, k] = [randn([2, 3, 8]), randn([2, 5, 8])];
      return () => model.forward(q, k, k).output;
    }),
  ),
];
