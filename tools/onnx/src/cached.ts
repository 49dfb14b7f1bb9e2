import { noGrad } from "@saccade/autograd";
import { GPT } from "@saccade/models";
import { exportCachedOnnx } from "@saccade/onnx";
import { randint, type Tensor, zeros } from "@saccade/tensor";
import { type Outcome, tolerance } from "./check.ts";
import { difference, open } from "./engine.ts";

const sizes = { vocabSize: 30, maxLen: 40, dModel: 16, numLayers: 2, numHeads: 4 };
const llama = { positions: "rotary", norm: "rms", activation: "swiglu", bias: false, numKvHeads: 2 } as const;

/** Decodes with a cache, from an empty one on, in the engine and here. */
export async function cachedModels(): Promise<Outcome[]> {
  return [
    await decode("GPT-2 shape, cached", new GPT(sizes)),
    await decode("Llama shape, cached", new GPT({ ...sizes, ...llama })),
    await decode("GPT-2 shape, bfloat16, cached", new GPT({ ...sizes, weights: "bfloat16" })),
    await decode("GPT-2 shape, float16, cached", new GPT({ ...sizes, weights: "float16" })),
    await decode("Llama shape, bfloat16, cached", new GPT({ ...sizes, ...llama, weights: "bfloat16" })),
    await decode("Llama shape, float16, cached", new GPT({ ...sizes, ...llama, weights: "float16" })),
    await decode("GPT, relative positions, cached", new GPT({ ...sizes, positions: "relative" })),
    await decode("GPT, ALiBi, cached", new GPT({ ...sizes, positions: "alibi" })),
  ];
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
  const problem = largest <= tolerance ? null : `differs by ${largest}`;
  return { name, difference: largest, problem, bytes: file.length, outputs: session.outputs.length };
}
