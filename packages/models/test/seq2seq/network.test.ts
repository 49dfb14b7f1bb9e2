import { DotScoring } from "@saccade/attention";
import { valueAndGrad } from "@saccade/autograd";
import { cat, manualSeed, type Shape, type Tensor, tensor, zeros } from "@saccade/tensor";
import { expect, test, vi } from "vitest";
import { numbers } from "../../../attention/test/helpers.ts";
import * as models from "../../src/index.ts";
import { batchOf, makeNet } from "./toy.ts";

const ints = (shape: Shape) => zeros(shape, { dtype: "int32" });

test("what the encoder's states hold behind a sentence's end changes neither words nor gradients", () => {
  const net = makeNet({ layers: 1 }).eval();
  const { X, XValidLen, Y } = batchOf([0, 1]); // two words and three, of five
  const { output, state } = net.encoder.forward(X);
  const wild = cat([output.narrow(0, 0, 3), output.narrow(0, 3, 2).mul(Number.NaN)], 0);
  const of = (states: Tensor): number[] => {
    const { value, grads } = valueAndGrad(() => {
      const decoded = net.decoder.forward(Y, net.decoder.initState({ output: states, state }, XValidLen));
      return { loss: decoded.output.square().sum(), output: decoded.output };
    }, net.decoder.namedParameters());
    return [value.output, ...Object.values(grads)].flatMap(numbers);
  };
  expect(of(wild)).toEqual(of(output));
});

test("Xavier for weights of Linear and GRU; embeddings and biases stay", () => {
  const net = makeNet({ layers: 2 });
  const before = net.stateDict();
  manualSeed(3);
  models.initSeq2Seq(net);
  const after = net.stateDict();
  for (const [name, x] of Object.entries(after)) {
    const changed = numbers(x).some((value, i) => value !== numbers(before[name]!)[i]);
    expect([name, changed]).toEqual([name, /weight/.test(name) && !/embedding/.test(name)]);
    if (!changed) continue;
    const bound = Math.sqrt(6 / (x.size(0) + x.size(1)));
    expect(Math.max(...numbers(x.abs()))).toBeLessThanOrEqual(bound);
    expect(Math.max(...numbers(x.abs()))).toBeGreaterThan(0.7 * bound);
  }
});

test("a decoder of one's own, with a state of its own, takes the place of the GRU", () => {
  class Copying extends models.AttentionDecoder<{ readonly length: number }> {
    override initState(): { readonly length: number } {
      return { length: 0 };
    }

    override forward(
      x: ReturnType<typeof ints>,
      { length }: { readonly length: number },
    ): models.Decoded<{
      readonly length: number;
    }> {
      const [b, steps] = [x.size(0), x.size(1)];
      return {
        output: x.oneHot(4).to("float32"),
        state: { length: length + steps },
        weights: zeros([steps, b, 1, 1]),
      };
    }
  }
  const net = new models.EncoderDecoder(new models.Seq2SeqEncoder(4, 2, 3, 1), new Copying());
  const { output, state } = net.forward(ints([1, 2]), tensor([[3, 1]], { dtype: "int32" }));
  expect(output.argmax(-1).toArray()).toEqual([[3, 1]]);
  expect(state.length).toBe(2);
});

test("dropout of one layer warns only where there is nothing else that it acts on", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const warned = (make: () => unknown): number => {
    warn.mockClear();
    make();
    return warn.mock.calls.length;
  };
  const dropout = 0.5;
  const scoring = () => new DotScoring(8);
  try {
    expect(warned(() => new models.BidirectionalEncoder(9, 4, 8, 1, { dropout }))).toBe(0);
    expect(warned(() => new models.BahdanauDecoder(9, 4, 8, 1, { dropout }))).toBe(0);
    expect(warned(() => new models.Seq2SeqAttentionDecoder(9, 4, 8, 1, { dropout }))).toBe(0);
    expect(warned(() => new models.LuongDecoder(9, 4, 8, 1, { dropout }))).toBe(0);
    expect(warned(() => new models.PointerGenerator(9, 9, 4, 8, { dropout, numLayers: 1 }))).toBe(0);
    expect(warned(() => new models.Seq2SeqEncoder(9, 4, 8, 1, { dropout }))).toBe(1);
    expect(warned(() => new models.BahdanauDecoder(9, 4, 8, 1, { dropout, scoring: scoring() }))).toBe(1);
    expect(
      warned(() => new models.Seq2SeqAttentionDecoder(9, 4, 8, 1, { dropout, scoring: scoring() })),
    ).toBe(1);
  } finally {
    warn.mockRestore();
  }
});

test("what does not fit is named before any work", () => {
  const net = makeNet({ layers: 2 });
  expect(() => net.encoder.forward(ints([3]))).toThrow(/did you mean x\.unsqueeze\(0\)/);
  expect(() => net.encoder.forward(zeros([2, 3]))).toThrow(/x must be int32/);
  const other = makeNet({ layers: 1 });
  const encoded = other.encoder.forward(ints([2, 3]));
  expect(() => net.decoder.initState(encoded)).toThrow(/layers is 2, but/);
});
