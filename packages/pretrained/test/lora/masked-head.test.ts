import { Bert } from "@saccade/models";
import { decodeSafetensors } from "@saccade/nn";
import { manualSeed } from "@saccade/tensor";
import { expect, test } from "vitest";
import { addLora, loadLora } from "../../src/index.ts";
import { outputs, sizes } from "../load/checkpoints.ts";
import { filled } from "./models.ts";

function make(): Bert {
  manualSeed(4);
  return new Bert({ ...sizes, numLayers: 1, maskedHead: true, pooler: false }).eval();
}

test("beside a head for masked tokens, adapters have the names that BertForMaskedLM gives them, the head's own too", () => {
  const model = make();
  const lora = filled(addLora(model, { rank: 2, alpha: 4, targets: ["query", "dense"] }));
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
  const adapted = outputs(model);
  expect(adapted).not.toEqual(outputs(make()));

  const again = make();
  loadLora(again, files);
  expect(outputs(again)).toEqual(adapted);
  lora.remove();
  expect(outputs(model)).toEqual(outputs(make()));
});
