import { KeyValueCache } from "@saccade/attention";
import { DeltaNet, mixer, mixerNames, type SequenceMixer } from "@saccade/attention/ladder";
import { compile, noGrad } from "@saccade/autograd";
import { Adam, crossEntropy, siteNames } from "@saccade/nn";
import { manualSeed, memory, type Tensor } from "@saccade/tensor";
import { beforeEach, describe, expect, test } from "vitest";
import { bools, expectClose, ints, leaked } from "../../../attention/test/helpers.ts";
import { CausalSelfAttention, GPT, type GPTOptions, generate } from "../../src/index.ts";

beforeEach(() => manualSeed(5));

const far = (x: Tensor, y: Tensor): number => x.sub(y).abs().max().item();
const sizes: GPTOptions = {
  vocabSize: 6,
  maxLen: 16,
  dModel: 8,
  numLayers: 2,
  numHeads: 2,
  positions: "none",
};
const gptOf = (name: (typeof mixerNames)[number]): GPT<SequenceMixer> =>
  new GPT({ ...sizes, attention: mixer(name) });
const text = ints([
  [1, 2, 3, 4, 1, 2, 3, 4, 0],
  [4, 3, 2, 1, 4, 3, 2, 1, 5],
]);

describe.each(mixerNames)("a GPT with %s", (name) => {
  test("decodes what it computes at once, for any split", () => {
    const gpt = gptOf(name).eval();
    noGrad(() => {
      const all = gpt.forward(text);
      for (const cuts of [
        [1, 1, 1, 1, 1, 1, 1, 1, 1],
        [5, 4],
        [2, 1, 6],
      ]) {
        const cache = gpt.newCache();
        let start = 0;
        for (const n of cuts) {
          expectClose(gpt.forward(text.narrow(1, start, n), { cache }), all.narrow(1, start, n), 2e-5);
          start += n;
          expect(cache.length).toBe(start);
        }
        cache.dispose();
      }
    });
  });

  test("generates the same with a cache and without, and in a beam", () => {
    const gpt = gptOf(name);
    for (const beamSize of [1, 3]) {
      const more = { maxNewTokens: 8, beamSize };
      expect(generate(gpt, [1, 2, 3], more)).toEqual(generate(gpt, [1, 2, 3], { ...more, cache: false }));
    }
  });

  test("is causal, and sees no padding", () => {
    const gpt = gptOf(name).eval();
    noGrad(() => {
      const [x, y] = [gpt.forward(ints([[1, 2, 3, 4]])), gpt.forward(ints([[1, 2, 3, 5]]))];
      expect(far(x.narrow(1, 0, 3), y.narrow(1, 0, 3))).toBeLessThan(1e-6);
      const keyMask = bools("0011111");
      const padded = gpt.forward(ints([[5, 0, 1, 2, 3, 4, 1]]), { keyMask }).narrow(1, 2, 5);
      if (name !== "retention") expectClose(padded, gpt.forward(ints([[1, 2, 3, 4, 1]])), 1e-5);
      const tail = (id: number): Tensor =>
        gpt.forward(ints([[1, 2, 3, id, 5]]), { keyMask: bools("11101") }).select(1, 4);
      expect(far(tail(0), tail(4))).toBe(0);
    });
  });

  test("learns, compiled or not, to the same loss", () => {
    const [x, y] = [text.narrow(1, 0, 8), text.narrow(1, 1, 8).flatten()];
    const losses = [true, false].map((compiled) => {
      manualSeed(7);
      const gpt = gptOf(name);
      const optimizer = new Adam(gpt.parameters(), { lr: 0.02 });
      const loss = (): Tensor => crossEntropy(gpt.forward(x).flatten(0, 1), y);
      const step = (): Tensor => optimizer.step(loss);
      const run = compiled ? compile(step) : step;
      return Array.from({ length: 30 }, () => run().item());
    });
    expect(losses[0]!.at(-1)!).toBeLessThan(0.6 * losses[0]![0]!);
    expect(losses[0]!.at(-1)!).toBeCloseTo(losses[1]!.at(-1)!, 4);
  });

  test("keeps as many bytes as its layers say, and frees them", () => {
    const gpt = gptOf(name).eval();
    const before = memory();
    const cache = gpt.newCache({ capacity: 16 });
    noGrad(() => expect(leaked(() => gpt.forward(text.narrow(0, 0, 1), { cache }))).toBe(4));
    const own = gpt.blocks.reduce((sum, { attention }) => sum + attention.cacheBytes(16), 0);
    expect(memory().bytes - before.bytes).toBe(own);
    cache.dispose();
    expect(memory().tensors).toBe(before.tensors);
  });
});

