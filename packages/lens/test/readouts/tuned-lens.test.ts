import { type ActivationCache, logitLens, runWithCache, TunedLens } from "@saccade/lens";
import { GPT } from "@saccade/models";
import { Adam, crossEntropy } from "@saccade/nn";
import { cat, Generator, manualSeed, memory, randint, scope, type Tensor } from "@saccade/tensor";
import { beforeAll, expect, test } from "vitest";

// The next token is the sum of the two before it, modulo 7.
function sequences(count: number, seed: number): Tensor {
  const first = randint(0, 7, [count, 2], { generator: new Generator(seed) });
  const columns = first.split(1, 1).map((x) => x.to("int32"));
  while (columns.length < 8) columns.push(columns.at(-1)!.add(columns.at(-2)!).remainder(7));
  return cat(columns, 1);
}

let gpt: GPT;
let held: ActivationCache;

beforeAll(() => {
  manualSeed(3);
  gpt = new GPT({ vocabSize: 7, maxLen: 8, dModel: 16, numLayers: 2, numHeads: 2, dropout: 0 });
  const adam = new Adam(gpt, { lr: 1e-2 });
  for (let i = 0; i < 40; i++) {
    const ids = sequences(16, i);
    const [x, y] = [ids.narrow(1, 0, 7), ids.narrow(1, 1, 7)];
    adam.step(() => crossEntropy(gpt.forward(x).reshape([-1, 7]), y.reshape([-1])));
  }
  gpt.eval();
  held = runWithCache(gpt, sequences(16, 1000)).cache;
});

/** KL(p ‖ q) of each layer in plain ops. */
function divergence(logits: Tensor): number[] {
  const last = logits.select(0, -1).softmax(-1);
  return logits
    .unbind(0)
    .slice(0, -1)
    .map((q) =>
      last
        .mul(last.log().sub(q.softmax(-1).log()))
        .sum(-1)
        .mean()
        .item(),
    );
}

test("a new tuned lens is the logit lens", () => {
  const lens = new TunedLens(2, 16);
  const { logits } = logitLens(held);
  expect(lens.forward(held).sub(logits).abs().max().item()).toBeLessThan(1e-5);
  const expected = divergence(logits);
  for (const [i, x] of [...lens.divergences(held).dataSync()].entries())
    expect(x).toBeCloseTo(expected[i]!, 4);
});

test("trained, it comes closer to the last layer than the logit lens, on inputs it has not seen", () => {
  const lens = new TunedLens(2, 16);
  const adam = new Adam(lens, { lr: 1e-2 });
  const weights = Object.values(gpt.stateDict()).map((x) => x.sum().item());
  for (let i = 0; i < 30; i++) {
    const { cache } = runWithCache(gpt, sequences(16, 100 + i));
    adam.step(() => lens.loss(cache));
  }
  const plain = divergence(logitLens(held).logits);
  const tuned = divergence(lens.forward(held));
  for (const [layer, kl] of tuned.entries()) expect(kl, `layer ${layer}`).toBeLessThan(0.7 * plain[layer]!);
  expect(Object.values(gpt.stateDict()).map((x) => x.sum().item())).toEqual(weights);

  const loaded = new TunedLens(2, 16);
  loaded.loadStateDict(lens.stateDict());
  expect(loaded.forward(held).toArray()).toEqual(lens.forward(held).toArray());
});

test("a step frees all but the lens, and a lens of other sizes throws", () => {
  const lens = new TunedLens(2, 16);
  const adam = new Adam(lens, { lr: 1e-2 });
  scope(() => void adam.step(() => lens.loss(held)));
  const before = memory().tensors;
  scope(() => void adam.step(() => lens.loss(held)));
  expect(memory().tensors).toBe(before);
  expect(() => new TunedLens(3, 16).forward(held)).toThrow("the lens has 3 layers, GPT has 2");
});

test("it trains beside a model that no optimizer has seen, whose weights stay", () => {
  const fresh = new GPT({ vocabSize: 7, maxLen: 8, dModel: 16, numLayers: 2, numHeads: 2 }).eval();
  const before = fresh.norm.weight!.toArray();
  const { cache } = runWithCache(fresh, sequences(4, 5));
  const lens = new TunedLens(2, 16);
  const adam = new Adam(lens, { lr: 1e-2 });
  adam.step(() => lens.loss(cache));
  expect(lens.translators[0]!.weight.abs().max().item()).toBeGreaterThan(0);
  expect(fresh.norm.weight!.toArray()).toEqual(before);
});
