import {
  BilinearScoring,
  DotScoring,
  KeyValueCache,
  MultiheadAttention,
  type Scoring,
} from "@saccade/attention";
import { noGrad } from "@saccade/autograd";
import { Adam, crossEntropy, Linear, Module, siteNames } from "@saccade/nn";
import { ArgumentError, manualSeed, randn, ShapeError, type Tensor, tensor } from "@saccade/tensor";
import { beforeEach, describe, expect, test } from "vitest";
import { bools, ints } from "../../../attention/test/helpers.ts";
import * as models from "../../src/index.ts";
import { Averaging, Gated, LinearAttention } from "./attentions.ts";

beforeEach(() => manualSeed(5));

const far = (x: Tensor, y: Tensor): number => x.sub(y).abs().max().item();
const text = [
  [1, 2, 3, 4, 1, 2, 3, 4],
  [4, 3, 2, 1, 4, 3, 2, 1],
];
const sizes = { vocabSize: 6, maxLen: 16, dModel: 8, numLayers: 2, numHeads: 2 };
const kinds = [
  ["averaging", () => new Averaging()],
  ["linear", (embedDim: number) => new LinearAttention(embedDim)],
  ["gated", (embedDim: number) => new Gated(embedDim)],
  [
    "PyTorch's",
    (embedDim: number, heads: number) => new MultiheadAttention(embedDim, heads, { batchFirst: true }),
  ],
] as const satisfies readonly (readonly [string, models.MakeAttention])[];

describe.each(kinds)("an attention of one's own, %s,", (name, attention: models.MakeAttention) => {
  test("learns in a GPT, and its weights travel", () => {
    const gpt = new models.GPT({ ...sizes, attention });
    const optimizer = new Adam(gpt.parameters(), { lr: 0.02 });
    const x = ints(text.map((row) => row.slice(0, -1)));
    const y = ints(text.map((row) => row.slice(1))).flatten();
    const losses = Array.from({ length: 25 }, () =>
      optimizer.step(() => crossEntropy(gpt.forward(x).flatten(0, 1), y)).item(),
    );
    expect(losses.at(-1)!).toBeLessThan(0.6 * losses[0]!);
    // Only its own parameters are there.
    const own = attention(8, 2, "self");
    const prefix = "blocks.0.attention.";
    const keys = Object.keys(gpt.stateDict()).filter((key) => key.startsWith(prefix));
    expect(keys.map((key) => key.slice(prefix.length)).sort()).toEqual(Object.keys(own.stateDict()).sort());
    const other = new models.GPT({ ...sizes, attention });
    expect(far(other.forward(x), gpt.forward(x))).toBeGreaterThan(0.01);
    other.loadStateDict(gpt.stateDict());
    expect(far(other.forward(x), gpt.forward(x))).toBe(0);
  });

  test("is causal in a GPT, and sees no padding", () => {
    const gpt = new models.GPT({ ...sizes, attention });
    const [a, b] = [ints([[1, 2, 3, 4]]), ints([[1, 2, 3, 5]])];
    const [x, y] = [gpt.forward(a), gpt.forward(b)];
    expect(far(x.narrow(1, 0, 3), y.narrow(1, 0, 3))).toBeLessThan(1e-6);
    const keyMask = bools("11101");
    const tail = (id: number): Tensor => gpt.forward(ints([[1, 2, 3, id, 5]]), { keyMask }).select(1, 4);
    expect(far(tail(0), tail(4))).toBeLessThan(1e-6);
  });

  test("works in encoder and decoder layers, in every form", () => {
    const [x, memory] = [randn([2, 4, 8]), randn([2, 5, 8])];
    const batches = new models.TransformerDecoderLayer(8, 2, { attention, batchFirst: true, dropout: 0 });
    const batchFirst = name === "PyTorch's";
    const crossKeyMask = bools("11111 11100");
    const options = { causal: true, crossKeyMask } as const;
    const expected = batches.forward<false>(x, memory, options);
    if (!batchFirst) {
      const rows = new models.TransformerDecoderLayer(8, 2, { attention, dropout: 0 });
      rows.loadStateDict(batches.stateDict());
      const found = rows.forward<false>(x.transpose(0, 1), memory.transpose(0, 1), options);
      expect(far(found.transpose(0, 1), expected)).toBeLessThan(1e-6);
      const { self_attn } = rows;
      const one = new models.TransformerEncoderLayer(8, 2, { attention: () => self_attn, dropout: 0 });
      expect(one.forward(x.select(0, 0)).shape).toEqual([4, 8]);
    }
    const factors = [
      [1, 1, 1, 1, 1],
      [1, 1, 1, 7, -3],
    ];
    const other = memory.mul(tensor(factors).unsqueeze(-1));
    expect(far(batches.forward<false>(x, other, options), expected)).toBeLessThan(1e-6);
    const stack = new models.TransformerEncoder(
      () => new models.TransformerEncoderLayer(8, 2, { attention, batchFirst: true }),
      2,
    );
    expect(stack.forward(x, { causal: true }).shape).toEqual([2, 4, 8]);
    const bert = new models.Bert({ ...sizes, attention });
    expect(bert.forward(ints(text)).lastHiddenState.shape).toEqual([2, 8, 8]);
  });
});

