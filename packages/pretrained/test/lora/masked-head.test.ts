import { Bert } from "@saccade/models";
import { decodeSafetensors } from "@saccade/nn";
import { manualSeed, randn, type Tensor, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { addLora, loadLora } from "../../src/index.ts";

const sizes = { vocabSize: 11, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2, pooler: false };
const ids = tensor([[1, 4, 2]], { dtype: "int32" });

function make(): Bert {
  manualSeed(4);
  return new Bert({ ...sizes, maskedHead: true }).eval();
}

function logits(bert: Bert): ArrayLike<number> {
  const scores: Tensor = bert.logits(bert.forward(ids).lastHiddenState);
  return scores.dataSync();
}

test("beside a head for masked tokens, adapters have the names that BertForMaskedLM gives them, the head's own too", () => {
  const model = make();
  const lora = addLora(model, { rank: 2, alpha: 4, targets: ["query", "dense"] });
  for (const adapter of lora.adapters.values())
    adapter.loadStateDict({ loraA: adapter.loraA, loraB: randn(adapter.loraB.shape) });
  const layer = "bert.encoder.layer.0";
  expect([...lora.adapters.keys()]).toEqual([
    `${layer}.attention.self.query`,
    `${layer}.attention.output.dense`,
    `${layer}.intermediate.dense`,
    `${layer}.output.dense`,
    "cls.predictions.transform.dense",
  ]);
  const files = lora.save();
  const names = [...decodeSafetensors(files["adapter_model.safetensors"]).tensors.keys()];
  expect(names).toContain("base_model.model.cls.predictions.transform.dense.lora_A.weight");
  expect(names).toContain(`base_model.model.${layer}.output.dense.lora_B.weight`);
  const adapted = logits(model);
  expect(adapted).not.toEqual(logits(make()));

  const again = make();
  loadLora(again, files);
  expect(logits(again)).toEqual(adapted);
  lora.remove();
  expect(logits(model)).toEqual(logits(make()));
});
