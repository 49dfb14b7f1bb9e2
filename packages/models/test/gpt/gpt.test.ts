import { KeyValueCache } from "@saccade/attention";
import { noGrad, valueAndGrad } from "@saccade/autograd";
import { Adam, crossEntropy, Embedding, HalfEmbedding, HalfLinear, Linear } from "@saccade/nn";
import { cat, IndexError, manualSeed, memory, type Tensor } from "@saccade/tensor";
import { widenHalf } from "@saccade/tensor/fused";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bools, expectClose, ints, numbers } from "../../../attention/test/helpers.ts";
import { GPT, type GPTOptions, type PositionKind } from "../../src/index.ts";

const sizes = { vocabSize: 7, maxLen: 12, dModel: 8, numLayers: 2, numHeads: 4, dimFeedforward: 8 } as const;
const positionKinds: PositionKind[] = ["learned", "sinusoidal", "rotary", "relative", "alibi", "none"];
const llama = { norm: "rms", activation: "swiglu", bias: false, tied: false, numKvHeads: 2 } as const;
const ids = ints("1 2 3 4 5, 6 5 0 1 1");

// Weights far from 0, so that a mistake shows.
function lively(options: Partial<GPTOptions> = {}): GPT {
  manualSeed(3);
  const gpt = new GPT({ ...sizes, ...options });
  const state = Object.entries(gpt.stateDict()).map(([name, x]) => [name, x.ndim > 1 ? x.mul(15) : x]);
  gpt.loadStateDict(Object.fromEntries(state));
  return gpt.eval();
}

test.each(positionKinds)("with %s positions, cached logits equal those of recomputation", (positions) => {
  const models = [lively({ positions }), lively({ positions, ...llama })];
  const cuts = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(cuts, fc.constantFrom(...models), (cut, gpt) => {
      const cache = gpt.newCache({ capacity: 2 });
      const length = Math.min(
        5,
        cut.reduce((a, b) => a + b),
      );
      const whole = gpt.forward(ids.narrow(1, 0, length));
      for (const size of cut) {
        const at = cache.length;
        if (at + size > length) break;
        const logits = noGrad(() => gpt.forward(ids.narrow(1, at, size), { cache }));
        expectClose(logits, whole.narrow(1, at, size), 1e-4);
      }
      cache.dispose();
    }),
    { numRuns: 4 },
  );
});

test("a token sees none after it; its weights say which it sees", () => {
  const gpt = lively({ positions: "rotary" });
  const { output, weights } = gpt.forward(ids, { needWeights: true });
  expectClose(output, gpt.forward(ids), 1e-4);
  expectClose(gpt.forward(ids.narrow(1, 0, 3)), output.narrow(1, 0, 3), 1e-4);
  expect(weights.map((w) => w.shape)).toEqual([
    [2, 4, 5, 5],
    [2, 4, 5, 5],
  ]);
  expectClose(weights[0]!.triu(1), weights[0]!.mul(0));
});

test("shared heads of keys and values equal heads that are repeated", () => {
  const grouped = lively({ numKvHeads: 2, positions: "relative" });
  const full = lively({ positions: "relative" });
  // Rows of (out, in): 4 heads of queries, 2 of keys, 2 of values, each 2 wide.
  const repeat = (x: Tensor): Tensor => {
    const [q, k, v] = x.reshape([8, 2, -1]).split([4, 2, 2], 0);
    return cat([q!, k!.repeatInterleave(2, 0), v!.repeatInterleave(2, 0)], 0).reshape([
      24,
      ...x.shape.slice(1),
    ]);
  };
  const state = grouped.stateDict();
  for (const name of Object.keys(state)) if (name.includes("qkv")) state[name] = repeat(state[name]!);
  full.loadStateDict(state);
  expectClose(grouped.forward(ids), full.forward(ids), 1e-4);
});

test("tied weights are one table; the state has the names of the fields", () => {
  const names = Object.keys(new GPT(sizes).namedParameters());
  expect(names.slice(0, 4)).toEqual([
    "embedding.weight",
    "positions.weight",
    "blocks.0.norm1.weight",
    "blocks.0.norm1.bias",
  ]);
  expect(names).not.toContain("head.weight");
  expect(Object.keys(new GPT({ ...sizes, tied: false }).namedParameters())).toContain("head.weight");
  const shared = new GPT({ ...sizes, positions: "relative" });
  expect(shared.blocks[0]!.attention.positions).toBe(shared.blocks[1]!.attention.positions);
});

test("it learns: every parameter gets a gradient and the loss falls", () => {
  for (const options of [{}, { positions: "rotary", ...llama }] as const) {
    manualSeed(1);
    const gpt = new GPT({ ...sizes, ...options, dropout: 0.1 });
    const loss = () =>
      crossEntropy(gpt.forward(ids.narrow(1, 0, 4)).flatten(0, 1), ids.narrow(1, 1, 4).flatten());
    const { value, grads } = valueAndGrad(loss, gpt.namedParameters());
    for (const [name, grad] of Object.entries(grads))
      expect([name, numbers(grad).some((g) => g !== 0)]).toEqual([name, true]);
    const before = memory().tensors;
    const optimizer = new Adam(gpt, { lr: 1e-2 });
    for (let i = 0; i < 4; i++) optimizer.step(loss);
    expect(noGrad(() => loss().item())).toBeLessThan(value.item());
    expect(memory().tensors - before).toBeLessThanOrEqual(2 * gpt.parameters().length + 2);
  }
});

