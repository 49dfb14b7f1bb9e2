import { GPT } from "@saccade/models";
import { HalfLinear, init, Linear } from "@saccade/nn";
import { manualSeed } from "@saccade/tensor";
import { beforeEach, describe, expect, test } from "vitest";
import { addLora, type Lora, LoraLinear, type LoraModel, loadLora, loadPretrained } from "../../src/index.ts";
import { filesOf, outputs, saved, tinyBert, tinyGpt2, tinyLlama } from "../load/checkpoints.ts";
import { filled } from "./models.ts";

const shapes = { "GPT-2": tinyGpt2, Llama: tinyLlama, BERT: tinyBert };

beforeEach(() => {
  manualSeed(5);
});

/** Adapters everywhere. */
const adapted = (model: LoraModel): Lora =>
  filled(addLora(model, { rank: 2, alpha: 3, targets: "all-linear" }), 0.1);

function largestDifference(a: number[][], b: number[][]): number {
  return Math.max(...a.flatMap((row, i) => row.map((x, j) => Math.abs(x - b[i]![j]!))));
}

test("merge computes W + scale · B A in double precision and rounds it once", () => {
  const model = new GPT({ vocabSize: 11, maxLen: 8, dModel: 32, numLayers: 1, numHeads: 4 });
  const lora = adapted(model);
  const { qkv } = model.blocks[0]!.attention;
  if (!(qkv instanceof LoraLinear && qkv.base instanceof Linear)) throw new Error("no adapter");
  const [{ loraA, loraB, scale }] = qkv.adapters as [(typeof qkv.adapters)[0]];
  const [w, a, b] = [qkv.base.weight.dataSync(), loraA.dataSync(), loraB.dataSync()];
  const expected = Float32Array.from(w, (x, i) => {
    const [row, column] = [Math.floor(i / 32), i % 32];
    return x + scale * (b[2 * row]! * a[column]! + b[2 * row + 1]! * a[32 + column]!);
  });
  lora.merge();
  expect(qkv.base.weight.dataSync()).toEqual(expected);
});

for (const format of ["bfloat16", "float16"] as const) {
  describe.each(Object.entries(shapes))(`%s in ${format}`, (_shape, make) => {
    test("merges to the rounded sum, and unmerges to the bits of before", async () => {
      const files = saved(make(), { dtype: format });
      const { model } = await loadPretrained(filesOf(files), { weights: format });
      const { model: wide } = await loadPretrained(filesOf(files));
      const lora = adapted(model);
      const besideWide = loadLora(wide, lora.save());
      const before = outputs(model);
      expect(largestDifference(outputs(wide), before)).toBeLessThan(1e-5);
      lora.merge();
      expect(model.modules().some((module) => module instanceof HalfLinear)).toBe(true);
      expect(model.modules().some((module) => module instanceof LoraLinear)).toBe(false);
      besideWide.merge();
      // Rounded from the same sum in float32, by the merge or by the file.
      expect(saved(model, { dtype: format })).toEqual(saved(wide, { dtype: format }));
      // The outputs differ, by what 16 bits leave of the weights.
      const apart = largestDifference(outputs(model), before);
      expect(apart).toBeGreaterThan(0);
      expect(apart).toBeLessThan(format === "bfloat16" ? 0.1 : 0.01);
      lora.unmerge();
      expect(outputs(model)).toEqual(before);
      lora.merge().remove();
      expect(saved(model, { dtype: format })).toEqual(files);
    });
  });
}

test("merging into 16 bits does not touch rows without an adapter", async () => {
  const { model } = await loadPretrained(filesOf(saved(tinyLlama())), { weights: "bfloat16" });
  if (!(model instanceof GPT)) throw new Error("no GPT");
  const bits = (): number[] => {
    const { qkv } = model.blocks[0]!.attention;
    return qkv instanceof HalfLinear ? [...qkv.weight.dataSync()] : [];
  };
  const before = bits();
  const lora = addLora(model, { rank: 1, targets: ["k_proj"] });
  for (const { loraB } of lora.adapters.values()) init.constant(loraB, 1);
  lora.merge();
  // Rows of 4 int32: 8 of queries, then 4 of keys and 4 of values.
  const [queries, keys, values] = [
    [0, 32],
    [32, 48],
    [48, 64],
  ] as const;
  const rows = ([from, to]: readonly [number, number]): number[] => bits().slice(from, to);
  expect(rows(queries)).toEqual(before.slice(...queries));
  expect(rows(keys)).not.toEqual(before.slice(...keys));
  expect(rows(values)).toEqual(before.slice(...values));
});
