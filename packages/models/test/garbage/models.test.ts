import * as attention from "@saccade/attention";
import { ones } from "@saccade/tensor";
import * as is from "../../../attention/test/garbage/kinds.ts";
import { ids, lengths, maskFill, masks, the, tokens } from "../../../attention/test/garbage/shared.ts";
import { type Cases, klass, walk } from "../../../attention/test/garbage/walk.ts";
import { noise } from "../../../attention/test/helpers.ts";
import * as models from "../../src/index.ts";
import type { ModelName } from "./models.ts";

type Models = Pick<typeof models, ModelName>;

const sizes = [is.size(9), is.size(4), is.size(4), is.size(1)];
const odd = [is.size(9), is.size(4), is.refusing(is.size(4), 5), is.size(1)];
const dropout = is.share();
const encoder = new models.Seq2SeqEncoder(9, 4, 4, 1);
const encoded = encoder.forward(ids);
const encodings = is.fields({
  output: is.ranked(is.floats(encoded.output)),
  state: is.ranked(is.floats(encoded.state)),
});
const { keyMask } = masks;
const words = is.alone(tokens);
const optionalLengths = is.optional(lengths);

/** The methods of a decoder that begins with what {@link encoder} gives. */
function decoding(state: unknown): { forward: readonly is.Given[]; initState: readonly is.Given[] } {
  return { forward: [tokens, the(state)], initState: [encodings, optionalLengths] };
}

const bahdanau = new models.BahdanauDecoder(9, 4, 4, 1);
const seq2seq = new models.Seq2SeqAttentionDecoder(9, 4, 4, 1);
const luong = new models.LuongDecoder(9, 4, 4, 1);

const gptSizes = { vocabSize: 7, maxLen: 9, dModel: 4, numLayers: 1, numHeads: 2 };
const gptOptions = is.options<models.GPTOptions>(
  {
    vocabSize: is.size(7),
    maxLen: is.size(9),
    dModel: is.size(4),
    numLayers: is.size(1),
    numHeads: is.size(2),
    numKvHeads: is.optional(is.size(1)),
    headDim: is.optional(is.size(2)),
    dimFeedforward: is.optional(is.size(4)),
    positions: is.optional(is.choice("rotary")),
    ropeBase: is.optional(is.number(100, 1, 1e15)),
    ropeScaling: is.optional(
      is.options<attention.LinearScaling>({ kind: is.choice("linear"), factor: is.number(2, 1, 1e6) }),
    ),
    norm: is.optional(is.choice("rms")),
    normEps: is.optional(is.number(1e-5, 0, 1)),
    activation: is.optional(is.choice("relu")),
    bias: is.optional(is.flag()),
    attentionBias: is.optional(is.flag()),
    tied: is.optional(is.flag()),
    weights: is.optional(is.choice("float16")),
    dropout: is.optional(dropout),
  },
  { positions: "rotary" },
);
const block = is.options<models.CausalOptions>({
  cache: is.optional(is.thing(() => new attention.AttentionCache())),
  keyMask: is.optional(keyMask),
  needWeights: is.optional(is.flag()),
});
const vectors = is.alone(is.ranked(is.floats(noise([2, 3, 4]))));
const points = is.ranked(is.floats(noise([2, 3, 2])));
const pointer = new models.PointerNetwork(2, 4, { numHeads: 2 });
const generator = new models.PointerGenerator(9, 9, 4, 4);
const copying = generator.initState(ids, { copyIds: ids });
const transformerSizes = {
  srcVocabSize: 9,
  tgtVocabSize: 9,
  dModel: 4,
  numHeads: 2,
  numLayers: 1,
  dimFeedforward: 4,
};
const transformer = new models.Transformer(transformerSizes);
const memory = transformer.encoder.forward(ids);
const transformerOptions = is.options<models.TransformerOptions>({
  srcVocabSize: is.size(9),
  tgtVocabSize: is.size(9),
  dModel: is.size(4),
  numHeads: is.size(2),
  numLayers: is.size(1),
  maxLen: is.optional(is.size(9)),
  dimFeedforward: is.optional(is.size(4)),
  dropout: is.optional(dropout),
  positions: is.optional(is.choice("alibi")),
  normFirst: is.optional(is.flag()),
  tied: is.optional(is.flag()),
});
const transformerState = the(transformer.decoder.initState(memory));