test("what does not fit is refused before any work", () => {
  const gpt = lively();
  const cache = gpt.newCache();
  noGrad(() => gpt.forward(ids, { cache }));
  expect(() => gpt.forward(ints([[7]]))).toThrow(
    /GPT.forward: unknown token id 7; ids are 0 to 6 \(vocabSize 7\)/,
  );
  expect(() => gpt.forward(ints([[-1]]))).toThrow(IndexError);
  expect(() => gpt.forward(ints([new Array(13).fill(1)]))).toThrow(/ids has 13 positions, beyond maxLen 12/);
  expect(() => gpt.forward(ints([[1]]), { cache })).toThrow(/batch size of 1; make a new cache/);
  expect(() => gpt.forward(ids, { cache: new KeyValueCache(3) })).toThrow(/has 3 layers, and the model 2/);
  expect(() => lively({ numHeads: 2 }).forward(ids, { cache })).toThrow(
    /the attention has 2 heads of width 4/,
  );
  const eight = ids.repeat([1, 2]).narrow(1, 0, 8);
  expect(() => noGrad(() => gpt.forward(eight, { cache }))).toThrow(/from position 5 on, beyond maxLen 12/);
  expect(cache.length).toBe(5);
  expect(() => new GPT({ ...sizes, numKvHeads: 3 })).toThrow(/numHeads 4 does not divide into 3/);
  // @ts-expect-error blockSize is nanoGPT's name, in no type: the error names ours.
  expect(() => new GPT({ ...sizes, blockSize: 3 })).toThrow(/write maxLen/);
  // @ts-expect-error The type has no such positions; programs without types get the error.
  expect(() => new GPT({ ...sizes, positions: "rope" })).toThrow(/positions must be/);
});

test.each([{}, llama])("padding that keyMask hides changes no text's logits: %o", (options) => {
  const gpt = lively({ positions: "rotary", ...options });
  const short = gpt.forward(ids.narrow(1, 0, 3));
  expectClose(gpt.forward(ids, { keyMask: bools("11100 11100") }).narrow(1, 0, 3), short);
  // Rotary positions depend on distances alone, so padding may stand before a text too.
  const padded = cat([ids.narrow(1, 3, 2), ids.narrow(1, 0, 3)], 1);
  const before = bools("00111 00111");
  expectClose(gpt.forward(padded, { keyMask: before }).narrow(1, 2, 3), short);
  const cache = gpt.newCache();
  noGrad(() => gpt.forward(padded.narrow(1, 0, 4), { cache, keyMask: before.narrow(1, 0, 4) }));
  const last = noGrad(() => gpt.forward(padded.narrow(1, 4, 1), { cache, keyMask: before }));
  expectClose(last, gpt.forward(ids.narrow(1, 0, 3)).narrow(1, 2, 1));
  expect(() => gpt.forward(padded.narrow(1, 4, 1), { cache, keyMask: before })).toThrow(
    /length is 6, but 5 in keyMask/,
  );
  expect(cache.length).toBe(5);
});

test("hidden states begin with the embeddings and end after the last norm", () => {
  const gpt = lively({ headDim: 3, attentionBias: false, activation: "gelu", tied: false });
  const { output, weights, hiddenStates } = gpt.forward(ids, { needHiddenStates: true });
  expect([weights.length, hiddenStates.length]).toEqual([0, 3]);
  expectClose(hiddenStates[0]!, gpt.positions!.forward(gpt.embedding.forward(ids)));
  expectClose(output, gpt.head!.forward(hiddenStates[2]!));
  expectClose(gpt.forward(ids), output);
  expect(gpt.blocks[0]!.attention.out.inFeatures).toBe(12);
});

test("logitsToKeep leaves out the logits of all tokens but the last ones", () => {
  for (const gpt of [lively(), lively(llama)]) {
    const all = gpt.forward(ids);
    for (const kept of [1, 3, 5])
      expectClose(gpt.forward(ids, { logitsToKeep: kept }), all.narrow(1, 5 - kept, kept));
  }
  expect(() => lively().forward(ids, { logitsToKeep: 6 })).toThrow(
    /logitsToKeep must be a whole number ≥ 1 and ≤ 5, got 6/,
  );
});

test.each(["bfloat16", "float16"] as const)(
  "weights in %s: the logits, cached or not, are those of the rounded weights",
  (weights) => {
    for (const shape of [{}, llama]) {
      const gpt = lively(shape);
      const half = new GPT({ ...sizes, ...shape, weights });
      const rounded = lively(shape);
      const places = half.namedModules();
      for (const [name, module] of gpt.namedModules()) {
        const to = places.get(name);
        if (to instanceof HalfLinear && module instanceof Linear) {
          to.weight = HalfLinear.from(module, weights).weight;
          to.bias = module.bias;
        }
        if (to instanceof HalfEmbedding && module instanceof Embedding)
          to.weight = HalfEmbedding.from(module, weights).weight;
      }
      const own = half.namedParameters();
      const values = gpt.stateDict();
      half.loadStateDict(Object.fromEntries(Object.keys(own).map((name) => [name, values[name]!])));
      for (const [name, to] of places) {
        if (!(to instanceof HalfLinear || to instanceof HalfEmbedding)) continue;
        rounded.loadStateDict({ [`${name}.weight`]: widenHalf(to.weight, weights) }, { strict: false });
      }
      const want = rounded.forward(ids);
      expectClose(half.forward(ids), want, 1e-6);
      const cache = half.newCache();
      const steps = noGrad(() => [0, 1, 2, 3, 4].map((i) => half.forward(ids.narrow(1, i, 1), { cache })));
      expectClose(cat(steps, 1), want, 1e-5);
    }
  },
);

test("a wrong scaling of rotary positions is named after the model's option", () => {
  const make = () => new GPT({ ...sizes, ropeScaling: { kind: "linear", factor: 0 } });
  expect(make).toThrow(/GPT: ropeScaling[.:] ?factor/);
});
