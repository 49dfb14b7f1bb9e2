import { GPT } from "@saccade/models";
import { flag, number } from "@saccade/tensor/contract";
import * as part from "./architecture.ts";

const config = part.declare({
  vocabSize: part.field(part.count, "vocab_size"),
  maxLen: part.field(part.count, "n_positions", "max_position_embeddings", "n_ctx"),
  dModel: part.field(part.count, "n_embd", "hidden_size"),
  numLayers: part.field(part.count, "n_layer", "num_hidden_layers"),
  numHeads: part.field(part.count, "n_head", "num_attention_heads"),
  dimFeedforward: part.field(part.maybeCount, "n_inner", "intermediate_size"),
  activation: part.choice("activation_function", part.activations, "gelu_new"),
  normEps: part.field(number(1e-5, { min: 0 }), "layer_norm_epsilon", "layer_norm_eps"),
  tied: part.field(flag(true), "tie_word_embeddings"),
});

/** Values that change nothing. */
const neutral = {
  scale_attn_weights: [true],
  scale_attn_by_inverse_layer_idx: [false],
  add_cross_attention: [false],
};

const fixed = ({ dModel, numHeads }: { dModel: number; numHeads: number }) =>
  ({
    positions: "learned",
    norm: "layer",
    bias: true,
    attentionBias: true,
    numKvHeads: numHeads,
    headDim: dModel / numHeads,
    ropeBase: 10_000,
    ropeScaling: "none",
  }) as const;

/** Radford et al. 2019. Files hold linear maps as (in, out). */
export const gpt2: part.Architecture<GPT> = {
  type: "gpt2",
  label: "GPT-2",
  classes: "GPT2",
  Model: GPT,
  make: (settings) => new GPT(settings),
  matches: ({ activation }) => !activation.includes("glu"),
  fromConfig(given, { weights }) {
    given.require(neutral);
    const { dimFeedforward, ...sizes } = config.read(given);
    const wide = dimFeedforward ?? 4 * sizes.dModel;
    return { ...sizes, ...fixed(sizes), dimFeedforward: wide, weights, dropout: 0 };
  },
  differences: (settings) => config.differences(settings, fixed(settings)),
  toConfig: (settings) => ({
    architectures: ["GPT2LMHeadModel"],
    ...config.write(settings),
    embd_pdrop: settings.dropout,
    attn_pdrop: settings.dropout,
    resid_pdrop: settings.dropout,
  }),
  slots(settings) {
    const { maxLen, dModel, numLayers, dimFeedforward } = settings;
    const transposed = { transposed: true };
    const layers = Array.from({ length: numLayers }, (_, i) => {
      const [from, to] = [`h.${i}`, `blocks.${i}`];
      return [
        ...part.withBias(`${from}.ln_1`, [dModel], `${to}.norm1`),
        ...part.withBias(`${from}.attn.c_attn`, [dModel, 3 * dModel], `${to}.attention.qkv`, transposed),
        ...part.withBias(`${from}.attn.c_proj`, [dModel, dModel], `${to}.attention.out`, transposed),
        ...part.withBias(`${from}.ln_2`, [dModel], `${to}.norm2`),
        ...part.withBias(`${from}.mlp.c_fc`, [dModel, dimFeedforward], `${to}.feedForward.up`, transposed),
        ...part.withBias(
          `${from}.mlp.c_proj`,
          [dimFeedforward, dModel],
          `${to}.feedForward.down`,
          transposed,
        ),
      ];
    });
    const [embedding, ...head] = part.embeddingAndHead("wte.weight", settings);
    return [
      embedding,
      part.slot("wpe.weight", [maxLen, dModel], "positions.weight"),
      ...layers.flat(),
      ...part.withBias("ln_f", [dModel], "norm"),
      ...head,
    ];
  },
  trunk: "transformer.",
  hasHead: () => true,
  roots: () => ["wte", "wpe", "h", "ln_f", "lm_head"],
  buffers: /^h\.\d+\.attn\.(bias|masked_bias)$/,
  loraDefaults: { targets: ["c_attn"], taskType: "CAUSAL_LM" },
};
