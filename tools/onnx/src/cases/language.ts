import { Bert, GPT, type GPTOptions, type WeightsFormat } from "@saccade/models";
import { Linear, ReLU, Sequential } from "@saccade/nn";
import { randint, randn } from "@saccade/tensor";
import type { Case, Inputs } from "../case.ts";

const sizes = { vocabSize: 30, maxLen: 40, dModel: 16, numLayers: 1, numHeads: 4 };
const ids = (b: number, n: number): Inputs => ({ ids: randint(0, 30, [b, n], { dtype: "int32" }) });

function gpt(name: string, options: Partial<GPTOptions>): Case {
  const model = new GPT({ ...sizes, ...options });
  return {
    name,
    model,
    run: ({ ids }) => model.forward(ids!, { needWeights: true, needHiddenStates: true }),
    inputs: ids(2, 5),
    others: [ids(1, 1), ids(3, 40)],
  };
}

function bert(name: string, weights: WeightsFormat): Case {
  const model = new Bert({ ...sizes, numTypes: 2, maskedHead: true, weights });
  const withTypes = (b: number, n: number): Inputs => ({
    ...ids(b, n),
    tokenTypes: randint(0, 2, [b, n], { dtype: "int32" }),
    keyMask: randint(0, 3, [b, n], { dtype: "int32" }).ne(0),
  });
  return {
    name,
    model,
    run: ({ ids, tokenTypes, keyMask }) => {
      const result = model.forward(ids!, { tokenTypes, keyMask, needWeights: true, needHiddenStates: true });
      return { ...result, logits: model.logits(result.lastHiddenState) };
    },
    inputs: withTypes(2, 5),
    others: [withTypes(1, 1), withTypes(3, 40)],
  };
}

/** The shapes that checkpoints have. */
export function languageModels(): Case[] {
  const llama = {
    positions: "rotary",
    norm: "rms",
    activation: "swiglu",
    bias: false,
    numKvHeads: 2,
  } as const;
  const mlp = new Sequential(new Linear(4, 8), new ReLU(), new Linear(8, 2));
  return [
    {
      name: "MLP",
      model: mlp,
      run: ({ x }) => mlp.forward(x!),
      inputs: { x: randn([3, 4]) },
      others: [{ x: randn([11, 4]) }],
    },
    gpt("GPT-2 shape", { numLayers: 2 }),
    gpt("Llama shape", llama),
    gpt("GPT, ALiBi", { positions: "alibi" }),
    gpt("GPT, relative positions", { positions: "relative" }),
    gpt("GPT, sinusoidal positions, tied", { positions: "sinusoidal", tied: true }),
    bert("BERT shape", "float32"),
    gpt("GPT-2 shape, float16", { weights: "float16" }),
    gpt("Llama shape, untied, bfloat16", { ...llama, weights: "bfloat16", tied: false }),
    bert("BERT shape, float16", "float16"),
    ...[
      gpt("GPT-2 shape, bfloat16", { weights: "bfloat16" }),
      gpt("Llama shape, bfloat16", { ...llama, weights: "bfloat16" }),
      gpt("Llama shape, float16", { ...llama, weights: "float16" }),
      gpt("Llama shape, untied, float16", { ...llama, weights: "float16", tied: false }),
      bert("BERT shape, bfloat16", "bfloat16"),
    ].map((one) => ({
      ...one,
      like: one.name.includes("BERT") ? "BERT shape, float16" : "Llama shape, untied",
    })),
  ];
}
