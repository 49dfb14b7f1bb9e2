import { full, Generator, manualSeed, memory, type Tensor, tensor } from "@saccade/tensor";
import { shareInto } from "@saccade/tensor/backend";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.level.ts";
import { noise, numbers } from "../../../attention/test/helpers.ts";
import {
  beamSearch,
  type GenerateOptions,
  GPT,
  generate,
  generateAsync,
  type PositionKind,
  topKFilter,
  topPFilter,
} from "../../src/index.ts";

const sizes = { vocabSize: 7, maxLen: 12, dModel: 8, numLayers: 2, numHeads: 2, dimFeedforward: 8 } as const;

function lively(positions: PositionKind, seed: number = 3): GPT {
  manualSeed(seed);
  const gpt = new GPT({ ...sizes, positions });
  const state = Object.entries(gpt.stateDict()).map(([name, x]) => [name, x.ndim > 1 ? x.mul(15) : x]);
  gpt.loadStateDict(Object.fromEntries(state));
  return gpt;
}

const models = (["learned", "sinusoidal", "rotary", "relative", "alibi", "none"] as const).map((kind) =>
  lively(kind),
);

function nan(parameter: Tensor): void {
  shareInto("nan", [parameter], [full(parameter.shape, Number.NaN)]);
}

test("the cache changes no token, whatever the positions and the way to choose", () => {
  const ways: readonly Omit<GenerateOptions, "maxNewTokens">[] = [
    {},
    { temperature: 1 },
    { temperature: 0.7, topK: 3 },
    { temperature: 1.3, topP: 0.8 },
    { beamSize: 3 },
    { beamSize: 3, eos: 2, lengthPenalty: 0.6 },
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...models),
      fc.constantFrom(...ways),
      fc.array(fc.nat(6), { minLength: 1, maxLength: 4 }),
      fc.nat(1000),
      (model, way, prompt, seed) => {
        const run = (cache: boolean): number[] => {
          const generator = way.temperature === undefined ? {} : { generator: new Generator(seed) };
          return generate(model, prompt, { maxNewTokens: 6, ...way, ...generator, cache });
        };
        expect(run(true)).toEqual(run(false));
      },
    ),
    runs(8),
  );
});

test("greedy takes the most probable token until eos", () => {
  const model = models[0]!;
  const before = memory();
  const tokens = generate(model, [1, 2], { maxNewTokens: 10 });
  generate(model, [1], { maxNewTokens: 4, beamSize: 3 });
  generate(model, [1], { maxNewTokens: 4, temperature: 1, topP: 0.5 });
  const { tensors, bytes } = memory();
  expect({ tensors, bytes }).toEqual({ tensors: before.tensors, bytes: before.bytes });
  expect(model.training).toBe(true);
  expect(tokens).toHaveLength(10);
  const text = [1, 2, ...tokens];
  model.eval();
  const logits = model.forward(tensor([text.slice(0, -1)], { dtype: "int32" }));
  expect(numbers(logits.select(0, 0).argmax(-1)).slice(1)).toEqual(tokens);
  model.train();
  const [first] = tokens;
  expect(generate(model, [1, 2], { maxNewTokens: 10, eos: first! })).toEqual([first]);
  expect(generate(model, [1, 2], { maxNewTokens: 10, temperature: 1, topK: 1 })).toEqual(tokens);
});

test("awaiting what it reads changes no token, and lets others go on in training mode", async () => {
  const model = lively("rotary");
  for (const way of [{}, { temperature: 1, topK: 3 }, { beamSize: 3, eos: 2 }]) {
    const options = () => ({
      maxNewTokens: 6,
      ...way,
      ...("temperature" in way ? { generator: new Generator(1) } : {}),
    });
    const before = memory();
    const found = generateAsync(model, [1, 2], options());
    expect(model.training).toBe(true);
    expect(await found).toEqual(generate(model, [1, 2], options()));
    const { tensors, bytes } = memory();
    expect({ tensors, bytes }).toEqual({ tensors: before.tensors, bytes: before.bytes });
  }
});

