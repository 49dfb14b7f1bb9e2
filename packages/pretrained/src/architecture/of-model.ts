import { Bert, GPT, type GPTSettings } from "@saccade/attention";
import { badArgument } from "@saccade/tensor/backend";
import { PretrainedError } from "../errors.ts";
import { activations, bertActivations, gatedActivations } from "./activations.ts";
import { bertSlots } from "./bert.ts";
import { gpt2Slots } from "./gpt2.ts";
import { llamaSlots } from "./llama.ts";
import type { WeightSlot } from "./slot.ts";

/** How Hugging Face's files describe a model built here. */
export interface ModelLayout {
  readonly modelType: "gpt2" | "bert" | "llama";
  /** What stands before the names of all weights but the head's. */
  readonly prefix: string;
  readonly slots: readonly WeightSlot[];
  /** The contents of config.json. */
  readonly config: Readonly<Record<string, unknown>>;
}

/**
 * The layout of a model's files.
 *
 * @throws PretrainedError naming the option that no supported architecture has; ArgumentError for another model.
 */
export function layoutOf(what: string, model: unknown): ModelLayout {
  if (model instanceof Bert) return bertLayout(model);
  if (model instanceof GPT)
    return model.settings.positions === "rotary" ? llamaLayout(what, model) : gpt2Layout(what, model);
  throw badArgument(what, "model", "a GPT or a Bert", model);
}

function bertLayout({ settings }: Bert): ModelLayout {
  const { maskedHead } = settings;
  const config = {
    architectures: [maskedHead ? "BertForMaskedLM" : "BertModel"],
    model_type: "bert",
    vocab_size: settings.vocabSize,
    hidden_size: settings.dModel,
    num_attention_heads: settings.numHeads,
    num_hidden_layers: settings.numLayers,
    intermediate_size: settings.dimFeedforward,
    max_position_embeddings: settings.maxLen,
    type_vocab_size: settings.numTypes,
    layer_norm_eps: settings.normEps,
    hidden_act: nameOf(bertActivations, settings.activation),
    hidden_dropout_prob: settings.dropout,
    attention_probs_dropout_prob: settings.dropout,
  };
  return { modelType: "bert", prefix: maskedHead ? "bert." : "", slots: bertSlots(settings), config };
}

function gpt2Layout(what: string, { settings }: GPT): ModelLayout {
  const { positions, norm, numHeads, numKvHeads, headDim, dModel, bias, attentionBias } = settings;
  const activation = nameOf(activations, settings.activation);
  refuse(what, "GPT-2", [
    [positions === "learned", `positions "${positions}"`, '"learned"; Llama has "rotary"'],
    [norm === "layer", `norm "${norm}"`, '"layer"'],
    [activation !== null, `activation "${settings.activation}"`, "an activation without a gate"],
    [numKvHeads === numHeads, `numKvHeads ${numKvHeads}`, `numHeads, ${numHeads}`],
    [headDim * numHeads === dModel, `headDim ${headDim}`, `dModel / numHeads, ${dModel / numHeads}`],
    [bias, "bias false", "true"],
    [attentionBias, "attentionBias false", "true"],
  ]);
  const config = {
    architectures: ["GPT2LMHeadModel"],
    model_type: "gpt2",
    vocab_size: settings.vocabSize,
    n_positions: settings.maxLen,
    n_embd: dModel,
    n_head: numHeads,
    n_layer: settings.numLayers,
    n_inner: settings.dimFeedforward,
    layer_norm_epsilon: settings.normEps,
    activation_function: activation,
    tie_word_embeddings: settings.tied,
    ...dropouts(settings.dropout),
  };
  return { modelType: "gpt2", prefix: "transformer.", slots: gpt2Slots(settings), config };
}

function dropouts(p: number): Record<string, number> {
  return { embd_pdrop: p, attn_pdrop: p, resid_pdrop: p };
}

function llamaLayout(what: string, { settings }: GPT): ModelLayout {
  const activation = nameOf(gatedActivations, settings.activation);
  refuse(what, "Llama", [
    [settings.norm === "rms", `norm "${settings.norm}"`, '"rms"'],
    [
      activation !== null,
      `activation "${settings.activation}"`,
      'an activation with a gate, such as "swiglu"',
    ],
    [settings.dropout === 0, `dropout ${settings.dropout}`, "0, since Llama drops no sublayer's output"],
  ]);
  const config = {
    architectures: ["LlamaForCausalLM"],
    model_type: "llama",
    vocab_size: settings.vocabSize,
    hidden_size: settings.dModel,
    num_attention_heads: settings.numHeads,
    num_key_value_heads: settings.numKvHeads,
    head_dim: settings.headDim,
    num_hidden_layers: settings.numLayers,
    intermediate_size: settings.dimFeedforward,
    max_position_embeddings: settings.maxLen,
    rms_norm_eps: settings.normEps,
    rope_theta: settings.ropeBase,
    rope_scaling: ropeScaling(settings.ropeScaling),
    hidden_act: activation,
    attention_bias: settings.attentionBias,
    mlp_bias: settings.bias,
    tie_word_embeddings: settings.tied,
  };
  return { modelType: "llama", prefix: "model.", slots: llamaSlots(settings), config };
}

function ropeScaling(scaling: GPTSettings["ropeScaling"]): Record<string, unknown> | null {
  if (scaling === "none") return null;
  if (scaling.kind === "linear") return { rope_type: "linear", factor: scaling.factor };
  return {
    rope_type: "llama3",
    factor: scaling.factor,
    low_freq_factor: scaling.lowFreqFactor,
    high_freq_factor: scaling.highFreqFactor,
    original_max_position_embeddings: scaling.originalMaxLen,
  };
}

// The first name of a value.
function nameOf<T>(names: Readonly<Record<string, T>>, wanted: T): string | null {
  return Object.entries(names).find(([, value]) => value === wanted)?.[0] ?? null;
}

type Rule = readonly [holds: boolean, found: string, expected: string];

function refuse(what: string, shape: string, rules: readonly Rule[]): void {
  const broken = rules
    .filter(([holds]) => !holds)
    .map(([, found, expected]) => `${found} (it has ${expected})`);
  if (broken.length === 0) return;
  throw new PretrainedError(`${what}: ${shape}'s architecture has no place for ${broken.join(", ")}.`);
}
