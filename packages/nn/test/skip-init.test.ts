import { type Backend, getBackend, manualSeed, rand, setBackend, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import * as nn from "../src/index.ts";

test("skipInit draws no numbers, and its modules hold what is loaded", () => {
  manualSeed(1);
  const expected = rand([2]).toArray();
  manualSeed(1);
  const make = () => new nn.Sequential(new nn.Linear(3, 2), new nn.LayerNorm(2), new nn.Linear(2, 1));
  const net = nn.skipInit(() => {
    nn.init.normal(new nn.Linear(1, 1).weight);
    return make();
  });
  expect(rand([2]).toArray()).toEqual(expected);
  const source = make();
  const shapes = (module: nn.Module): unknown =>
    Object.entries(module.namedParameters()).map(([name, { shape }]) => [name, ...shape]);
  expect(shapes(net)).toEqual(shapes(source));
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
    for (const Kind of [nn.Linear, nn.HalfLinear, nn.Embedding, nn.HalfEmbedding])
      nn.skipInit(() => new Kind(30, 20));
    expect(written).toEqual([]);
    new nn.HalfLinear(30, 20);
    expect(written).not.toEqual([]);
  } finally {
    setBackend(backend);
  }
});

test("after skipInit, also one that threw, layers are initialized again", () => {
  const failing = (): never => {
    throw new Error("no layer");
  };
  expect(() => nn.skipInit(failing)).toThrow("no layer");
  expect(new nn.LayerNorm(3).weight?.toArray()).toEqual([1, 1, 1]);
  expect(new nn.Embedding(2, 2, { paddingIdx: 0 }).weight.select(0, 0).toArray()).toEqual([0, 0]);
  expect(() => nn.skipInit(3 as never)).toThrow(/make/);
});
