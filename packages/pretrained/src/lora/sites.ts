import { Bert, GPT } from "@saccade/models";
import type { LinearMap } from "@saccade/nn";
import { badArgument } from "@saccade/tensor/backend";
import { bertSites } from "./bert-sites.ts";
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

function gpt2(gpt: GPT): Architecture {
  const sites = gpt.blocks.flatMap(({ attention, feedForward }, i) => {
    const block = `transformer.h.${i}`;
    return [
      whole(`${block}.attn.c_attn`, attention.qkv, (map) => {
        attention.qkv = map;
      }),
      whole(`${block}.attn.c_proj`, attention.out, (map) => {
        attention.out = map;
      }),
      whole(`${block}.mlp.c_fc`, feedForward.up, (map) => {
        feedForward.up = map;
      }),
      whole(`${block}.mlp.c_proj`, feedForward.down, (map) => {
        feedForward.down = map;
      }),
    ];
  });
  return {
    model: gpt,
    label: "GPT-2's shape",
    sites: [...sites, ...head(gpt)],
    defaults: ["c_attn"],
    fanInFanOut: true,
    taskType: "CAUSAL_LM",
  };
}

function llama(gpt: GPT): Architecture {
  const { numHeads, numKvHeads, headDim } = gpt.settings;
  const [queries, kv] = [numHeads * headDim, numKvHeads * headDim];
  const sites = gpt.blocks.flatMap(({ attention, feedForward }, i) => {
    const block = `model.layers.${i}`;
    const projection = (name: string, start: number, rows: number): Site => ({
      name: `${block}.self_attn.${name}`,
      map: attention.qkv,
      start,
      rows,
      put: (map) => {
        attention.qkv = map;
      },
    });
    const { gate } = feedForward;
    return [
      projection("q_proj", 0, queries),
      projection("k_proj", queries, kv),
      projection("v_proj", queries + kv, kv),
      whole(`${block}.self_attn.o_proj`, attention.out, (map) => {
        attention.out = map;
      }),
      ...(gate === null
        ? []
        : [
            whole(`${block}.mlp.gate_proj`, gate, (map) => {
              feedForward.gate = map;
            }),
          ]),
      whole(`${block}.mlp.up_proj`, feedForward.up, (map) => {
        feedForward.up = map;
      }),
      whole(`${block}.mlp.down_proj`, feedForward.down, (map) => {
        feedForward.down = map;
      }),
    ];
  });
  return {
    model: gpt,
    label: "Llama's shape",
    sites: [...sites, ...head(gpt)],
    defaults: ["q_proj", "v_proj"],
    fanInFanOut: false,
    taskType: "CAUSAL_LM",
  };
}

function bert(model: Bert): Architecture {
  return {
    model,
    label: "BERT's shape",
    sites: bertSites(model),
    defaults: ["query", "value"],
    fanInFanOut: false,
    taskType: "FEATURE_EXTRACTION",
  };
}

function head(gpt: GPT): Site[] {
  if (gpt.head === null) return [];
  return [
    whole(OUTPUT_LAYER, gpt.head, (map) => {
      gpt.head = map;
    }),
  ];
}

function whole(name: string, map: LinearMap, put: (map: LinearMap) => void): Site {
  return { name, map, start: 0, rows: map.outFeatures, put };
}
