import { vjp } from "@saccade/autograd";
import { flip, manualSeed, ones, profile, randn, stack, type Tensor, tensor, zeros } from "@saccade/tensor";
import { beforeEach, describe, expect, it } from "vitest";
import { GRU, GRUCell, LSTM, LSTMCell } from "../../src/index.ts";
import { gradCheckModule } from "../module/grad-check-module.ts";

beforeEach(() => manualSeed(0));

function expectClose(a: Tensor, b: Tensor): void {
  expect(a.shape).toEqual(b.shape);
  const expected = b.dataSync();
  a.dataSync().forEach((value, i) => {
    expect(value).toBeCloseTo(expected[i]!, 5);
  });
}

const [inputs, hidden, steps, batch] = [3, 4, 5, 2];

/** Weights of one direction of one layer as a cell's. */
function cellState(net: GRU | LSTM, suffix: string): Record<string, Tensor> {
  const state = net.stateDict();
  return Object.fromEntries(
    ["weight_ih", "weight_hh", "bias_ih", "bias_hh"].map((name) => [name, state[`${name}_${suffix}`]!]),
  );
}

function reversedOnly(net: GRU, inputSize: number): GRU {
  const one = new GRU(inputSize, hidden);
  const state = cellState(net, "l0_reverse");
  one.loadStateDict(Object.fromEntries(Object.entries(state).map(([name, t]) => [`${name}_l0`, t])));
  return one;
}

