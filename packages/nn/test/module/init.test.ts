import { eye, manualSeed, ones, type Tensor, zeros } from "@saccade/tensor";
import { describe, expect, it } from "vitest";
import * as nn from "../../src/index.ts";
import { near } from "../helpers.ts";

const parameter = (...shape: number[]): nn.Parameter => new nn.Parameter(zeros(shape));

function moments(x: Tensor): { mean: number; std: number; max: number } {
  const data = [...x.dataSync()];
  const mean = data.reduce((a, b) => a + b, 0) / data.length;
  const std = Math.sqrt(data.reduce((a, b) => a + (b - mean) ** 2, 0) / data.length);
  return { mean, std, max: Math.max(...data.map(Math.abs)) };
}

describe("init", () => {
  it("counts fans over (out, in, …kernel)", () => {
    expect(nn.init.calculateFans(parameter(5, 3))).toEqual({ fanIn: 3, fanOut: 5 });
    expect(nn.init.calculateFans(parameter(5, 3, 2, 4))).toEqual({ fanIn: 24, fanOut: 40 });
    expect(() => nn.init.calculateFans(parameter(5))).toThrow(/two dims/);
  });

  it.each([
    ["xavierUniform", nn.init.xavierUniform, Math.sqrt(2 / 500)],
    ["xavierNormal", nn.init.xavierNormal, Math.sqrt(2 / 500)],
    ["kaimingUniform", nn.init.kaimingUniform, Math.sqrt(2 / 200)],
    ["kaimingNormal", nn.init.kaimingNormal, Math.sqrt(2 / 200)],
  ] as const)("%s has PyTorch's spread", (name, fill, std) => {
    manualSeed(1);
    const p = parameter(300, 200);
    expect(fill(p)).toBe(p);
    const found = moments(p);
    expect(found.mean).toBeCloseTo(0, 2);
    expect(found.std / std).toBeCloseTo(1, 1);
    if (name.endsWith("Uniform")) expect(found.max).toBeLessThanOrEqual(std * Math.sqrt(3) * (1 + 1e-6));
  });

  it("scales by gain, mode and nonlinearity", () => {
    manualSeed(1);
    const p = parameter(300, 200);
    expect(moments(nn.init.xavierNormal(p, { gain: 3 })).std).toBeCloseTo(3 * Math.sqrt(2 / 500), 2);
    const toTanh = nn.init.kaimingNormal(p, { mode: "fanOut", nonlinearity: "tanh" });
    expect(moments(toTanh).std).toBeCloseTo(5 / 3 / Math.sqrt(300), 2);
    expect(nn.init.calculateGain("leakyRelu", 0)).toBeCloseTo(Math.SQRT2);
  });

  it("gives orthonormal rows or columns", () => {
    for (const [rows, columns] of [
      [3, 5],
      [5, 3],
      [4, 4],
    ] as const) {
      const w = nn.init.orthogonal(parameter(rows, columns), { gain: 2 });
      const gram = rows <= columns ? w.matmul(w.t()) : w.t().matmul(w);
      near(gram, eye(gram.size(0)).mul(4), 5e-5);
    }
  });

  it("fills with constants", () => {
    expect(nn.init.ones(parameter(2)).toArray()).toEqual([1, 1]);
    expect(nn.init.constant(parameter(2), 3).toArray()).toEqual([3, 3]);
    expect(nn.init.zeros(new nn.Parameter(ones([2]))).toArray()).toEqual([0, 0]);
  });
});

describe("default values", () => {
  // PyTorch draws from U(−1/√fanIn, 1/√fanIn), biases too, where fanIn counts what one output reads.
  it.each([
    ["Linear", () => new nn.Linear(64, 400), 64],
    ["Conv1d", () => new nn.Conv1d(16, 100, 4), 16 * 4],
    ["Conv2d", () => new nn.Conv2d(8, 100, [3, 5]), 8 * 3 * 5],
    ["Conv2d in groups", () => new nn.Conv2d(32, 128, 3, { groups: 4 }), 8 * 9],
    ["GRU", () => new nn.GRU(7, 100), 100],
    ["LSTM, the upper layer too", () => new nn.LSTM(7, 50, { numLayers: 2, bidirectional: true }), 50],
    ["GRUCell", () => new nn.GRUCell(7, 100), 100],
    ["LSTMCell", () => new nn.LSTMCell(7, 100), 100],
  ] as const)("of %s fill U(−bound, bound), of which fanIn makes the bound", (_, make, fanIn) => {
    manualSeed(0);
    const bound = 1 / Math.sqrt(fanIn);
    for (const p of make().parameters()) {
      const { mean, std, max } = moments(p);
      expect(max).toBeLessThanOrEqual(bound * (1 + 1e-6));
      expect(max).toBeGreaterThan(0.9 * bound);
      expect(Math.abs(mean)).toBeLessThan(0.2 * bound);
      expect(std / bound).toBeCloseTo(1 / Math.sqrt(3), 1);
    }
  });

  it("of Embedding are standard normal, the padding row zero", () => {
    manualSeed(0);
    const embedding = new nn.Embedding(50, 40, { paddingIdx: -2 });
    expect(embedding.weight.select(0, 48).toArray()).toEqual(new Array(40).fill(0));
    expect(moments(embedding.weight).std).toBeCloseTo(1, 1);
  });
});
