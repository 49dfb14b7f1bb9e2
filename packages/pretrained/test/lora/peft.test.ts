import { valueAndGrad } from "@saccade/autograd";
import { type Bert, GPT } from "@saccade/models";
import { crossEntropy, fromSafetensors, toSafetensors } from "@saccade/nn";
import { type Tensor, tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { loadLora, PretrainedError } from "../../src/index.ts";
import { jsonOf } from "../load/checkpoints.ts";
import { baseOf, bitsOf, expectedOf, filesOf, shapes, withSettings } from "./models.ts";

// |a − b| ≤ 1e-5 · max(1, |b|)
function expectClose(
  actual: Tensor,
  expected: { shape: readonly number[]; values: readonly number[] },
): void {
  expect(actual.shape).toEqual(expected.shape);
  const worst = Array.from(actual.contiguous().dataSync(), (a, i) => {
    const b = expected.values[i]!;
    return Math.abs(a - b) / Math.max(1, Math.abs(b));
  }).reduce((most, off) => Math.max(most, off), 0);
  expect(worst).toBeLessThan(1e-5);
}

function outputOf(model: GPT | Bert, ids: Tensor): Tensor {
  return model instanceof GPT ? model.forward(ids) : model.forward(ids).lastHiddenState;
}

// As fixtures/make.py has it.
function lossOf(model: GPT | Bert, ids: Tensor): Tensor {
  if (!(model instanceof GPT)) {
    const { lastHiddenState, poolerOutput } = model.forward(ids);
    return lastHiddenState.square().mean().add(poolerOutput!.sum());
  }
  const n = ids.size(1);
  const logits = model.forward(ids).narrow(1, 0, n - 1);
  return crossEntropy(logits.flatten(0, 1), ids.narrow(1, 1, n - 1).flatten());
}

describe.each(shapes)("an adapter that PEFT saved beside a model of %s's shape", (shape) => {
  const expected = expectedOf(shape);
  const ids = tensor(expected.ids, { dtype: "int32" });

  test("gives the logits, the loss and the gradients that PEFT computes", async () => {
    const model = await baseOf(shape);
    const lora = loadLora(model, filesOf(shape));
    expectClose(outputOf(model, ids), expected.output);
    const named = lora.namedParameters();
    expect(Object.keys(named).toSorted()).toEqual(Object.keys(expected.gradients));
    const { value, grads } = valueAndGrad(() => lossOf(model, ids), named);
    expect(Math.abs(value.item() - expected.loss)).toBeLessThan(1e-5);
    for (const name in named) expectClose(grads[name]!, expected.gradients[name]!);
  });

  test("is saved under the same names, with the same shapes, numbers and settings", async () => {
    const files = loadLora(await baseOf(shape), filesOf(shape)).save();
    const saved = fromSafetensors(files["adapter_model.safetensors"]).tensors;
    const original = fromSafetensors(filesOf(shape)["adapter_model.safetensors"]).tensors;
    expect(Object.fromEntries(Object.entries(saved).map(([name, { shape }]) => [name, shape]))).toEqual(
      expected.names,
    );
    for (const name in original) expect(saved[name]!.dataSync()).toEqual(original[name]!.dataSync());
    expect(jsonOf(filesOf(shape)["adapter_config.json"])).toMatchObject(jsonOf(files["adapter_config.json"]));
  });

  test("merges into outputs equal to 1e-5, and unmerges bit for bit", async () => {
    const model = await baseOf(shape);
    const state = bitsOf(model);
    const lora = loadLora(model, filesOf(shape));
    const beside = outputOf(model, ids);
    lora.merge();
    expect(Object.keys(model.stateDict())).toEqual(Object.keys(state));
    expectClose(outputOf(model, ids), { shape: beside.shape, values: [...beside.dataSync()] });
    lora.unmerge();
    expect(outputOf(model, ids).dataSync()).toEqual(beside.dataSync());
    lora.remove();
    expect(bitsOf(model)).toEqual(state);
  });

  test("has every tensor listed that is missing, left over or of another shape", async () => {
    const files = filesOf(shape);
    const [first, second, ...others] = Object.entries(
      fromSafetensors(files["adapter_model.safetensors"]).tensors,
    );
    const tensors = {
      ...Object.fromEntries(others),
      [second![0]]: second![1].transpose(0, 1),
      odd: tensor([1]),
    };
    const model = await baseOf(shape);
    const load = () => loadLora(model, { ...files, "adapter_model.safetensors": toSafetensors(tensors) });
    expect(load).toThrow(PretrainedError);
    expect(load).toThrow(`missing: ${first![0]}`);
    expect(load).toThrow("left over: odd");
    expect(load).toThrow(`${second![0]}: [`);
    expect(bitsOf(model)).toEqual(bitsOf(await baseOf(shape)));
  });
});

describe("the settings of an adapter", () => {
  const open = async (settings: object) =>
    loadLora(await baseOf("gpt2"), withSettings(filesOf("gpt2"), settings));

  test.each([true, false, null, "gaussian", "eva", "orthogonal"])(
    "init_lora_weights %j leaves the base model as it is",
    async (start) => expect((await open({ init_lora_weights: start })).adapters.size).toBeGreaterThan(0),
  );

  test.each(["pissa", "pissa_niter_4", "olora", "corda", "loftq", "lora_ga", "nonsense", 3])(
    "init_lora_weights %j, which changes it, is refused with what to do",
    async (start) => {
      await expect(open({ init_lora_weights: start })).rejects.toThrow(
        `adapter_config.json: init_lora_weights is ${JSON.stringify(start)}, and only true, false, "gaussian"`,
      );
      await expect(open({ init_lora_weights: start })).rejects.toBeInstanceOf(PretrainedError);
    },
  );
});
