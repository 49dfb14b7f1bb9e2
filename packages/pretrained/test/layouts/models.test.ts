import { Bert, type GPT } from "@saccade/models";
import { type Tensor, tensor } from "@saccade/tensor";
import { expect, it } from "vitest";
import { loadPretrained } from "../../src/index.ts";
import { filesOf, saved } from "../load/checkpoints.ts";
import { cases, type Expected, filesFor, ids } from "./models.ts";

const text = tensor([[...ids]], { dtype: "int32" });

function outputsOf(model: GPT | Bert): Record<string, Tensor> {
  if (!(model instanceof Bert)) {
    const { output, weights } = model.forward(text, { needWeights: true });
    return { logits: output, attention: weights.at(-1)! };
  }
  const { lastHiddenState, poolerOutput, weights } = model.forward(text, { needWeights: true });
  return {
    last_hidden_state: lastHiddenState,
    attention: weights.at(-1)!,
    ...(poolerOutput && { pooler_output: poolerOutput }),
    ...(model.maskedHead && { logits: model.logits(lastHiddenState) }),
  };
}

function expectClose(name: string, actual: Tensor, { shape, values }: Expected): void {
  const { length } = shape;
  expect(actual.shape.slice(-length), name).toEqual(shape);
  const data = actual.dataSync().slice(-values.length);
  const worst = Math.max(...values.map((b, i) => Math.abs(data[i]! - b) / Math.max(1, Math.abs(b))));
  expect(worst, name).toBeLessThan(1.5e-5);
}

it.each(cases)(
  "$name: the numbers of a plain program",
  async ({ name, config, prefix, weights, expected }) => {
    const { model, ...rest } = await loadPretrained(filesOf(filesFor({ config, weights })));
    expect(rest.prefix).toBe(prefix);
    const outputs = outputsOf(model);
    expect(Object.keys(outputs).sort()).toEqual(Object.keys(expected).sort());
    for (const [key, golden] of Object.entries(expected))
      expectClose(`${name} ${key}`, outputs[key]!, golden);
    const own = Object.keys(model.stateDict()).length;
    expect(rest.ignored.length).toBeLessThan(own);
    for (const left of rest.ignored)
      expect(left).toMatch(/seq_relationship|position_ids|attn\.(masked_)?bias$|inv_freq$|decoder|lm_head/);

    // Saved here and loaded again, it is the same model.
    const { model: again } = await loadPretrained(filesOf(saved(model)));
    expect(again.settings).toEqual(model.settings);
    for (const [key, x] of Object.entries(outputsOf(again)))
      expect(x.dataSync()).toEqual(outputs[key]!.dataSync());
  },
);

it.each(cases)(
  "$name: in 16 bits, within the rounding of its weights",
  async ({ config, weights, expected }) => {
    const files = filesOf(filesFor({ config, weights }));
    const { model } = await loadPretrained(files, { weights: "bfloat16" });
    const outputs = outputsOf(model);
    for (const [key, { values }] of Object.entries(expected)) {
      const data = outputs[key]!.dataSync().slice(-values.length);
      const meanError = values.reduce((sum, b, i) => sum + Math.abs(data[i]! - b), 0) / values.length;
      expect(meanError, key).toBeGreaterThan(0);
      expect(meanError, key).toBeLessThan(0.05);
    }
  },
);
