import { wasmBackend } from "@saccade/kernels-wasm";
import * as models from "@saccade/models";
import * as nn from "@saccade/nn";
import { type Backend, manualSeed, referenceBackend, setBackend, type Tensor, tensor } from "@saccade/tensor";
import { afterEach, describe, expect, test } from "vitest";
import { addLora, loadPretrained, savePretrained } from "../../pretrained/src/index.ts";
import { backend, gpu } from "./gpu.ts";

afterEach(() => setBackend(referenceBackend()));

const steps = 4;
const sizes = { vocabSize: 11, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 } as const;
const rows = [1, 2, 3].map((row) => Array.from({ length: 6 }, (_, i) => 1 + ((row * i + row) % 10)));
const ids = (): Tensor => tensor(rows, { dtype: "int32" });

/** The losses of LoRA on a checkpoint that was saved from a new model, and opened on the current backend. */
async function loraLosses(
  made: () => models.GPT | models.Bert,
  weights: "float32" | "bfloat16",
): Promise<number[]> {
  const saved = savePretrained(made(), { dtype: weights });
  const files = [new File([saved.config], "config.json"), new File([saved.weights], "model.safetensors")];
  const { model } = await loadPretrained(files, { weights });
  const lora = addLora(model.train(), { rank: 2, dropout: 0.1, targets: "all-linear" });
  const adam = new nn.AdamW(lora.parameters(), { lr: 0.05 });
  const loss = (): Tensor => {
    if (model instanceof models.Bert)
      return model.forward(ids()).lastHiddenState.select(-1, 0).sub(1).square().mean();
    return nn.functional.crossEntropy(model.forward(ids()).transpose(1, 2), ids().roll(-1, 1));
  };
  return Array.from({ length: steps }, () => adam.step(loss).item());
}

/** The losses of a translator of those sentences into themselves, some of them padded. */
function translatorLosses(net: models.TeacherForced & nn.Module): number[] {
  const lengths = tensor([6, 4, 5], { dtype: "int32" });
  const batch = { X: ids(), XValidLen: lengths, Y: ids().flip(1), YValidLen: lengths };
  const adam = new nn.Adam(net.parameters(), { lr: 0.01, clipGradNorm: 1 });
  return Array.from({ length: steps }, () => models.seq2seqStep(net, adam, batch, 0).loss.item());
}

const llama: Partial<models.GPTOptions> = {
  positions: "rotary",
  norm: "rms",
  activation: "swiglu",
  bias: false,
};
const programs: Readonly<Record<string, () => number[] | Promise<number[]>>> = {
  "LoRA on GPT-2's shape": () => loraLosses(() => new models.GPT(sizes), "float32"),
  "LoRA on Llama's shape in bfloat16": () =>
    loraLosses(() => new models.GPT({ ...sizes, ...llama }), "bfloat16"),
  "LoRA on BERT's shape": () => loraLosses(() => new models.Bert(sizes), "float32"),
  "a Transformer": () =>
    translatorLosses(
      new models.Transformer({
        srcVocabSize: 11,
        tgtVocabSize: 11,
        dModel: 8,
        numHeads: 2,
        numLayers: 1,
        dropout: 0.1,
      }),
    ),
  "a translator of two GRUs with attention": () =>
    translatorLosses(
      new models.EncoderDecoder(
        new models.Seq2SeqEncoder(11, 8, 8, 2, { dropout: 0.1 }),
        new models.Seq2SeqAttentionDecoder(11, 8, 8, 2, { dropout: 0.1 }),
      ),
    ),
};

// One that is fine-tuned and one that is trained for each change, the others each night.
const first = ["LoRA on Llama's shape in bfloat16", "a translator of two GRUs with attention"];

describe.skipIf(typeof gpu === "string")("models on the GPU", () => {
  for (const [name, program] of Object.entries(programs)) {
    const tags = first.includes(name) ? "all" : "long";
    test(`${name} has the losses that it has on wasm`, { tags }, async () => {
      const losses = (on: Backend): number[] | Promise<number[]> => {
        setBackend(on);
        manualSeed(4);
        return program();
      };
      const wanted = await losses(await wasmBackend());
      const found = await losses(backend());
      expect(found.at(-1)).toBeLessThan(found[0]!);
      for (const [i, loss] of found.entries()) {
        expect(Math.abs(loss - wanted[i]!)).toBeLessThan(1e-4 * Math.abs(wanted[i]!));
      }
    });
  }
});
