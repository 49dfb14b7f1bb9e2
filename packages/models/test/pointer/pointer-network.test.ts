import { compile } from "@saccade/autograd";
import { Adam, nllLoss } from "@saccade/nn";
import { cat, full, type Tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { expectClose, ints, noise, numbers } from "../../../attention/test/helpers.ts";
import * as models from "../../src/index.ts";

const kinds: readonly (readonly [string, models.PointerNetworkOptions])[] = [
  ["self-attention", { numLayers: 1, numHeads: 2 }],
  ["self-attention with an end", { numLayers: 1, numHeads: 2, end: true }],
  ["a GRU with an end, pointing more than once", { encoder: "gru", numLayers: 1, end: true, once: false }],
];
const made = ([, options]: (typeof kinds)[number]): models.PointerNetwork =>
  new models.PointerNetwork(2, 4, options);

/** Two sets of three elements, and outputs of two and three positions. */
const inputs = noise([2, 3, 2], 1);
const targets = ints("2 0 -1, 1 0 2");

test.each(kinds)("%s: rows are distributions, 0 where one may not point", (...kind) => {
  const net = made(kind);
  const probs = net.forward(inputs, targets).exp();
  for (const total of numbers(probs.sum(-1))) expect(total).toBeCloseTo(1, 5);
  const taken = numbers(probs.narrow(0, 1, 1).narrow(1, 1, 1))
    .slice(0, 3)
    .map((p) => p > 0);
  expect(taken).toEqual([true, !net.once, true]);
});

test.each(kinds)("%s: step by step is all at once", (...kind) => {
  const net = made(kind);
  const all = net.forward(inputs, targets);
  let state = net.initState(inputs);
  for (let t = 0; t < 2; t++) {
    const next = net.step(t === 0 ? null : targets.select(1, t - 1), state);
    expectClose(next.logProbs.exp(), all.select(1, t).exp());
    state = next.state;
  }
});

test.each(kinds)("%s: elements beyond a set's length change nothing", (...kind) => {
  const net = made(kind);
  const wild = cat([inputs, full([2, 2, 2], Number.NaN)], 1);
  const padded = net.forward(wild, targets, ints([3, 3])).exp();
  const alone = net.forward(inputs, targets).exp();
  expectClose(padded.narrow(-1, 0, 3), alone.narrow(-1, 0, 3));
  if (net.end !== null) expectClose(padded.narrow(-1, 5, 1), alone.narrow(-1, 3, 1));
  const greedy = models.pointGreedily(net, wild, { validLens: ints([3, 3]) });
  const seen = numbers(greedy).filter((position) => position === 3 || position === 4);
  expect(seen).toEqual([]);
});

test("permuted elements have permuted distributions under self-attention", () => {
  const net = made(kinds[0]!);
  const order = ints([2, 0, 1]);
  const permuted = net.forward(inputs.indexSelect(1, order), ints("1, 2"));
  expectClose(permuted, net.forward(inputs, ints("0, 1")).indexSelect(-1, order));
});

test.each(kinds)("%s: greedy output is greedyDecode's, and the beam's with one hypothesis", (...kind) => {
  const net = made(kind);
  const greedy = models.pointGreedily(net, inputs).toArray() as number[][];
  const positions = net.end === null ? 3 : 4;
  greedy.forEach((row, i) => {
    const set = inputs.narrow(0, i, 1);
    const { tokens } = models.greedyDecode(
      (token, state: ReturnType<typeof net.initState>) => {
        const next = net.step(token === positions ? null : ints([token]), state);
        return { logProbs: next.logProbs.flatten(), weights: next.logProbs.flatten(), state: next.state };
      },
      net.initState(set),
      { bos: positions, eos: net.end === null ? positions : 3, maxSteps: positions },
    );
    expect(row.filter((position) => position >= 0)).toEqual(tokens);
    expect(models.pointByBeam(net, set, { beamSize: 1 })[0]!.tokens).toEqual(tokens);
  });
});

test("a wide beam finds every output that is possible, once, and their probabilities sum to one", () => {
  const found = models.pointByBeam(made(kinds[0]!), inputs.select(0, 0), { beamSize: 20 });
  expect(new Set(found.map(({ tokens }) => tokens.join())).size).toBe(6);
  expect(found).toHaveLength(6);
  expect(found.reduce((sum, { logProb }) => sum + Math.exp(logProb), 0)).toBeCloseTo(1, 5);
});

test("a compiled step trains it", () => {
  const net = made(kinds[1]!);
  const optimizer = new Adam(net, { lr: 0.02 });
  const step = compile((x: Tensor, y: Tensor) =>
    optimizer.step(() => nllLoss(net.forward(x, y).flatten(0, 1), y.flatten(), { ignoreIndex: -1 })),
  );
  const losses = Array.from({ length: 8 }, () => step(inputs, targets).item());
  expect(losses.at(-1)!).toBeLessThan(0.8 * losses[0]!);
});

type Loose = (...args: unknown[]) => unknown;
const net = made(kinds[0]!);
const make: Loose = (...args) => Reflect.construct(models.PointerNetwork, args);
const forward: Loose = (...args) => Reflect.apply(net.forward, net, args);
const step: Loose = (...args) => Reflect.apply(net.step, net, args);
const beam: Loose = (...args) => Reflect.apply(models.pointByBeam, undefined, args);

const wrong: readonly (readonly [string, () => unknown, RegExp])[] = [
  ["heads that do not fit", () => make(2, 6), /PointerNetwork: numHiddens 6 .*4/],
  ["an odd GRU", () => make(2, 5, { encoder: "gru" }), /numHiddens must be an even number/],
  ["targets of another batch", () => forward(inputs, ints([[1]])), /b is 2 in inputs .*, but 1 in targets/],
  ["a target beyond", () => forward(inputs, ints("3, 0")), /a position in targets is 3; it must be 0 to 2/],
  ["lengths of another batch", () => forward(inputs, targets, ints([1])), /but 1 in validLens/],
  ["another state", () => step(null, {}), /state must be .*; write net\.initState\(inputs\)/],
  ["a step for another batch", () => step(ints([0]), net.initState(inputs)), /but 2 in keys/],
  ["a beam of two sets", () => beam(net, inputs), /pointByBeam: .*inputs float32\[2, 3, 2\] must be 1/],
];

test.each(wrong)("wrong call: %s", (_, call, says) => {
  expect(call).toThrow(says);
});
