import type { Bert, GPT } from "@saccade/models";
import { encodeSafetensors, halfBits, type SafetensorsInput } from "@saccade/nn";
import { scope } from "@saccade/tensor";
import { type OptionsOf, oneOf, options, type Rule, rule, withFix } from "@saccade/tensor/contract";
import { jsonObject, type ModelConfig } from "../architecture/architecture.ts";
import { layoutOf } from "../architecture/architectures.ts";
import { namedWeights } from "./named-weights.ts";

/** How numbers are stored. */
export type StoredDType = "float32" | "float16" | "bfloat16";

const config: Rule<ModelConfig, undefined> = withFix(
  rule("an object", (value): value is ModelConfig => jsonObject.holds(value)),
  "write { eos_token_id: 2 }",
);

const saveOptions = options(
  "savePretrained",
  {
    /** How numbers are stored: 16 bits halve the file and round each number. Default "float32". */
    dtype: oneOf(["float32", "float16", "bfloat16"], "float32"),
    /** More values for config.json, such as eos_token_id. Those that describe the model are its own. */
    config,
  },
  {
    example: 'savePretrained(model, { dtype: "bfloat16" })',
    renamed: { torchDtype: "write dtype", torch_dtype: "write dtype" },
  },
);

/** Options of {@link savePretrained}. */
export interface SavePretrainedOptions extends OptionsOf<typeof saveOptions> {}

/** A checkpoint's files. */
export interface SavedPretrained {
  /** config.json. */
  readonly config: Uint8Array<ArrayBuffer>;
  /** model.safetensors. */
  readonly weights: Uint8Array<ArrayBuffer>;
}

/**
 * A model as Hugging Face's files: a GPT as GPT-2 or Llama, a Bert as BERT. `from_pretrained` of transformers and
 * `loadPretrained` read them.
 *
 * @returns the bytes of config.json and model.safetensors
 * @throws PretrainedError naming an option of the model that none of these architectures has; ArgumentError for another
 * model, or an unknown option.
 * @example
 * const gpt = new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * savePretrained(gpt, { dtype: "bfloat16" }).weights instanceof Uint8Array // true
 */
export function savePretrained(model: GPT | Bert, given: SavePretrainedOptions = {}): SavedPretrained {
  const { config } = layoutOf(saveOptions.what, model);
  const { dtype, config: more } = saveOptions(given);
  const text = `${JSON.stringify({ ...more, ...config, torch_dtype: dtype }, null, 2)}\n`;
  const weights = scope(() => {
    const entries = Object.entries(namedWeights(model)).map(([weight, x]): [string, SafetensorsInput] => {
      return [weight, { ...stored(x.to("float32").dataSync(), dtype), shape: x.shape }];
    });
    return encodeSafetensors(entries, { format: "pt" });
  });
  return { config: new TextEncoder().encode(text), weights };
}

function stored(values: ArrayLike<number>, dtype: StoredDType): Pick<SafetensorsInput, "dtype" | "data"> {
  if (dtype === "float32") return { dtype: "F32", data: Float32Array.from(values) };
  return { dtype: dtype === "bfloat16" ? "BF16" : "F16", data: halfBits(values, dtype) };
}