const cases: Cases<Models> = {
  Encoder: [],
  Decoder: [],
  AttentionDecoder: [],
  Seq2SeqEncoder: klass(models.Seq2SeqEncoder, [...sizes, is.optionals<models.Seq2SeqOptions>({ dropout })], {
    forward: [words, optionalLengths],
  }),
  BidirectionalEncoder: klass(
    models.BidirectionalEncoder,
    [...odd, is.optionals<models.BidirectionalEncoderOptions>({ dropout })],
    { forward: [words, optionalLengths] },
  ),
  Seq2SeqAttentionDecoder: klass(
    models.Seq2SeqAttentionDecoder,
    [...sizes, is.optionals<models.Seq2SeqDecoderOptions>({ dropout, maskFill })],
    decoding(seq2seq.initState(encoded)),
  ),
  BahdanauDecoder: klass(
    models.BahdanauDecoder,
    [...odd, is.optionals<models.Seq2SeqOptions>({ dropout })],
    decoding(bahdanau.initState(encoded)),
  ),
  LuongDecoder: klass(
    models.LuongDecoder,
    [
      ...sizes,
      is.optionals<models.LuongDecoderOptions>(
        {
          dropout,
          score: is.choice("concat"),
          local: is.choice("monotonic"),
          halfWidth: is.size(2),
          inputFeeding: is.flag(),
          stateDropout: dropout,
        },
        { local: "predictive" },
      ),
    ],
    decoding(luong.initState(encoded)),
  ),
  EncoderDecoder: klass(models.EncoderDecoder, [the(encoder), the(seq2seq)], {
    forward: [tokens, tokens, optionalLengths],
  }),
  Transformer: klass(models.Transformer, [transformerOptions], {
    forward: [tokens, tokens, optionalLengths],
    logits: [tokens, tokens, optionalLengths],
  }),
  TransformerSourceEncoder: klass(models.TransformerSourceEncoder, [transformerOptions], {
    forward: [words, optionalLengths],
  }),
  TransformerTargetDecoder: klass(models.TransformerTargetDecoder, [transformerOptions], {
    chooseHeads: [is.size(0, 0), is.optional(is.nullable(is.refusing(is.list([0, 1]), [], [2], [-1])))],
    initState: [is.alone(is.ranked(is.floats(memory))), optionalLengths],
    forward: [tokens, transformerState],
    logits: [tokens, transformerState],
  }),
  GPT: klass(
    models.GPT,
    [gptOptions],
    {
      newCache: [is.optionals<attention.KeyValueCacheOptions>({ capacity: is.size(4) })],
      forward: [
        words,
        is.optionals<models.GPTForwardOptions>({
          cache: is.thing(() => new attention.KeyValueCache(1)),
          keyMask,
          needWeights: is.flag(),
          needHiddenStates: is.flag(),
          logitsToKeep: is.size(1),
        }),
      ],
    },
    () => new models.GPT(gptSizes),
  ),
  GPTBlock: klass(models.GPTBlock, [gptOptions], { forward: [vectors, is.optional(block)] }),
  GPTFeedForward: klass(models.GPTFeedForward, [gptOptions], {
    forward: [is.alone(is.floats(noise([2, 3, 4])))],
  }),
  CausalSelfAttention: klass(models.CausalSelfAttention, [gptOptions], {
    forward: [vectors, is.optional(block)],
  }),
  Bert: klass(
    models.Bert,
    [
      is.options<models.BertOptions>({
        vocabSize: is.size(9),
        maxLen: is.size(9),
        dModel: is.size(4),
        numLayers: is.size(1),
        numHeads: is.size(2),
        dimFeedforward: is.optional(is.size(4)),
        numTypes: is.optional(is.size(2)),
        activation: is.optional(is.choice("relu")),
        normEps: is.optional(is.number(1e-5, 0, 1)),
        pooler: is.optional(is.flag()),
        maskedHead: is.optional(is.flag()),
        weights: is.optional(is.choice("bfloat16")),
        dropout: is.optional(dropout),
      }),
    ],
    {
      logits: [is.alone(is.floats(noise([2, 3, 4])))],
      forward: [
        words,
        is.optionals<models.BertForwardOptions>({
          tokenTypes: tokens,
          keyMask,
          needWeights: is.flag(),
          needHiddenStates: is.flag(),
        }),
      ],
    },
    () => new models.Bert({ ...gptSizes, maskedHead: true }),
  ),
  PointerNetwork: klass(
    models.PointerNetwork,
    [
      is.size(2),
      is.size(4),
      is.optionals<models.PointerNetworkOptions>({
        encoder: is.choice("gru"),
        numLayers: is.size(1),
        numHeads: is.size(2),
        once: is.flag(),
        end: is.flag(),
      }),
    ],
    {
      forward: [points, tokens, optionalLengths],
      initState: [is.alone(points), optionalLengths],
      step: [
        is.nullable(is.ranked(is.ints(ones([2], { dtype: "int32" })))),
        the(pointer.initState(noise([2, 3, 2]))),
      ],
    },
    () => pointer,
  ),
  PointerGenerator: klass(
    models.PointerGenerator,
    [
      is.size(9),
      is.size(9),
      is.size(4),
      is.refusing(is.size(4), 5),
      is.optionals<models.PointerGeneratorOptions>({
        numLayers: is.size(1),
        unk: is.size(1, 0),
        copy: is.flag(),
        dropout,
      }),
    ],
    {
      initState: [
        tokens,
        is.options<models.CopySource>({ copyIds: tokens, validLens: is.optional(lengths) }),
      ],
      forward: [tokens, the(copying)],
      logLikelihood: [tokens, tokens, the(copying)],
    },
    () => generator,
  ),
};

walk(cases);
