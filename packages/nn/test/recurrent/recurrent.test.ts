import { vjp } from "@saccade/autograd";
import { manualSeed, ones, profile, randn, type Tensor, zeros } from "@saccade/tensor";
import { beforeEach, describe, expect, it } from "vitest";
import { GRU, GRUCell, LSTM } from "../../src/index.ts";
import { expectClose } from "../definitions/hold.ts";

// Values are in test/definitions.
beforeEach(() => manualSeed(0));

const close = (a: Tensor, b: Tensor): void => expectClose(a, b, "states", 1e-5);
const [inputs, hidden, steps, batch] = [3, 4, 5, 2];

describe("GRU and LSTM", () => {
  it("take the batch first, or no batch, and start from zeros unless told otherwise", () => {
    const net = new GRU(inputs, hidden, { numLayers: 2, bidirectional: true });
    const first = new GRU(inputs, hidden, { numLayers: 2, bidirectional: true, batchFirst: true });
    first.loadStateDict(net.stateDict());
    const x = randn([steps, batch, inputs]);
    close(net.forward(x).output, net.forward(x, zeros([4, batch, hidden])).output);
    const h0 = randn([4, batch, hidden]);
    const result = net.forward(x, h0);
    const transposed = first.forward(x.transpose(0, 1), h0);
    close(transposed.output, result.output.transpose(0, 1));
    close(transposed.hn, result.hn);
    for (const layout of [net, first]) {
      const single = layout.forward(x.select(1, 1), h0.select(1, 1));
      close(single.output, result.output.select(1, 1));
      close(single.hn, result.hn.select(1, 1));
    }
  });

  it("let no gradient into steps beyond a length", () => {
    const net = new GRU(inputs, hidden, { bidirectional: true });
    const x = randn([steps, batch, inputs]);
    const { value, pullBack } = vjp((input) => net.forward(input, null, { lengths: [2, 5] }).output, [x]);
    const first = pullBack(ones(value.shape))[0]!.select(1, 0).abs(); // of the sequence of length 2
    expect(first.narrow(0, 2, 3).sum().item()).toBe(0);
    expect(first.narrow(0, 0, 2).sum().item()).toBeGreaterThan(0);
  });

  it("cost time and memory in proportion to the number of steps, gradients included", () => {
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

  it("drop out between layers, and only while training", () => {
    const net = new GRU(inputs, hidden, { numLayers: 2, dropout: 0.5 });
    const x = randn([steps, batch, inputs]);
    expect(net.forward(x).output.toArray()).not.toEqual(net.forward(x).output.toArray());
    net.eval();
    expect(net.forward(x).output.toArray()).toEqual(net.forward(x).output.toArray());
  });

  it("return PyTorch's tuples too: output and hn, and of an LSTM output and [hn, cn]", () => {
    const gru = new GRU(4, 5).forward(randn([3, 2, 4]));
    const [output, hn] = gru;
    expect([output, hn].every((value, i) => value === Object.values(gru)[i])).toBe(true);
    const lstm = new LSTM(4, 5).forward(randn([3, 2, 4]));
    const [all, last] = lstm;
    expect(all).toBe(lstm.output);
    expect(Array.isArray(last) && last[0] === lstm.hn && last[1] === lstm.cn).toBe(true);
    expect(Object.keys(lstm)).toEqual(["output", "hn", "cn"]);
  });
});

it("GRUCell takes one sample without a batch, and refuses other sizes", () => {
  const cell = new GRUCell(inputs, hidden);
  const x = randn([2, inputs]);
  close(cell.forward(x.select(0, 1)), cell.forward(x).select(0, 1));
  expect(() => cell.forward(randn([2, 5]))).toThrow("inputSize is 3, but 5 in x float32[2, 5]");
  expect(() => cell.forward(x, randn([3, hidden]))).toThrow("batch is 2 in x float32[2, 3], but 3 in h");
});
