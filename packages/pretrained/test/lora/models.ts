import { readFileSync } from "node:fs";
import { GPT, type GPTOptions } from "@saccade/attention";
import { fromSafetensors } from "@saccade/nn";
import { cat, scope, type Tensor } from "@saccade/tensor";
import type { LoraFiles } from "../../src/index.ts";

// Models and adapters that fixtures/make.py wrote with transformers and PEFT.

interface Numbers {
  readonly shape: readonly number[];
  readonly values: readonly number[];
}

/** What PEFT computes. */
export interface Expected {
  /** Shapes of the adapter's tensors by name. */
  readonly names: Readonly<Record<string, readonly number[]>>;
  readonly ids: number[][];
  readonly output: Numbers;
  readonly loss: number;
  readonly gradients: Readonly<Record<string, Numbers>>;
}

export type Shape = "gpt2" | "llama";

const sizes = { vocabSize: 13, maxLen: 8, dModel: 8, numLayers: 2 };
const llama = { positions: "rotary", norm: "rms", activation: "swiglu", bias: false, tied: false } as const;
const options: Readonly<Record<Shape, GPTOptions>> = {
  gpt2: { ...sizes, numHeads: 2 },
  llama: { ...sizes, ...llama, numHeads: 4, numKvHeads: 2, dimFeedforward: 12 },
};

const folder = new URL("./fixtures/", import.meta.url);

function bytesOf(shape: Shape, file: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(`${shape}/${file}`, folder)));
}

export function filesOf(shape: Shape): LoraFiles {
  return {
    "adapter_config.json": bytesOf(shape, "adapter_config.json"),
    "adapter_model.safetensors": bytesOf(shape, "adapter_model.safetensors"),
  };
}

export function expectedOf(shape: Shape): Expected {
  return JSON.parse(new TextDecoder().decode(bytesOf(shape, "expected.json")));
}

/** The base model of a fixture. */
export function baseOf(shape: Shape): GPT {
  const { tensors } = fromSafetensors(bytesOf(shape, "model.safetensors"));
  const gpt = new GPT(options[shape]);
  scope(() => {
    gpt.loadStateDict(shape === "gpt2" ? gpt2State(tensors) : llamaState(tensors));
  });
  return gpt;
}

type Tensors = Readonly<Record<string, Tensor>>;

function gpt2State(tensors: Tensors): Tensors {
  const state: Record<string, Tensor> = {
    "embedding.weight": tensors["transformer.wte.weight"]!,
    "positions.weight": tensors["transformer.wpe.weight"]!,
  };
  const maps = { "attn.c_attn": "attention.qkv", "attn.c_proj": "attention.out" };
  const more = { "mlp.c_fc": "feedForward.up", "mlp.c_proj": "feedForward.down" };
  const norms = { ln_1: "norm1", ln_2: "norm2" };
  for (const part of ["weight", "bias"]) {
    state[`norm.${part}`] = tensors[`transformer.ln_f.${part}`]!;
    for (let i = 0; i < 2; i++)
      for (const [theirs, ours] of Object.entries({ ...maps, ...more, ...norms })) {
        const x = tensors[`transformer.h.${i}.${theirs}.${part}`]!;
        state[`blocks.${i}.${ours}.${part}`] = x.ndim === 2 ? x.transpose(0, 1) : x;
      }
  }
  return state;
}

function llamaState(tensors: Tensors): Tensors {
  const state: Record<string, Tensor> = {
    "embedding.weight": tensors["model.embed_tokens.weight"]!,
    "norm.weight": tensors["model.norm.weight"]!,
    "head.weight": tensors["lm_head.weight"]!,
  };
  for (let i = 0; i < 2; i++) {
    const of = (name: string): Tensor => tensors[`model.layers.${i}.${name}.weight`]!;
    const qkv = ["q_proj", "k_proj", "v_proj"].map((name) => of(`self_attn.${name}`));
    state[`blocks.${i}.attention.qkv.weight`] = cat(qkv, 0);
    state[`blocks.${i}.attention.out.weight`] = of("self_attn.o_proj");
    for (const name of ["gate", "up", "down"])
      state[`blocks.${i}.feedForward.${name}.weight`] = of(`mlp.${name}_proj`);
    state[`blocks.${i}.norm1.weight`] = of("input_layernorm");
    state[`blocks.${i}.norm2.weight`] = of("post_attention_layernorm");
  }
  return state;
}