describe("GRU", () => {
  it("has PyTorch's parameter names, in its order", () => {
    const net = new GRU(inputs, hidden, { numLayers: 2, bidirectional: true });
    const names = ["l0", "l0_reverse", "l1", "l1_reverse"].flatMap((suffix) =>
      ["weight_ih", "weight_hh", "bias_ih", "bias_hh"].map((name) => `${name}_${suffix}`),
    );
    expect(Object.keys(net.namedParameters())).toEqual(names);
    expect(net.namedParameters()["weight_ih_l1"]!.shape).toEqual([3 * hidden, 2 * hidden]);
    expect(Object.keys(new GRU(1, 1, { bias: false }).namedParameters())).toEqual([
      "weight_ih_l0",
      "weight_hh_l0",
    ]);
  });

  it("is its cell, step by step", () => {
    const net = new GRU(inputs, hidden);
    const cell = new GRUCell(inputs, hidden);
    cell.loadStateDict(cellState(net, "l0"));
    const x = randn([steps, batch, inputs]);
    const h0 = randn([1, batch, hidden]);
    let h = h0.select(0, 0);
    const outputs = Array.from({ length: steps }, (_, t) => {
      h = cell.forward(x.select(0, t), h);
      return h;
    });
    const { output, hn } = net.forward(x, h0);
    expectClose(output, stack(outputs, 0));
    expectClose(hn, h.unsqueeze(0));
  });

  it("starts from zeros unless told otherwise", () => {
    const net = new GRU(inputs, hidden, { numLayers: 2 });
    const x = randn([steps, batch, inputs]);
    expectClose(net.forward(x).output, net.forward(x, zeros([2, batch, hidden])).output);
  });

  it("takes the batch first, or no batch", () => {
    const net = new GRU(inputs, hidden, { numLayers: 2, bidirectional: true });
    const first = new GRU(inputs, hidden, { numLayers: 2, bidirectional: true, batchFirst: true });
    first.loadStateDict(net.stateDict());
    const x = randn([steps, batch, inputs]);
    const h0 = randn([4, batch, hidden]);
    const result = net.forward(x, h0);
    const transposed = first.forward(x.transpose(0, 1), h0);
    expectClose(transposed.output, result.output.transpose(0, 1));
    expectClose(transposed.hn, result.hn);
    for (const layout of [net, first]) {
      const single = layout.forward(x.select(1, 1), h0.select(1, 1));
      expectClose(single.output, result.output.select(1, 1));
      expectClose(single.hn, result.hn.select(1, 1));
    }
  });

  it("in reverse reads the sequence from its end", () => {
    const net = new GRU(inputs, hidden, { bidirectional: true });
    const x = randn([steps, batch, inputs]);
    const { output, hn } = net.forward(x);
    const backwards = reversedOnly(net, inputs).forward(flip(x, 0));
    expectClose(output.narrow(-1, hidden, hidden), flip(backwards.output, 0));
    expectClose(hn.select(0, 1), backwards.hn.select(0, 0));
  });

  it("with lengths gives for each sequence what it gives for that sequence alone, and zeros beyond", () => {
    const net = new GRU(inputs, hidden, { numLayers: 2, bidirectional: true });
    const lengths = [3, 5, 1];
    const x = randn([steps, 3, inputs]);
    const h0 = randn([4, 3, hidden]);
    const { output, hn } = net.forward(x, h0, { lengths });
    lengths.forEach((length, b) => {
      const alone = net.forward(x.narrow(0, 0, length).narrow(1, b, 1), h0.narrow(1, b, 1).contiguous());
      expectClose(output.narrow(1, b, 1).narrow(0, 0, length), alone.output);
      expectClose(hn.narrow(1, b, 1), alone.hn);
      const beyond = output.narrow(1, b, 1).narrow(0, length, steps - length);
      expectClose(beyond, zeros(beyond.shape));
    });
    expectClose(net.forward(x, h0, { lengths: tensor(lengths, { dtype: "int32" }) }).output, output);
    expectClose(net.forward(x, h0, { lengths: [steps, steps, steps] }).output, net.forward(x, h0).output);
  });

  it("lets no gradient into steps beyond a length", () => {
    const net = new GRU(inputs, hidden, { bidirectional: true });
    const x = randn([steps, batch, inputs]);
    const { value, pullBack } = vjp((input) => net.forward(input, null, { lengths: [2, 5] }).output, [x]);
    const [grad] = pullBack(ones(value.shape));
    expect(grad!.narrow(1, 0, 1).narrow(0, 2, 3).abs().sum().item()).toBe(0);
    expect(grad!.narrow(1, 0, 1).narrow(0, 0, 2).abs().sum().item()).toBeGreaterThan(0);
  });

  it("has gradients of both orders", () => {
    const net = new GRU(2, 2, { numLayers: 2 });
    const x = randn([3, 2, 2]);
    const f = (input?: Tensor, h0?: Tensor): Tensor[] => Object.values(net.forward(input!, h0));
    gradCheckModule(net, f, [x, randn([2, 2, 2])]);
    const small = new GRU(1, 2, { bidirectional: true });
    const masked = (input?: Tensor): Tensor[] =>
      Object.values(small.forward(input!, null, { lengths: [2, 1] }));
    gradCheckModule(small, masked, [randn([2, 2, 1])], { order: 2 });
  });

  it("costs time and memory in proportion to the number of steps, gradients included", () => {
    const net = new GRU(8, 8);
    const bytes = (length: number): number => {
      const x = randn([length, 4, 8]);
      const { kernels } = profile(() => {
        const { value, pullBack } = vjp(() => net.forward(x).output, net.parameters());
        pullBack(ones(value.shape));
      });
      return [...kernels.values()].reduce((sum, kernel) => sum + kernel.bytes, 0);
    };
    expect(bytes(64) / bytes(16)).toBeLessThan(4.2);
  });

  it("drops out between layers, and only while training", () => {
    const net = new GRU(inputs, hidden, { numLayers: 2, dropout: 0.5 });
    const x = randn([steps, batch, inputs]);
    expect(net.forward(x).output.toArray()).not.toEqual(net.forward(x).output.toArray());
    net.eval();
    expect(net.forward(x).output.toArray()).toEqual(net.forward(x).output.toArray());
  });

  it("names what does not fit", () => {
    const net = new GRU(inputs, hidden);
    expect(() => net.forward(randn([5, 2, 7]))).toThrow(
      "GRU: input [5, 2, 7] has 7 features, expected 3 (inputSize).",
    );
    expect(() => net.forward(randn([3]))).toThrow(/\(steps, batch, inputSize\)/);
    expect(() => net.forward(randn([5, 2, 3]), randn([2, 2, 4]))).toThrow(
      /h0 is \[2, 2, 4\], expected \[1, 2, 4\]/,
    );
    expect(() => net.forward(randn([5, 2, 3]), null, { lengths: [6, 1] })).toThrow(
      /a length in lengths is 6/,
    );
    expect(() => net.forward(randn([5, 2, 3]), null, { lengths: [1] })).toThrow(/each of the 2/);
    expect(() => net.forward(zeros([0, 2, 3]))).toThrow(/no steps/);
    expect(() => new GRU(0, 4)).toThrow(/inputSize must be .* got 0/);
  });
});

