import { Bert } from "@saccade/models";
import { number, size } from "@saccade/tensor/contract";
import * as part from "./architecture.ts";

const config = part.declare({
  vocabSize: part.field(part.count, "vocab_size"),
  maxLen: part.field(part.count, "max_position_embeddings"),
  dModel: part.field(part.count, "hidden_size"),
  numLayers: part.field(part.count, "num_hidden_layers"),
  numHeads: part.field(part.count, "num_attention_heads"),
  dimFeedforward: part.field(part.maybeCount, "intermediate_size"),
  numTypes: part.field(size(2), "type_vocab_size"),
  activation: part.choice("hidden_act", part.activations, "gelu"),
  normEps: part.field(number(1e-12, { min: 0 }), "layer_norm_eps"),
});

/**
 * Devlin et al. 2019. Models with another head often have no pooler. The head for masked tokens is part of the model;
 * others are left out. Queries, keys and values are rows of one parameter.
 */
export const bert: part.Architecture<Bert> = {
  type: "bert",
  label: "BERT",
  classes: "Bert",
  Model: Bert,
  make: (settings) => new Bert(settings),
  matches: () => true,
  fromConfig(given, { names, weights }) {
    const has = (module: RegExp): boolean => names.some((name) => module.test(name));
    const maskedHead = has(/(^|\.)cls\.predictions\.transform\.dense\.(weight|bias)$/);
    given.require({
      position_embedding_type: ["absolute"],
      is_decoder: [false],
      add_cross_attention: [false],
      ...(maskedHead && { tie_word_embeddings: [true] }),
    });
    const { dimFeedforward, ...sizes } = config.read(given);
    const wide = dimFeedforward ?? 4 * sizes.dModel;
    const pooler = has(/(^|\.)pooler\.dense\.(weight|bias)$/);
    return { ...sizes, dimFeedforward: wide, pooler, maskedHead, weights, dropout: 0 };
  },
  differences: (settings) => config.differences(settings),
  toConfig: (settings) => ({
    architectures: [settings.maskedHead ? "BertForMaskedLM" : "BertModel"],
    ...config.write(settings),
    hidden_dropout_prob: settings.dropout,
    attention_probs_dropout_prob: settings.dropout,
  }),
  slots({ vocabSize, maxLen, numTypes, dModel, numLayers, dimFeedforward, pooler, maskedHead, weights }) {
    const square = [dModel, dModel];
    // PyTorch's name, or that of a map that keeps its weight in another form.
    const inProjection = weights === "float32" ? "in_proj_" : "in_proj.";
    // With the names of the first checkpoints, which came from TensorFlow.
    const norm = (name: string, parameter: string, head: boolean = false): part.WeightSlot[] => [
      part.slot(`${name}.weight`, [dModel], `${parameter}.weight`, { head, aliases: [`${name}.gamma`] }),
      part.slot(`${name}.bias`, [dModel], `${parameter}.bias`, { head, aliases: [`${name}.beta`] }),
    ];
    const layers = Array.from({ length: numLayers }, (_, i) => {
      const [from, to] = [`encoder.layer.${i}`, `layers.${i}`];
      const projections = ["query", "key", "value"].flatMap((name, third) =>
        part.withBias(`${from}.attention.self.${name}`, square, `${to}.self_attn.in_proj`, {
          row: third * dModel,
        }),
      );
      return [
        ...projections.map((one) => ({ ...one, parameter: one.parameter.replace("in_proj.", inProjection) })),
        ...part.withBias(`${from}.attention.output.dense`, square, `${to}.self_attn.out_proj`),
        ...norm(`${from}.attention.output.LayerNorm`, `${to}.norm1`),
        ...part.withBias(`${from}.intermediate.dense`, [dimFeedforward, dModel], `${to}.linear1`),
        ...part.withBias(`${from}.output.dense`, [dModel, dimFeedforward], `${to}.linear2`),
        ...norm(`${from}.output.LayerNorm`, `${to}.norm2`),
      ];
    });
    // The head's last layer is the table of embeddings, and has its bias under two names.
    const [cls, decoder] = ["cls.predictions", "cls.predictions.decoder"];
    return [
      part.slot("embeddings.word_embeddings.weight", [vocabSize, dModel], "embedding.weight", {
        aliases: maskedHead ? [`${decoder}.weight`] : [],
      }),
      part.slot("embeddings.position_embeddings.weight", [maxLen, dModel], "positions.weight"),
      part.slot("embeddings.token_type_embeddings.weight", [numTypes, dModel], "tokenTypes.weight"),
      ...norm("embeddings.LayerNorm", "norm"),
      ...layers.flat(),
      ...(pooler ? part.withBias("pooler.dense", square, "pooler") : []),
      ...(maskedHead
        ? [
            ...part.withBias(`${cls}.transform.dense`, square, "maskedHead.dense", { head: true }),
            ...norm(`${cls}.transform.LayerNorm`, "maskedHead.norm", true),
            part.slot(`${cls}.bias`, [vocabSize], "maskedHead.bias", {
              head: true,
              aliases: [`${decoder}.bias`],
            }),
          ]
        : []),
    ];
  },
  trunk: "bert.",
  hasHead: ({ maskedHead }) => maskedHead,
  roots: ({ maskedHead }) => ["embeddings", "encoder", "pooler", ...(maskedHead ? ["cls.predictions"] : [])],
  buffers: /^embeddings\.(position_ids|token_type_ids)$/,
  loraDefaults: { targets: ["query", "value"], taskType: "FEATURE_EXTRACTION" },
};