test("scores that are NaN are refused, however tokens are chosen", async () => {
  const model = lively("none");
  for (const parameter of [...model.parameters()].slice(-2)) nan(parameter);
  for (const way of [
    {},
    { temperature: 1 },
    { temperature: 1, topK: 2 },
    { temperature: 1, topP: 0.5 },
    { beamSize: 2 },
  ]) {
    const options = { maxNewTokens: 2, ...way };
    expect(() => generate(model, [1], options)).toThrow("generate: the network's scores are NaN");
    await expect(generateAsync(model, [1], options)).rejects.toThrow(
      "generateAsync: the network's scores are NaN",
    );
  }
});

test("its beam search is beamSearch", () => {
  const model = models[2]!.eval();
  const step = (token: number, before: readonly number[]) => {
    const text = [...before, token];
    const logits = model.forward(tensor([text], { dtype: "int32" })).select(1, text.length - 1);
    return { logProbs: logits.flatten().logSoftmax(0), state: text, weights: tensor([0]) };
  };
  for (const lengthPenalty of [0, 1]) {
    const options = { eos: 4, beamSize: 3, lengthPenalty };
    const [best] = beamSearch(step, [5], { bos: 6, maxSteps: 6, ...options });
    expect(generate(model, [5, 6], { maxNewTokens: 6, ...options })).toEqual(best!.tokens);
  }
});

test("sampling follows the distribution", () => {
  const model = lively("learned");
  model.eval();
  const logits = model.forward(tensor([[3]], { dtype: "int32" })).flatten();
  const expected = numbers(logits.div(2).softmax(0));
  const generator = new Generator(0);
  const counts = new Array<number>(7).fill(0);
  for (let i = 0; i < 100; i++)
    counts[generate(model, [3], { maxNewTokens: 1, temperature: 2, generator })[0]!]!++;
  counts.forEach((count, i) => {
    expect(Math.abs(count / 100 - expected[i]!)).toBeLessThan(0.15);
  });
});

test("topKFilter keeps the k largest and ties; topPFilter the fewest that reach p", () => {
  const kept = (x: Tensor) =>
    numbers(x).flatMap((value, i) => (value === Number.NEGATIVE_INFINITY ? [] : [i]));
  expect(kept(topKFilter(tensor([1, 3, 2, 3]), 1))).toEqual([1, 3]);
  expect(kept(topKFilter(tensor([1, 3, 2, 0]), 2))).toEqual([1, 2]);
  expect(kept(topKFilter(tensor([1, 3]), 9))).toEqual([0, 1]);
  const logits = tensor([0.15, 0.5, 0.05, 0.3]).log();
  const p = [0.01, 0.45, 0.55, 0.79, 0.81, 1];
  expect(p.map((value) => kept(topPFilter(logits, value)))).toEqual([
    [1],
    [1],
    [1, 3],
    [1, 3],
    [0, 1, 3],
    [0, 1, 2, 3],
  ]);
  const batch = noise([3, 2, 5]);
  const rows = [topKFilter(batch, 2), topPFilter(batch, 0.5)];
  for (const x of rows) expect(x.shape).toEqual(batch.shape);
  expect(numbers(rows[0]!.isfinite().to("float32").sum(-1))).toEqual(new Array(6).fill(2));
  expect(numbers(rows[1]!.select(1, 1).select(0, 2))).toEqual(
    numbers(topPFilter(batch.select(1, 1).select(0, 2), 0.5)),
  );
});

test("wrong calls are refused", () => {
  const model = models[0]!;
  const call = (prompt: unknown, options: unknown) => () =>
    Reflect.apply(generate, null, [model, prompt, options]);
  expect(call([1], { maxNewTokens: 13 })).toThrow(
    /1 tokens of prompt and maxNewTokens 13 do not fit into .* maxLen 12/,
  );
  expect(call([1], { maxNewTokens: 1, temperature: 1, beamSize: 2 })).toThrow(/give one/);
  expect(call([1], { maxNewTokens: 1, doSample: true })).toThrow(/write temperature: 1/);
});