describe("LSTM", () => {
  it("is its cell, step by step", () => {
    const net = new LSTM(inputs, hidden);
    const cell = new LSTMCell(inputs, hidden);
    cell.loadStateDict(cellState(net, "l0"));
    const x = randn([steps, batch, inputs]);
    const [h0, c0] = [randn([1, batch, hidden]), randn([1, batch, hidden])];
    let state = { h: h0.select(0, 0), c: c0.select(0, 0) };
    for (let t = 0; t < steps; t++) state = cell.forward(x.select(0, t), state);
    const { output, hn, cn } = net.forward(x, { h0, c0 });
    expectClose(output.select(0, steps - 1), state.h);
    expectClose(hn, state.h.unsqueeze(0));
    expectClose(cn, state.c.unsqueeze(0));
  });

  it("follows the published equations", () => {
    const cell = new LSTMCell(1, 1);
    const [i, f, g, o] = [0.1, 0.2, 0.3, 0.4];
    cell.loadStateDict({
      weight_ih: tensor([[i], [f], [g], [o]]),
      weight_hh: zeros([4, 1]),
      bias_ih: zeros([4]),
      bias_hh: zeros([4]),
    });
    const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));
    const { h, c } = cell.forward(tensor([2]), { h: tensor([5]), c: tensor([0.5]) });
    const next = sigmoid(2 * f) * 0.5 + sigmoid(2 * i) * Math.tanh(2 * g);
    expect(c.item()).toBeCloseTo(next, 6);
    expect(h.item()).toBeCloseTo(sigmoid(2 * o) * Math.tanh(next), 6);
  });

  it("with lengths gives for each sequence what it gives for that sequence alone", () => {
    const net = new LSTM(inputs, hidden, { numLayers: 2, bidirectional: true, batchFirst: true });
    const lengths = [2, 4];
    const x = randn([2, steps, inputs]);
    const result = net.forward(x, null, { lengths });
    lengths.forEach((length, b) => {
      const alone = net.forward(x.select(0, b).narrow(0, 0, length));
      expectClose(result.output.select(0, b).narrow(0, 0, length), alone.output);
      expectClose(result.hn.select(1, b), alone.hn);
      expectClose(result.cn.select(1, b), alone.cn);
    });
  });

  it("has gradients of both orders", () => {
    const net = new LSTM(2, 2, { bidirectional: true });
    const f = (x?: Tensor, h0?: Tensor, c0?: Tensor): Tensor[] =>
      Object.values(net.forward(x!, { h0: h0!, c0: c0! }, { lengths: [1, 2] }));
    gradCheckModule(net, f, [randn([2, 2, 2]), randn([2, 2, 2]), randn([2, 2, 2])]);
    const cell = new LSTMCell(1, 2);
    const step = (x?: Tensor): Tensor[] => Object.values(cell.forward(x!));
    gradCheckModule(cell, step, [randn([1, 1])], { order: 2 });
  });
});

describe("GRUCell", () => {
  it("takes one sample without a batch, and refuses other sizes", () => {
    const cell = new GRUCell(inputs, hidden);
    const x = randn([2, inputs]);
    expectClose(cell.forward(x.select(0, 1)), cell.forward(x).select(0, 1));
    expect(() => cell.forward(randn([2, 5]))).toThrow(/GRUCell: input \[2, 5\].*3/);
    expect(() => cell.forward(x, randn([3, hidden]))).toThrow(/h is \[3, 4\], expected \[2, 4\]/);
  });
});