test.each(["linear", "gated", "PyTorch's"])("a cache changes no result: %s", (name) => {
  const attention = kinds.find(([kind]) => kind === name)![1] as models.MakeAttention;
  const gpt = new models.GPT({ ...sizes, attention });
  gpt.eval();
  const x = ints(text);
  const whole = gpt.forward(x);
  noGrad(() => {
    const cache = gpt.newCache();
    gpt.forward(x.narrow(1, 0, 5), { cache });
    const last = [5, 6, 7].map((at) => gpt.forward(x.narrow(1, at, 1), { cache }));
    last.forEach((logits, i) => {
      expect(far(logits, whole.narrow(1, 5 + i, 1))).toBeLessThan(1e-5);
    });
    const layer = new models.TransformerDecoderLayer(8, 2, { attention, batchFirst: true, dropout: 0 });
    const decoder = new models.TransformerDecoder(() => layer, 1);
    const [tgt, memory] = [randn([2, 4, 8]), randn([2, 3, 8])];
    const all = decoder.forward(tgt, memory, { causal: true });
    const kept = new KeyValueCache(1);
    const steps = [0, 1, 2, 3].map((at) =>
      decoder.forward(tgt.narrow(1, at, 1), memory, { causal: true, cache: kept }),
    );
    steps.forEach((step, at) => {
      expect(far(step, all.narrow(1, at, 1))).toBeLessThan(1e-5);
    });
  });
  expect(models.generate(gpt, [1, 2], { maxNewTokens: 3 }).length).toBe(3);
});

test("weights are there where they are wanted, and an attention without them says so", () => {
  const gpt = new models.GPT({ ...sizes, attention: (embedDim) => new Gated(embedDim) });
  const { weights } = gpt.forward(ints(text), { needWeights: true });
  expect(weights.map(({ shape }) => shape)).toEqual([
    [2, 1, 8, 8],
    [2, 1, 8, 8],
  ]);
  const linear = new models.GPT({ ...sizes, attention: (embedDim) => new LinearAttention(embedDim) });
  expect(() => linear.forward(ints(text), { needWeights: true })).toThrow(
    "LinearAttention gives no weights; leave out needWeights, or let forward return { output, weights }.",
  );
});

test("sites that it names are under attn.", () => {
  const gpt = new models.GPT({ ...sizes, attention: (embedDim) => new Gated(embedDim) });
  const names = [...siteNames(gpt).keys()];
  expect(names).toContain("blocks.1.attn.hook_gate");
  expect(names).toContain("blocks.0.hook_attn_out");
  expect(names).not.toContain("blocks.0.attn.hook_q");
});

test("types know the class of the attention", () => {
  const gpt = new models.GPT({ ...sizes, attention: (embedDim) => new Gated(embedDim) });
  expect(gpt.blocks[0]!.attention.gate.inFeatures).toBe(8);
  const layer = new models.TransformerEncoderLayer(8, 2, { attention: (size) => new LinearAttention(size) });
  expect(layer.self_attn.qk.outFeatures).toBe(16);
  expect(new models.GPT(sizes).blocks[0]!.attention.qkv.outFeatures).toBe(24);
});

class Wrong extends Module {
  readonly numHeads = 1;
  readonly cached = true;
  override forward(q: Tensor): never {
    return q as never;
  }
}

class Narrow extends Module {
  readonly numHeads = 1;
  readonly cached = true;
  override forward(q: Tensor): models.OwnAttended {
    return { output: q.narrow(-1, 0, 2) };
  }
}

