import { vjp } from "@saccade/autograd";
import { manualSeed, ones, profile, randn, type Tensor, zeros } from "@saccade/tensor";
import { beforeEach, describe, expect, it } from "vitest";
import { GRU, GRUCell } from "../../src/index.ts";

beforeEach(() => manualSeed(0));

function expectClose(a: Tensor, b: Tensor): void {
  expect(a.shape).toEqual(b.shape);
  const expected = b.dataSync();
  a.dataSync().forEach((value, i) => {
    expect(value).toBeCloseTo(expected[i]!, 5);
  });
}

const [inputs, hidden, steps, batch] = [3, 4, 5, 2];

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

  it("lets no gradient into steps beyond a length", () => {
    const net = new GRU(inputs, hidden, { bidirectional: true });
    const x = randn([steps, batch, inputs]);
    const { value, pullBack } = vjp((input) => net.forward(input, null, { lengths: [2, 5] }).output, [x]);
    const [grad] = pullBack(ones(value.shape));
    expect(grad!.narrow(1, 0, 1).narrow(0, 2, 3).abs().sum().item()).toBe(0);
    expect(grad!.narrow(1, 0, 1).narrow(0, 0, 2).abs().sum().item()).toBeGreaterThan(0);
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
      "GRU.forward: inputSize is 3, but 7 in x float32[5, 2, 7]",
    );
    expect(() => net.forward(randn([3]))).toThrow("x float (steps, batch, inputSize)");
    expect(() => net.forward(randn([5, 2, 3]), randn([2, 2, 4]))).toThrow(
      "GRU.forward: layers is 1, but 2 in h0 float32[2, 2, 4]",
    );
    expect(() => net.forward(randn([5, 2, 3]), null, { lengths: [6, 1] })).toThrow(
      /a length in lengths is 6/,
    );
    expect(() => net.forward(randn([5, 2, 3]), null, { lengths: [1] })).toThrow(/each of the 2/);
    expect(() => net.forward(zeros([0, 2, 3]))).toThrow(/no steps/);
  });
});

describe("GRUCell", () => {
  it("takes one sample without a batch, and refuses other sizes", () => {
    const cell = new GRUCell(inputs, hidden);
    const x = randn([2, inputs]);
    expectClose(cell.forward(x.select(0, 1)), cell.forward(x).select(0, 1));
    expect(() => cell.forward(randn([2, 5]))).toThrow("inputSize is 3, but 5 in x float32[2, 5]");
    expect(() => cell.forward(x, randn([3, hidden]))).toThrow("batch is 2 in x float32[2, 3], but 3 in h");
  });
});
