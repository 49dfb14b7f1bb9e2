import { memory, randn, type Tensor, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { Linear } from "../../src/layers/index.ts";
import { Adagrad, Adam, AdamW, NAdam, RAdam, RMSprop, SGD } from "../../src/optim/index.ts";
import { keepsMemory } from "../helpers.ts";

const steps = 200;
const x = randn([4, 3]);
const y = randn([4, 2]);

type Kinds = typeof Adam | typeof SGD | typeof NAdam | typeof RAdam;

function training(Kind: Kinds, options: object): () => Tensor {
  const net = new Linear(3, 2);
  const optimizer = new Kind(net, { lr: 1e-3, ...options });
  return () => optimizer.step(() => net.forward(x).sub(y).square().mean());
}

test.each([
  ["Adam, clipped", Adam, { clipGradNorm: 1, amsgrad: true }],
  ["SGD with momentum", SGD, { momentum: 0.9 }],
  ["NAdam, clipped", NAdam, { clipGradNorm: 1 }],
  ["RAdam", RAdam, {}],
] as const)("%s: 200 steps leave memory where one left it, losses kept or not", (_, Kind, options) => {
  const step = training(Kind, options);
  keepsMemory(step, steps);
  const losses: Tensor[] = [];
  keepsMemory(() => losses.push(step()), steps);
  expect(losses.every((loss) => Number.isFinite(loss.item()))).toBe(true);
});

test("200 steps that return more than the loss leave memory as it was, results kept or not", () => {
  const net = new Linear(3, 2);
  const optimizer = new AdamW(net);
  const step = () =>
    optimizer.step(() => {
      const error = net.forward(x).sub(y).square();
      return { loss: error.mean(), worst: error.sum(), count: 8 };
    });
  keepsMemory(step, steps);
  const kept: ReturnType<typeof step>[] = [];
  keepsMemory(() => kept.push(step()), steps);
  expect(kept.every(({ gradNorm }) => gradNorm.item() >= 0)).toBe(true);
});

test("a snapshot held costs its own storage once, and not again with every step", () => {
  const net = new Linear(3, 2);
  const optimizer = new RMSprop(net, { momentum: 0.9, centered: true });
  const step = (): Tensor => optimizer.step(() => net.forward(x).sub(y).square().mean());
  step();
  const before = memory();
  const snapshots = [net.stateDict(), optimizer.stateDict()];
  expect(memory().bytes).toBe(before.bytes);
  for (let i = 0; i < 20; i++) step();
  expect(memory().bytes - before.bytes).toBe(4 * 4 * (6 + 2));
  expect(snapshots).toHaveLength(2);
});

test("an update that throws leaves nothing behind", () => {
  const optimizer = new Adagrad([tensor([1, 2])]);
  const failing = (): never => {
    randn([10]);
    throw new Error("mine");
  };
  keepsMemory(() => expect(() => optimizer.step(failing)).toThrow("mine"), 1);
});
