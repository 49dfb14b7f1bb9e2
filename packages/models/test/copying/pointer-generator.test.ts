import { compile, gradCheck } from "@saccade/autograd";
import { Adam } from "@saccade/nn";
import { cat, fromData, full, type Tensor, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { expectClose, ints, noise, numbers } from "../../../attention/test/helpers.ts";
import { logMix } from "../../src/copying/pointer-generator.ts";
import * as models from "../../src/index.ts";

// Three source words of which the last is padding in the first sentence; words 5 and 6 of the target stand for source
// positions 0 and 1.
const source = ints("1 2 0, 3 1 2");
const given = { copyIds: ints("5 1 1, 2 6 2"), validLens: ints([2, 3]) }; // biome-ignore format: rows
const read = ints("1 5, 1 2"); // biome-ignore format: rows
const targets = ints("5 2, 2 6"); // biome-ignore format: rows

const make = (copy = true): models.PointerGenerator => new models.PointerGenerator(4, 5, 3, 2, { copy });

test("rows are distributions over the vocabulary and the source", () => {
  const net = make();
  const { output, weights, pGen } = net.forward(read, net.initState(source, given));
  expect(output.shape).toEqual([2, 2, 8]);
  for (const total of numbers(output.exp().sum(-1))) expect(total).toBeCloseTo(1, 5);
  for (const total of numbers(weights.sum(-1))) expect(total).toBeCloseTo(1, 5);
  expect(numbers(pGen).every((p) => p > 0 && p < 1)).toBe(true);
});

test("a word that occurs twice gets the weight of both places, by the paper's formula", () => {
  const net = make();
  const state = net.initState(source, given);
  const { output, weights, pGen } = net.forward(read, state);
  const bare = make(false);
  const own = Object.entries(net.stateDict()).filter(([key]) => !key.startsWith("gate"));
  bare.loadStateDict(Object.fromEntries(own));
  const vocabulary = bare.forward(read, bare.initState(source, { validLens: given.validLens })).output.exp();
  const at = (x: Tensor, ...place: number[]): number => place.reduce((y, i) => y.select(0, i), x).item();
  const p = at(pGen, 1, 0);
  const copied = at(weights, 1, 0, 0) + at(weights, 1, 0, 2);
  expect(at(output.exp(), 1, 0, 2)).toBeCloseTo(p * at(vocabulary, 1, 0, 2) + (1 - p) * copied, 6);
  expect(at(output.exp(), 1, 0, 6)).toBeCloseTo((1 - p) * at(weights, 1, 0, 1), 6);
});

test("logLikelihood is forward's entry for each target", () => {
  for (const net of [make(), make(false)]) {
    const state = net.initState(source, net.gate ? given : { validLens: given.validLens });
    const wanted = net.gate ? targets : targets.clamp({ max: 4 });
    const { logProbs, weights } = net.logLikelihood(read, wanted, state);
    const all = net.forward(read, state);
    expectClose(logProbs, all.output.gather(-1, wanted.unsqueeze(-1)).squeeze(-1));
    expectClose(weights, all.weights);
  }
});

test("the mixture is right and its gradient finite where a probability is 0 and the gate shut or open", () => {
  const gate = tensor([0.3, -2]);
  const [vocabulary, copied] = [tensor([-1.2, -4]), tensor([0.25, 0.5])];
  const p = gate.sigmoid();
  expectClose(logMix(gate, vocabulary, copied).exp(), p.mul(vocabulary.exp()).add(p.rsub(1).mul(copied)));
  gradCheck((g, v, c) => logMix(g!, v!, c!), [gate, vocabulary, copied]);
  const extremes = [-200, 200, -200, 200];
  const [shut, logs, none] = [tensor(extremes), tensor([-150, -150, 0, 0]), tensor([0, 0, 0.5, 0])];
  const value = numbers(logMix(shut, logs, none));
  expect(value.every(Number.isFinite)).toBe(true);
  expect(value[1]).toBeCloseTo(-150, 4);
  expect(value[2]).toBeCloseTo(Math.log(0.5), 4);
  expect(value[3]).toBeCloseTo(0, 4);
});

test("padding changes neither words nor likelihoods", () => {
  const net = make();
  const wide = cat([source, full([2, 2], 3, { dtype: "int32" })], 1);
  const ids = cat([given.copyIds, full([2, 2], 2, { dtype: "int32" })], 1);
  const state = net.initState(wide, { copyIds: ids, validLens: given.validLens });
  const { logProbs } = net.logLikelihood(read, targets, net.initState(source, given));
  expectClose(net.logLikelihood(read, targets, state).logProbs, logProbs);
});

test("word by word is all at once, and greedyDecode takes it", () => {
  const net = make();
  const start = net.initState(source, given);
  const whole = net.forward(read, start).output;
  let state = start;
  for (let t = 0; t < 2; t++) {
    const next = net.forward(read.narrow(1, t, 1), state);
    expectClose(next.output, whole.narrow(1, t, 1));
    state = next.state;
  }
  const single = net.initState(source.narrow(0, 1, 1), { copyIds: given.copyIds.narrow(0, 1, 1) });
  const { tokens } = models.greedyDecode(
    (token, before: typeof single) => {
      const { output, weights, state: after } = net.forward(ints([[token]]), before);
      return { logProbs: output.flatten(), weights: weights.flatten(), state: after };
    },
    single,
    { bos: 1, eos: 0, maxSteps: 3 },
  );
  expect(tokens.length).toBeGreaterThan(0);
});

test("a compiled step learns to copy words that it cannot generate", () => {
  const net = new models.PointerGenerator(4, 5, 8, 8);
  const optimizer = new Adam(net, { lr: 0.03 });
  const step = compile((ids: Tensor, x: Tensor, y: Tensor) =>
    optimizer.step(() => net.logLikelihood(x, y, net.initState(ids, given)).logProbs.mean().neg()),
  );
  const losses = Array.from({ length: 25 }, () => step(source, read, targets).item());
  expect(losses.at(-1)!).toBeLessThan(0.5 * losses[0]!);
});

const words = ["<unk>", "chat", "le"];
const vocab: models.CopyVocab = {
  size: words.length,
  has: (token) => words.includes(token),
  index: (token) => Math.max(0, words.indexOf(token)),
  toTokens: (ids) => Array.from(ids, (id) => words[id]!),
};

test("copyIds names unknown words by their first position, and copiedTokens reads them back", () => {
  const text = ["le", "zorvik", "cat", "zorvik"];
  expect(models.copyIds(text, vocab)).toEqual([2, 4, 5, 4]);
  expect(models.copyIds(text, vocab, ["chat", "zorvik", "other"])).toEqual([1, 4, 0]);
  expect(models.copiedTokens([2, 1, 4], text, vocab)).toEqual(["le", "chat", "zorvik"]);
});

test("supervisedAttentionLoss is the cross-entropy of the queries with gold attention", () => {
  const scores = noise([3, 4], 5);
  const gold = tensor([[0, 1, 0, 0], [0.5, 0, 0, 0.5], [0, 0, 0, 0]]); // biome-ignore format: rows
  const loss = models.supervisedAttentionLoss(scores.softmax(-1), gold).item();
  const logs = scores.logSoftmax(-1).toArray() as number[][];
  expect(loss).toBeCloseTo(-(logs[0]![1]! + (logs[1]![0]! + logs[1]![3]!) / 2) / 2, 5);
  gradCheck((s) => models.supervisedAttentionLoss(s!.softmax(-1), gold), [scores]);
  const sharp = fromData(Float32Array.of(1, 0), [1, 2]);
  expect(models.supervisedAttentionLoss(sharp, tensor([[0, 1]])).item()).toBeCloseTo(-Math.log(1e-30), 3);
  expect(models.supervisedAttentionLoss(sharp, tensor([[0, 0]])).item()).toBeCloseTo(0, 9);
});

type Loose = (...args: unknown[]) => unknown;
const net = make();
const state = net.initState(source, given);
const call = (name: "forward" | "initState" | "logLikelihood", ...args: unknown[]): (() => unknown) => {
  return () => Reflect.apply(net[name], net, args);
};
const supervise: Loose = (...args) => Reflect.apply(models.supervisedAttentionLoss, undefined, args);

const wrong: readonly (readonly [string, () => unknown, RegExp])[] = [
  ["no copyIds", call("initState", source), /copyIds are missing; make them with copyIds\(/],
  ["ids in vain", () => make(false).initState(source, given), /copyIds have no use/],
  ["short copyIds", call("initState", source, { copyIds: read }), /n is 3 in source .*, but 2 in copyIds/],
  ["another state", call("forward", read, {}), /state must be .*; write net\.initState\(source\)/],
  ["another batch", call("forward", read.narrow(0, 0, 1), state), /b is 1 in x .*, but 2 in encOutputs/],
  ["no steps", call("forward", read.narrow(1, 0, 0), state), /have no steps/],
  ["other targets", call("logLikelihood", read, source, state), /steps is 2 in x .*, but 3 in targets/],
  ["gold of another shape", () => supervise(noise([2, 3]), noise([1, 3])), /gold .* must have the shape/],
  [
    "copyIds of text",
    () => Reflect.apply(models.copyIds, undefined, ["a b", vocab]),
    /split the sentence first/,
  ],
  [
    "copiedTokens of a tensor",
    () => Reflect.apply(models.copiedTokens, null, [read, [], vocab]),
    /dataSync\(\)/,
  ],
];

test.each(wrong)("wrong call: %s", (_, f, says) => {
  expect(f).toThrow(says);
});
