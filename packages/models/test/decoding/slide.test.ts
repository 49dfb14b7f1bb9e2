import { Generator, manualSeed, memory, tensor } from "@saccade/tensor";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.level.ts";
import { type GenerateOptions, GPT, generate, type PositionKind } from "../../src/index.ts";

const maxLen = 5;
const kinds: readonly PositionKind[] = ["learned", "sinusoidal", "rotary", "relative", "alibi", "none"];
const models = kinds.map((positions) => {
  manualSeed(4);
  const gpt = new GPT({ vocabSize: 7, maxLen, dModel: 8, numLayers: 2, numHeads: 2, positions });
  const louder = Object.entries(gpt.stateDict()).map(([name, x]) => [name, x.ndim > 1 ? x.mul(15) : x]);
  gpt.loadStateDict(Object.fromEntries(louder));
  return gpt.eval();
});

/** The places where the model's view of a text begins, for texts of up to `length` tokens. */
function starts(slide: number, prompt: number, length: number): number[] {
  const all: number[] = [];
  for (let n = prompt, start = 0; n < length; n++) {
    if (n - start > maxLen) start = n - (maxLen - slide + 1);
    all.push(start);
  }
  return all;
}

const cases = {
  model: fc.constantFrom(...models),
  slide: fc.integer({ min: 1, max: maxLen }),
  prompt: fc.array(fc.nat(6), { minLength: 1, maxLength: 2 * maxLen }),
  cache: fc.boolean(),
};

test("a sliding text is generated from the truncated context of each step, whatever the positions", () => {
  fc.assert(
    fc.property(cases.model, cases.slide, cases.prompt, cases.cache, (model, slide, prompt, cache) => {
      const text = [...prompt];
      for (const start of starts(slide, prompt.length, prompt.length + 9)) {
        const view = text.slice(start);
        if (slide === 1) expect(view).toEqual(text.slice(-maxLen));
        const logits = model.forward(tensor([view], { dtype: "int32" }), { logitsToKeep: 1 });
        text.push(logits.flatten().argmax().item());
      }
      const found = generate(model, prompt, { maxNewTokens: 9, slide, cache });
      expect([...prompt, ...found]).toEqual(text);
    }),
    runs(25),
  );
});

test("the cache changes no token of a sliding text, sampled or searched", () => {
  const ways: readonly Omit<GenerateOptions, "maxNewTokens">[] = [
    { temperature: 1 },
    { temperature: 0.7, topK: 3 },
    { beamSize: 3, eos: 2, lengthPenalty: 0.6 },
  ];
  const before = memory().tensors;
  fc.assert(
    fc.property(
      cases.model,
      cases.slide,
      cases.prompt,
      fc.constantFrom(...ways),
      (model, slide, prompt, way) => {
        const run = (cache: boolean): number[] => {
          const sampled = way.temperature === undefined ? {} : { generator: new Generator(7) };
          return generate(model, prompt, { maxNewTokens: 9, ...way, ...sampled, slide, cache });
        };
        expect(run(true)).toEqual(run(false));
      },
    ),
    runs(20),
  );
  expect(memory().tensors).toBe(before);
});

test("without it, a text beyond maxLen is refused, and the message says how to go on", () => {
  const model = models[0]!;
  expect(() => generate(model, [1], { maxNewTokens: 6 })).toThrow(/maxLen 5; .*slide: 1/);
  expect(generate(model, [1], { maxNewTokens: 5 })).toHaveLength(5);
  expect(() => generate(model, [1], { maxNewTokens: 6, slide: maxLen + 1 })).toThrow(/slide must be .* ≤ 5/);
});
