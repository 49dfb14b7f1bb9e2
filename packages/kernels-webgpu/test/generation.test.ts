import { wasmBackend } from "@saccade/kernels-wasm";
import { GPT, generate, generateAsync } from "@saccade/models";
import * as t from "@saccade/tensor";
import { afterEach, describe, expect, test } from "vitest";
import { backend, gpu, onHost } from "./gpu.ts";

afterEach(() => t.setBackend(t.referenceBackend()));

const tokens = 8;
const prompt = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const greedy = { maxNewTokens: tokens };
const sampled = () => ({ ...greedy, temperature: 1.5, topK: 6, generator: new t.Generator(4) });

/** A GPT whose scores differ clearly, made on the current backend. */
function gptWith(weights: "float32" | "bfloat16" | "float16"): GPT {
  t.manualSeed(2);
  const sizes = { vocabSize: 20, maxLen: 24, dModel: 16, numLayers: 2, numHeads: 2 } as const;
  const gpt = new GPT({ ...sizes, weights, positions: "rotary", tied: false });
  if (weights !== "float32") return gpt;
  const state = Object.entries(gpt.stateDict()).map(([name, x]) => [name, x.ndim > 1 ? x.mul(15) : x]);
  gpt.loadStateDict(Object.fromEntries(state));
  return gpt;
}

describe.skipIf(typeof gpu === "string")("generation on the GPU", () => {
  for (const weights of ["float32", "bfloat16", "float16"] as const) {
    const tags = weights === "float16" ? [] : ["all"];
    test(`with a cache and weights in ${weights}, the tokens are those on wasm, and a step reads its token alone`, {
      tags,
    }, async () => {
      t.setBackend(await wasmBackend());
      const gpt = gptWith(weights);
      const wanted = [generate(gpt, prompt, greedy), generate(gpt, prompt, sampled())];
      expect(new Set(wanted.flat()).size).toBeGreaterThan(4);
      gpt.to(backend());
      const host = onHost();
      for (const [i, way] of [greedy, sampled()].entries()) {
        const before = await backend().counts();
        const found = await generateAsync(gpt, prompt, way);
        const after = await backend().counts();
        expect(found).toEqual(wanted[i]);
        expect(after.bytesRead - before.bytesRead).toBe(tokens * 4);
      }
      expect(onHost()).toBe(host);
      expect(generate(gpt, prompt, { maxNewTokens: 2 })).toEqual(wanted[0]!.slice(0, 2));
    });
  }

  test("rows that a cache gave out stay what they were", () => {
    const held = (on: t.Backend): number[][] => {
      const rows = (from: number): t.Tensor =>
        t
          .arange(from, from + 12)
          .reshape([1, 2, 3, 2])
          .to(on);
      const cache = gptWith("float32").newCache({ capacity: 6 }).layers[0]!.self;
      const [first] = cache.append(rows(0), rows(100));
      const [both, values] = cache.append(rows(50).transpose(1, 3).reshape([1, 2, 3, 2]), rows(150));
      return [first, both, values].map((x) => [...x.contiguous().dataSync()]);
    };
    expect(held(backend())).toEqual(held(t.referenceBackend()));
  });
});