describe("layers of a GPT", () => {
  test("may differ, and repeat", () => {
    const attention = [
      (embedDim: number, heads: number) => new DeltaNet(embedDim, heads, { convSize: 0 }),
      mixer("retention"),
    ];
    const gpt = new GPT<SequenceMixer>({ ...sizes, numLayers: 4, attention }).eval();
    const kinds = gpt.blocks.map((block) => block.attention.constructor.name);
    expect(kinds).toEqual(["DeltaNet", "MultiScaleRetention", "DeltaNet", "MultiScaleRetention"]);
    const ids = generate(gpt, [1, 2], { maxNewTokens: 5 });
    expect(ids).toEqual(generate(gpt, [1, 2], { maxNewTokens: 5, cache: false }));
    expect(() => new GPT({ ...sizes, numLayers: 3, attention })).toThrow(
      /attention has 2 layers, which do not divide numLayers 3/,
    );
  });

  test("have names", () => {
    // @ts-expect-error: names are resolved by mixer
    const unresolved = () => new GPT({ ...sizes, attention: "gatedDeltaNet" });
    expect(unresolved).toThrow(/write mixer\("deltaNet"\), of "@saccade\/attention\/ladder"/);
    // @ts-expect-error: no such name
    expect(() => mixer("gatedDelta")).toThrow(/did you mean "gatedDeltaNet"\?/);
  });

  test("have sites to listen to", () => {
    const names = [...siteNames(gptOf("gatedDeltaNet")).keys()];
    expect(names).toContain("blocks.0.attn.hook_q");
    expect(names).not.toContain("blocks.0.attn.hook_pattern");
  });

  test("refuse caches that are not theirs, and weights that they do not have", () => {
    const gpt = gptOf("deltaNet").eval();
    noGrad(() => {
      expect(() => gpt.forward(text, { cache: new KeyValueCache(2) })).toThrow(
        /write cache: layer.newCache\(\)/,
      );
      expect(() => gpt.forward(text, { needWeights: true })).toThrow(/a memory has no attention weights/);
      const cache = gpt.newCache();
      gpt.forward(text.narrow(1, 0, 2), { cache });
      expect(() => gpt.forward(ints([[1]]), { cache })).toThrow(/the input has a batch size of 1/);
    });
    const recorded = (): Tensor => gpt.forward(text, { cache: gpt.newCache() }).sum();
    expect(() => new Adam(gpt.parameters(), { lr: 0.1 }).step(recorded)).toThrow(
      /gradients do not flow through a cache/,
    );
  });
});

test("a window of a GPT hides the keys before it, decoded or not", () => {
  const narrow = new GPT({ ...sizes, numLayers: 1, window: 3 }).eval();
  const wide = new GPT({ ...sizes, numLayers: 1 }).eval();
  wide.loadStateDict(narrow.stateDict());
  noGrad(() => {
    const all = narrow.forward(text);
    // Without positions, a token sees the same as in a text of its window alone.
    expectClose(all.select(1, 8), wide.forward(text.narrow(1, 6, 3)).select(1, 2), 1e-5);
    expect(far(all.select(1, 8), wide.forward(text).select(1, 8))).toBeGreaterThan(1e-4);
    const cache = narrow.newCache();
    const parts = [4, 1, 3, 1].map((n) => narrow.forward(text.narrow(1, cache.length, n), { cache }));
    const ends = [4, 5, 8, 9];
    parts.forEach((part, i) => {
      expectClose(part.select(1, -1), all.select(1, ends[i]! - 1), 1e-5);
    });
  });
  expect(new CausalSelfAttention({ ...sizes, window: 3 }).window).toBe(3);
  expect(() => new GPT({ ...sizes, window: 0 })).toThrow(/window must be a whole number ≥ 1/);
});
