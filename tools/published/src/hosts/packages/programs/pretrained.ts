// A model that is saved as a checkpoint, loaded again, and generates the same tokens.
import { GPT, generate } from "@saccade/models";
import { loadPretrained, savePretrained } from "@saccade/pretrained";
import { manualSeed } from "@saccade/tensor";

export async function main(): Promise<object> {
  manualSeed(0);
  const llama = { positions: "rotary", norm: "rms", activation: "swiglu", bias: false } as const;
  const gpt = new GPT({
    vocabSize: 13,
    maxLen: 16,
    dModel: 8,
    numLayers: 2,
    numHeads: 2,
    numKvHeads: 1,
    ...llama,
  });
  const { config, weights } = savePretrained(gpt);
  const files = [new Blob([config]), new Blob([weights])];
  const names = ["config.json", "model.safetensors"];
  const { model, modelType, ignored } = await loadPretrained(
    files.map((file, i) => ({
      name: names[i]!,
      size: file.size,
      slice: (start: number, end: number) => file.slice(start, end),
    })),
  );
  if (!(model instanceof GPT)) throw new Error("no GPT");
  const [expected, tokens] = [gpt, model].map((one) => generate(one, [1, 2], { maxNewTokens: 6 }).join(" "));
  return { modelType, ignored: ignored.length, same: tokens === expected };
}
