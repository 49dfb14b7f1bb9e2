import { linspace, randn, type Tensor } from "@saccade/tensor";
import { describe, expect, it } from "vitest";
import {
  ELU,
  Flatten,
  GELU,
  Identity,
  type Layer,
  LeakyReLU,
  Linear,
  LogSoftmax,
  ReLU,
  Sequential,
  Sigmoid,
  SiLU,
  Softmax,
  Softplus,
  Tanh,
} from "../../src/index.ts";

describe("Sequential", () => {
  it("runs its layers one after another", () => {
    const [first, second] = [new Linear(4, 3), new Linear(3, 2)];
    const x = randn([2, 4]);
    expect(new Sequential(first, new ReLU(), second).forward(x).toArray()).toEqual(
      second.forward(first.forward(x).relu()).toArray(),
    );
    expect(new Sequential().forward(x)).toBe(x);
  });

  it("refuses what is no module", () => {
    const notALayer = ((x: Tensor) => x) as unknown;
    expect(() => new Sequential(notALayer as Layer)).toThrow(/argument 0/);
  });
});

describe("activations", () => {
  it.each<[Layer, (x: number) => number]>([
    [new Identity(), (x) => x],
    [new ReLU(), (x) => Math.max(x, 0)],
    [new LeakyReLU({ negativeSlope: 0.2 }), (x) => (x > 0 ? x : 0.2 * x)],
    [new ELU({ alpha: 2 }), (x) => (x > 0 ? x : 2 * Math.expm1(x))],
    [new Tanh(), Math.tanh],
    [new Sigmoid(), (x) => 1 / (1 + Math.exp(-x))],
    [new SiLU(), (x) => x / (1 + Math.exp(-x))],
    [new Softplus(), (x) => Math.log1p(Math.exp(x))],
    [
      new GELU({ approximate: "tanh" }),
      (x) => 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3))),
    ],
  ])("%s", (layer, f) => {
    const x = linspace(-3, 3, 13);
    const y = layer.forward(x).dataSync();
    x.dataSync().forEach((value, i) => {
      expect(y[i]).toBeCloseTo(f(value), 5);
    });
  });

  it("normalize along their dim", () => {
    const x = randn([3, 4]);
    const columns = new Softmax(0).forward(x).sum(0);
    for (const total of columns.dataSync()) expect(total).toBeCloseTo(1, 5);
    const [logs, expected] = [new LogSoftmax().forward(x).exp(), new Softmax().forward(x).dataSync()];
    logs.dataSync().forEach((value, i) => {
      expect(value).toBeCloseTo(expected[i]!, 5);
    });
    expect(new Flatten().forward(randn([2, 3, 4])).shape).toEqual([2, 12]);
  });
});
