import type { ConfigReader } from "./config.ts";

/** Values of any configuration that change the weights, or how they are stored, and that are not supported. */
export function refuseForeign(config: ConfigReader): void {
  config.require("pruned_heads", [{}]);
  const found = config.find(["quantization_config"]);
  if (found === null) return;
  const { quant_method: method }: { quant_method?: unknown } = Object(found.value);
  throw config.fault(
    `quantization_config is given${method === undefined ? "" : ` (quant_method ${JSON.stringify(method)})`}, and quantized weights are not read; choose the model's files with weights of F32, F16, BF16 or F64`,
  );
}

/** Values of architectures near Llama's that files of model_type "llama" may carry, with those that change nothing. */
const neutral: Readonly<Record<string, readonly unknown[]>> = {
  pretraining_tp: [1],
  partial_rotary_factor: [1],
  attn_logit_softcapping: [],
  final_logit_softcapping: [],
  query_pre_attn_scalar: [],
  attention_multiplier: [],
  embedding_multiplier: [1],
  residual_multiplier: [1],
  logits_scaling: [1],
  logit_scale: [1],
};

/** @throws PretrainedError for what a Llama has not. */
export function refuseNearLlama(config: ConfigReader, maxLen: number): void {
  for (const [name, values] of Object.entries(neutral)) config.require(name, values);
  const window = config.find(["sliding_window"])?.value;
  if (window === undefined || !config.flag("use_sliding_window", true)) return;
  if (typeof window === "number" && window >= maxLen) return;
  throw config.fault(
    `sliding_window is ${JSON.stringify(window)}, below max_position_embeddings ${maxLen}, which is not supported: every token attends to all before it. Set max_position_embeddings to at most the window to read texts that fit into it`,
  );
}
