import { Bert, type BertSettings } from "@saccade/attention";
import { bertActivations } from "./activations.ts";
import type { ConfigReader } from "./config.ts";
import type { ModelPlan, PlanGiven } from "./plan.ts";
import { slot, type WeightSlot, withBias } from "./slot.ts";

/**
 * A BERT's plan (Devlin et al. 2019). Models with a head of their own often have no pooler. The head for masked tokens is part of
 * the model; others are left out.
 */
export function bertPlan(config: ConfigReader, { names, weights }: PlanGiven): ModelPlan {
  config.require("position_embedding_type", ["absolute"]);
  config.require("is_decoder", [false]);
  config.require("add_cross_attention", [false]);
  const maskedHead = names.some((name) =>
    /(^|\.)cls\.predictions\.transform\.dense\.(weight|bias)$/.test(name),
  );
  if (maskedHead) config.require("tie_word_embeddings", [true]);
  const dModel = config.size(["hidden_size"]);
  const model = {
    vocabSize: config.size(["vocab_size"]),
    maxLen: config.size(["max_position_embeddings"]),
    dModel,
    numLayers: config.layers(["num_hidden_layers"], names.length),
    numHeads: config.size(["num_attention_heads"]),
    dimFeedforward: config.size(["intermediate_size"], 4 * dModel),
    numTypes: config.size(["type_vocab_size"], 2),
    activation: config.choice("hidden_act", bertActivations, "gelu"),
    normEps: config.number(["layer_norm_eps"], 1e-12),
    pooler: names.some((name) => /(^|\.)pooler\.dense\.(weight|bias)$/.test(name)),
    maskedHead,
    weights,
  };
  return {
    modelType: "bert",
    vocabSize: model.vocabSize,
    weights,
    slots: bertSlots(model),
    roots: ["embeddings", "encoder", "pooler", ...(maskedHead ? ["cls.predictions"] : [])],
    buffers: /^embeddings\.(position_ids|token_type_ids)$/,
    aliases: (name) => aliases(name, maskedHead),
    make: () => new Bert(model),
    isHalf: ({ shape, parameter }) =>
      shape.length === 2 && parameter !== "positions.weight" && parameter !== "tokenTypes.weight",
  };
}

function aliases(name: string, maskedHead: boolean): string[] {
  // The names of the first checkpoints, which came from TensorFlow.
  const old = name
    .replace(/LayerNorm\.weight$/, "LayerNorm.gamma")
    .replace(/LayerNorm\.bias$/, "LayerNorm.beta");
  if (old !== name) return [old];
  // The head's last layer is the table of embeddings, and has its bias under two names.
  if (name === "cls.predictions.bias") return ["cls.predictions.decoder.bias"];
  return maskedHead && name === "embeddings.word_embeddings.weight" ? ["cls.predictions.decoder.weight"] : [];
}

type Sizes = Omit<BertSettings, "dropout" | "activation" | "normEps" | "numHeads">;

/** The weights of a BERT. Queries, keys and values are rows of one parameter. */
export function bertSlots({
  vocabSize,
  maxLen,
  numTypes,
  dModel,
  numLayers,
  dimFeedforward,
  pooler,
  maskedHead,
  weights,
}: Sizes): WeightSlot[] {
  const square = [dModel, dModel];
  // PyTorch's names, or those of a map that keeps its weight in another form.
  const inProjection = weights === "float32" ? "in_proj_" : "in_proj.";
  const layers = Array.from({ length: numLayers }, (_, i) => {
    const [from, to] = [`encoder.layer.${i}`, `layers.${i}`];
    const projections = ["query", "key", "value"].flatMap((name, part) => [
      slot(`${from}.attention.self.${name}.weight`, square, `${to}.self_attn.${inProjection}weight`, {
        row: part * dModel,
      }),
      slot(`${from}.attention.self.${name}.bias`, [dModel], `${to}.self_attn.${inProjection}bias`, {
        row: part * dModel,
      }),
    ]);
    return [
      ...projections,
      ...withBias(`${from}.attention.output.dense`, square, `${to}.self_attn.out_proj`, true),
      ...withBias(`${from}.attention.output.LayerNorm`, [dModel], `${to}.norm1`, true),
      ...withBias(`${from}.intermediate.dense`, [dimFeedforward, dModel], `${to}.linear1`, true),
      ...withBias(`${from}.output.dense`, [dModel, dimFeedforward], `${to}.linear2`, true),
      ...withBias(`${from}.output.LayerNorm`, [dModel], `${to}.norm2`, true),
    ];
  });
  return [
    slot("embeddings.word_embeddings.weight", [vocabSize, dModel], "embedding.weight"),
    slot("embeddings.position_embeddings.weight", [maxLen, dModel], "positions.weight"),
    slot("embeddings.token_type_embeddings.weight", [numTypes, dModel], "tokenTypes.weight"),
    ...withBias("embeddings.LayerNorm", [dModel], "norm", true),
    ...layers.flat(),
    ...(pooler ? withBias("pooler.dense", square, "pooler", true) : []),
    ...(maskedHead ? maskedHeadSlots(vocabSize, dModel) : []),
  ];
}

// Outside the prefix of the model itself.
function maskedHeadSlots(vocabSize: number, dModel: number): WeightSlot[] {
  const head = { head: true };
  return [
    ...withBias("cls.predictions.transform.dense", [dModel, dModel], "maskedHead.dense", true, head),
    ...withBias("cls.predictions.transform.LayerNorm", [dModel], "maskedHead.norm", true, head),
    slot("cls.predictions.bias", [vocabSize], "maskedHead.bias", head),
  ];
}