describe("what does not fit is refused before anything is computed:", () => {
  const make =
    (attention: unknown, more: object = {}) =>
    () =>
      new models.GPT({ ...sizes, ...more, attention: attention as models.MakeAttention });
  test.each([
    ["a class", make(Gated), "attention must be a function that makes an attention"],
    [
      "no module",
      make(() => ({ numHeads: 1, forward: () => 1 })),
      "a function that makes a Module with numHeads",
    ],
    ["no heads", make(() => new Linear(8, 8)), "a module with numHeads, the heads of its weights"],
    [
      "another form",
      make((e: number, h: number) => new MultiheadAttention(e, h)),
      "a MultiheadAttention with { batchFirst: true }",
    ],
    [
      "inner positions",
      make(() => new Averaging(), { positions: "rotary" }),
      "positions acts inside the attention",
    ],
    ["heads of keys", make(() => new Averaging(), { numKvHeads: 1 }), "numKvHeads acts inside the attention"],
    [
      "a fill",
      () => new models.TransformerEncoderLayer(8, 2, { attention: () => new Averaging(), maskFill: -1e9 }),
      "maskFill acts inside the attention",
    ],
  ])("%s", (_, f, message) => {
    expect(f).toThrow(ArgumentError);
    expect(f).toThrow(message);
  });

  test("a cache beside an attention that takes none", () => {
    const gpt = new models.GPT({ ...sizes, attention: () => new Averaging() });
    expect(() => gpt.newCache()).toThrow(/Averaging takes no cache.*cached = true.*cache\.append\(k, v\)/s);
    expect(() => models.generate(gpt, [1], { maxNewTokens: 2 })).toThrow("generate with { cache: false }");
    expect(models.generate(gpt, [1], { maxNewTokens: 2, cache: false })).toHaveLength(2);
  });

  test("results of another form name the class", () => {
    const run = (attention: models.MakeAttention) => () =>
      new models.GPT({ ...sizes, attention }).forward(ints(text));
    expect(run(() => new Wrong())).toThrow("Wrong.forward must return { output, weights }; it returned");
    expect(run(() => new Narrow())).toThrow(ShapeError);
    const gpt = new models.GPT({ ...sizes, attention: () => new Averaging() });
    for (const { attention } of gpt.blocks) Object.assign(attention, { cached: true });
    noGrad(() => {
      expect(() => gpt.forward(ints(text), { cache: gpt.newCache() })).toThrow(
        "call cache.append(k, v) once",
      );
    });
  });
});

describe("recurrent decoders take any scoring:", () => {
  const scorings: (() => Scoring)[] = [() => new BilinearScoring(8, 8), () => new DotScoring(8)];
  test.each(scorings)("%#", (make) => {
    const scoring = make();
    const decoder = new models.Seq2SeqAttentionDecoder(6, 4, 8, 1, { scoring });
    const net = new models.EncoderDecoder(new models.Seq2SeqEncoder(6, 4, 8, 1), decoder);
    const [x, lens] = [ints("1 2 3 4, 2 1 0 0"), ints("4, 2").flatten()];
    const { output, weights } = net.forward(x, x, lens);
    expect(output.shape).toEqual([2, 4, 6]);
    expect(far(weights.sum(-1), weights.sum(-1).mul(0).add(1))).toBeLessThan(1e-6);
    expect(weights.select(1, 1).narrow(-1, 2, 2).abs().max().item()).toBe(0);
    const names = Object.keys(decoder.stateDict()).filter((key) => key.startsWith("attention."));
    expect(names).toEqual(Object.keys(scoring.stateDict()).map((key) => `attention.${key}`));
    expect([...siteNames(net).keys()]).toContain("decoder.cross_attn.hook_pattern");
    // The first step's weights are those of the scoring itself.
    const { output: states, state } = net.encoder.forward(x, lens);
    const first = scoring.forward(
      state.select(0, 0).unsqueeze(1),
      states.transpose(0, 1),
      states.transpose(0, 1),
      {
        validLens: lens,
      },
    );
    expect(far(weights.select(0, 0), first.weights)).toBeLessThan(1e-6);
    const both = new models.BahdanauDecoder(6, 4, 8, 1, { scoring: make() });
    const other = new models.EncoderDecoder(new models.BidirectionalEncoder(6, 4, 8, 1), both);
    expect(other.forward(x, x, lens).output.shape).toEqual([2, 4, 6]);
  });

  test("scores of other sizes are refused", () => {
    const scoring = new DotScoring(4);
    expect(() => new models.Seq2SeqAttentionDecoder(6, 4, 8, 1, { scoring })).toThrow(ShapeError);
  });
});
