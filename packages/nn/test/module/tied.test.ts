import { compile, valueAndGrad } from "@saccade/autograd";
import { manualSeed, memory, type Tensor, tensor } from "@saccade/tensor";
import { beforeEach, expect, it } from "vitest";
import * as nn from "../../src/index.ts";
import { near } from "../helpers.ts";

// A language model in miniature: the word vectors are also the output layer's rows (Press & Wolf 2017).
class Tied extends nn.Module {
  embedding: nn.Embedding = new nn.Embedding(5, 3);
  hidden: nn.Linear = new nn.Linear(3, 3);
  out: nn.Linear = new nn.Linear(3, 5, { bias: false });

  constructor() {
    super();
    this.out.weight = this.embedding.weight;
  }

  override forward(ids: Tensor): Tensor {
    return this.out.forward(this.hidden.forward(this.embedding.forward(ids)).tanh());
  }
}

const ids = tensor([0, 1, 2, 1], { dtype: "int32" });
const next = tensor([1, 2, 3, 0], { dtype: "int32" });
const lossOf = (net: Tied): Tensor => nn.crossEntropy(net.forward(ids), next);
const values = (net: Tied): number[][] => net.parameters().map((p) => [...p.dataSync()]);

beforeEach(() => manualSeed(0));

it("counts the shared parameter once and names it twice", () => {
  const net = new Tied();
  expect(net.numParameters()).toBe(5 * 3 + 3 * 3 + 3);
  expect(net.parameters()).toHaveLength(3);
  const names = ["embedding.weight", "hidden.weight", "hidden.bias"];
  expect(Object.keys(net.namedParameters())).toEqual(names);
  expect(Object.keys(net.stateDict())).toEqual([...names, "out.weight"]);
});

it("has the sum of the gradients of both uses", () => {
  const net = new Tied();
  const { weight } = net.embedding;
  const both = valueAndGrad(() => lossOf(net), weight).grads;
  const [rows, columns] = [weight.detach().clone(), weight.detach().clone()];
  const [lookup, output] = valueAndGrad(() => {
    const hidden = net.hidden.forward(rows.embedding(ids)).tanh();
    return nn.crossEntropy(hidden.matmul(columns.t()), next);
  }, [rows, columns]).grads;
  near(both, lookup!.add(output!), 5e-7);
});

it("is updated once a step, plain and compiled, stays tied, and leaks nothing", () => {
  const [net, twin] = [new Tied(), new Tied()];
  twin.loadStateDict(net.stateDict());
  const optimizer = new nn.AdamW(net, { lr: 0.05 });
  const other = new nn.AdamW(twin, { lr: 0.05 });
  const fast = compile(() => other.step(() => lossOf(twin)));
  const start = lossOf(net).item();
  optimizer.step(() => lossOf(net)).dispose();
  fast().dispose();
  const live = memory().tensors;
  for (let step = 0; step < 10; step++) {
    optimizer.step(() => lossOf(net)).dispose();
    fast().dispose();
  }
  expect(memory().tensors).toBe(live);
  expect(net.out.weight).toBe(net.embedding.weight);
  expect(values(twin)).toEqual(values(net));
  expect(lossOf(net).item()).toBeLessThan(start);
});

it("is saved under both names and loaded into one parameter", () => {
  const [net, other] = [new Tied(), new Tied()];
  const { tensors } = nn.fromSafetensors(nn.toSafetensors(net));
  expect(Object.keys(tensors).sort()).toEqual(Object.keys(net.stateDict()).sort());
  other.loadStateDict(tensors);
  expect(values(other)).toEqual(values(net));
  expect(other.out.weight).toBe(other.embedding.weight);
});
