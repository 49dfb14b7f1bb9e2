import { type Backend, getBackend, manualSeed, rand, setBackend, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import * as nn from "../src/index.ts";

test("skipInit draws no numbers, and its modules hold what is loaded", () => {
  manualSeed(1);
  const expected = rand([2]).toArray();
  manualSeed(1);
  const net = nn.skipInit(() => {
    const made = new nn.Sequential(new nn.Linear(3, 2), new nn.LayerNorm(2), new nn.Linear(2, 1));
    nn.init.normal(new nn.Linear(1, 1).weight);
    return made;
  });
  expect(rand([2]).toArray()).toEqual(expected);
  const shapes = Object.entries(net.namedParameters()).map(([name, { shape }]) => [name, ...shape]);
  expect(shapes).toEqual([
    ["0.weight", 2, 3],
    ["0.bias", 2],
    ["1.weight", 2],
    ["1.bias", 2],
    ["2.weight", 1, 2],
    ["2.bias", 1],
  ]);
  const source = new nn.Sequential(new nn.Linear(3, 2), new nn.LayerNorm(2), new nn.Linear(2, 1));
  net.loadStateDict(source.stateDict());
  const x = tensor([[1, 2, 3]]);
  expect(net.forward(x).toArray()).toEqual(source.forward(x).toArray());
});

test("skipInit writes no weight", () => {
  const backend = getBackend();
  const written: number[] = [];
  const watching: Backend = {
    ...backend,
    write(buffer, data) {
      written.push(data.length);
      backend.write(buffer, data);
    },
  };
  setBackend(watching);
  try {
    nn.skipInit(() => [
      new nn.Linear(30, 20),
      new nn.HalfLinear(30, 20),
      new nn.Embedding(30, 20),
      new nn.HalfEmbedding(30, 20),
    ]);
    expect(written).toEqual([]);
    new nn.HalfLinear(30, 20);
    expect(written).not.toEqual([]);
  } finally {
    setBackend(backend);
  }
});

test("after skipInit, also one that threw, layers are initialized again", () => {
  expect(() =>
    nn.skipInit(() => {
      throw new Error("no layer");
    }),
  ).toThrow("no layer");
  expect(new nn.LayerNorm(3).weight?.toArray()).toEqual([1, 1, 1]);
  expect(new nn.Embedding(2, 2, { paddingIdx: 0 }).weight.select(0, 0).toArray()).toEqual([0, 0]);
  expect(() => nn.skipInit(3 as never)).toThrow(/make/);
});
