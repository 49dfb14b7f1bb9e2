import { Bert, GPT, MultiheadAttention } from "@saccade/attention";
import type { LinearMap } from "@saccade/nn";
import { badArgument } from "@saccade/tensor/backend";
import { bertSlots } from "../architecture/bert.ts";
import { gpt2Slots } from "../architecture/gpt2.ts";
import { llamaSlots } from "../architecture/llama.ts";
import type { WeightSlot } from "../architecture/slot.ts";
import { inProjectionOf, putInProjection } from "./in-projection.ts";
import type { Site } from "./site.ts";

/** The models that can have adapters. */
export type LoraModel = GPT | Bert;

/** What an adapter of a model's shape is called and where it goes. */
export interface Architecture {
  readonly model: LoraModel;
  /** For messages, such as "GPT-2's shape". */
  readonly label: string;
  readonly sites: readonly Site[];
  /** The targets that PEFT takes where none are given. */
  readonly defaults: readonly string[];
  /** Whether Hugging Face's model stores weights as (in, out), as GPT-2's does. Adapters are stored alike. */
  readonly fanInFanOut: boolean;
  readonly taskType: "CAUSAL_LM" | "FEATURE_EXTRACTION";
}

/** The output layer, which "all-linear" leaves out. */
export const OUTPUT_LAYER = "lm_head";

/** @throws ArgumentError unless `model` is of a class that can have adapters. */
export function architectureOf(what: string, model: unknown): Architecture {
  if (model instanceof GPT) return isLlama(model) ? llama(model) : gpt2(model);
  if (model instanceof Bert) return bert(model);
  throw badArgument(what, "model", "a GPT or a Bert", model, "write new GPT({ … }) or load one");
}

// Llama's names go with its gated feed-forward network, which GPT-2's names have no word for.
function isLlama(gpt: GPT): boolean {
  return gpt.blocks.some(({ feedForward }) => feedForward.gate !== null);
}

function gpt2(model: GPT): Architecture {
  return {
    model,
    label: "GPT-2's shape",
    sites: sitesOf(model, gpt2Slots(model.settings), "transformer."),
    defaults: ["c_attn"],
    fanInFanOut: true,
    taskType: "CAUSAL_LM",
  };
}

function llama(model: GPT): Architecture {
  return {
    model,
    label: "Llama's shape",
    sites: sitesOf(model, llamaSlots(model.settings), "model."),
    defaults: ["q_proj", "v_proj"],
    fanInFanOut: false,
    taskType: "CAUSAL_LM",
  };
}

function bert(model: Bert): Architecture {
  return {
    model,
    label: "BERT's shape",
    // Beside a head for masked tokens, Hugging Face calls the model itself "bert".
    sites: sitesOf(model, bertSlots(model.settings), model.maskedHead === null ? "" : "bert."),
    defaults: ["query", "value"],
    fanInFanOut: false,
    taskType: "FEATURE_EXTRACTION",
  };
}

/** The weights of linear maps, each with the map that holds it. */
function sitesOf(model: LoraModel, slots: readonly WeightSlot[], prefix: string): Site[] {
  return slots.flatMap(({ name, shape, parameter, row, transposed, head }): Site[] => {
    if (!name.endsWith(".weight")) return [];
    const path = parameter.replace(/[._]weight$/, "").split(".");
    const key = path.pop()!;
    const holder = path.reduce<object>((inside, step) => Object(Reflect.get(inside, step)), model);
    const isPacked = holder instanceof MultiheadAttention && key === "in_proj";
    const map: unknown = isPacked ? inProjectionOf(holder) : Reflect.get(holder, key);
    if (!isLinearMap(map)) return [];
    return [
      {
        name: (head ? "" : prefix) + name.replace(/\.weight$/, ""),
        map,
        start: row,
        rows: transposed ? map.outFeatures : shape[0]!,
        put: (other) => {
          if (isPacked) putInProjection(holder, other);
          else Reflect.set(holder, key, other);
        },
      },
    ];
  });
}

function isLinearMap(module: unknown): module is LinearMap {
  return typeof module === "object" && module !== null && "inFeatures" in module && "outFeatures" in module;
}
