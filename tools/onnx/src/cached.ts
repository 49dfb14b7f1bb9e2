import { noGrad } from "@saccade/autograd";
import { GPT, type GPTOptions } from "@saccade/models";
import { exportCachedOnnx } from "@saccade/onnx";
import { randint, type Tensor, zeros } from "@saccade/tensor";
import { type Outcome, tolerance } from "./check.ts";
import { difference, open } from "./engine.ts";

const sizes = { vocabSize: 30, maxLen: 40, dModel: 16, numLayers: 1, numHeads: 4 };
const llama = { positions: "rotary", norm: "rms", activation: "swiglu", bias: false, numKvHeads: 2 } as const;

/** Models that decode with a cache; those after the first four repeat their parts. */
const models: readonly (readonly [name: string, options: Partial<GPTOptions>])[] = [
  ["GPT-2 shape, float16, cached", { weights: "float16" }],
  ["Llama shape, cached", { ...llama, numLayers: 2 }],
  ["GPT, relative positions, cached", { positions: "relative" }],
  ["GPT, ALiBi, cached", { positions: "alibi" }],
  ["GPT-2 shape, cached", {}],
  ["GPT-2 shape, bfloat16, cached", { weights: "bfloat16" }],
  ["Llama shape, bfloat16, cached", { ...llama, weights: "bfloat16" }],
  ["Llama shape, float16, cached", { ...llama, weights: "float16" }],
];

/** Decodes with a cache, from an empty one on, in the engine and here: four models, or all of them. */
export async function cachedModels(
  all: boolean,
  chosen: (model: { readonly name: string }) => boolean,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [name, options] of all ? models : models.slice(0, 4))
    if (chosen({ name })) outcomes.push(await decode(name, new GPT({ ...sizes, ...options })));
  return outcomes;
}

async function decode(name: string, gpt: GPT): Promise<Outcome> {
  gpt.eval();
  const file = exportCachedOnnx(gpt, { needWeights: true });
  const session = await open(file);
  const { numKvHeads, headDim } = gpt.settings;
  const cache = gpt.newCache();
  let past: Record<string, Tensor> = Object.fromEntries(
    session.inputs
      .filter((input) => input !== "ids")
      .map((input) => [input, zeros([2, numKvHeads, 0, headDim])]),
  );
  let largest = 0;
  for (const n of [5, 1, 1, 3, 1]) {
    const ids = randint(0, 30, [2, n], { dtype: "int32" });
    const given = await session.run({ ids, ...past });
    const { output, weights } = noGrad(() => gpt.forward(ids, { cache, needWeights: true }));
    largest = Math.max(largest, difference(given["logits"]!, output));
    weights.forEach((layer, i) => {
      largest = Math.max(largest, difference(given[`weights.${i}`]!, layer));
    });
    past = Object.fromEntries(
      Object.keys(past).map((input) => [input, given[input.replace("past", "present")]!]),
    );
  }
  await session.close();
  const problem = largest <= tolerance ? null : `differs by ${largest}`;
  return { name, difference: largest, problem, bytes: file.length, outputs: session.outputs.length };
}
