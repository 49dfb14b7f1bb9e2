import { causalMask } from "@saccade/attention";
import { valueAndGrad } from "@saccade/autograd";
import { HalfLinear, LayerNorm } from "@saccade/nn";
import { manualSeed, type Tensor, where } from "@saccade/tensor";
import { widenHalf } from "@saccade/tensor/fused";
import { expect, test } from "vitest";
import { bools, expectClose, expectNoNaN, ints, noise, numbers } from "../../../attention/test/helpers.ts";
import * as models from "../../src/index.ts";

const options = { dimFeedforward: 5, batchFirst: true, dropout: 0 };
const src = noise([2, 3, 4], 1);
const tgt = noise([2, 2, 4], 2);

test("normalizing first or last: what a silent layer lets through", () => {
  for (const normFirst of [true, false]) {
    const layer = new models.TransformerEncoderLayer(4, 2, { ...options, normFirst });
    const state = layer.stateDict();
    for (const name of ["self_attn.out_proj.weight", "linear2.weight", "linear2.bias"]) {
      state[name] = state[name]!.mul(0);
    }
    layer.loadStateDict(state);
    const normed = layer.norm2.forward(layer.norm1.forward(src));
    expectClose(layer.forward(src), normFirst ? src : normed);
  }
});

test("the activation is a name or a function", () => {
  const named = new models.TransformerEncoderLayer(4, 2, { ...options, activation: "gelu" });
  const own = new models.TransformerEncoderLayer(4, 2, { ...options, activation: (x) => x.gelu() });
  own.loadStateDict(named.stateDict());
  expectClose(own.forward(src), named.forward(src));
});

test("weights come on request: a head each, and two a decoder layer", () => {
  const encoder = new models.TransformerEncoder(() => new models.TransformerEncoderLayer(4, 2, options), 2);
  const seen = encoder.forward(src, { causal: true, needWeights: true });
  expectClose(seen.output, encoder.forward(src, { mask: causalMask(3) }));
  expect(seen.weights.map(({ shape }) => shape.join())).toEqual(["2,2,3,3", "2,2,3,3"]);
  for (const w of seen.weights) expectClose(w, w.mul(causalMask(3).to("float32")));
  const decoder = new models.TransformerDecoder(() => new models.TransformerDecoderLayer(4, 2, options), 2);
  const both = decoder.forward(tgt, src, { needWeights: true });
  expectClose(both.output, decoder.forward(tgt, src));
  for (const { self, cross } of both.weights)
    expect([self.shape, cross.shape].join(" ")).toBe("2,2,2,2 2,2,2,3");
});

test("with a causal mask, the decoder does not see what comes later", () => {
  const decoder = new models.TransformerDecoder(() => new models.TransformerDecoderLayer(4, 2, options), 2);
  const whole = decoder.forward(tgt, src, { causal: true });
  expectClose(decoder.forward(tgt.narrow(1, 0, 1), src, { mask: causalMask(1) }), whole.narrow(1, 0, 1));
});

test("padding of the memory does not matter", () => {
  const layer = new models.TransformerDecoderLayer(4, 2, options);
  const crossKeyMask = bools("110 100");
  const masked = layer.forward(tgt, src, { crossKeyMask });
  const wild = where(crossKeyMask.unsqueeze(-1), src, Number.NaN);
  expectClose(layer.forward(tgt, wild, { crossKeyMask }), masked);
  const crossMask = crossKeyMask.unsqueeze(1);
  expectClose(layer.forward(tgt, wild, { crossMask }), masked);
  const crossValidLens = ints([2, 1]);
  expectClose(layer.forward(tgt, wild, { crossValidLens }), masked);
  const crossBias = where(crossMask, 0, -1e9).unsqueeze(1);
  expectClose(layer.forward(tgt, src, { crossBias }), masked);
});

test("a sequence of nothing but padding is no NaN; with maskFill -Infinity it is PyTorch's", () => {
  const keyMask = bools("111 000");
  const layer = new models.TransformerEncoderLayer(4, 2, options);
  const { value, grads } = valueAndGrad(() => {
    const output = layer.forward(src, { keyMask });
    return { loss: output.square().sum(), output };
  }, layer.namedParameters());
  expectNoNaN(value.output, ...Object.values(grads));
  const strict = new models.TransformerEncoderLayer(4, 2, { ...options, maskFill: Number.NEGATIVE_INFINITY });
  const output = numbers(strict.forward(src, { keyMask }).select(0, 1));
  expect(output.every(Number.isNaN)).toBe(true);
});

test("stacks have PyTorch's names, layers of their own and an optional last norm", () => {
  const make = () => new models.TransformerEncoderLayer(4, 2, { ...options, normFirst: true });
  const encoder = new models.TransformerEncoder(make, 2, { norm: new LayerNorm(4) });
  const names = Object.keys(encoder.namedParameters());
  expect(names.slice(0, 6)).toEqual([
    "layers.0.self_attn.in_proj_weight",
    "layers.0.self_attn.in_proj_bias",
    "layers.0.self_attn.out_proj.weight",
    "layers.0.self_attn.out_proj.bias",
    "layers.0.linear1.weight",
    "layers.0.linear1.bias",
  ]);
  expect(names.slice(-2)).toEqual(["norm.weight", "norm.bias"]);
  const [first, second] = encoder.layers;
  expect(numbers(first!.linear1.weight)).not.toEqual(numbers(second!.linear1.weight));
  expectClose(encoder.forward(src), encoder.norm!.forward(second!.forward(first!.forward(src))));
  const tied = make();
  expect(() => new models.TransformerEncoder(() => tied, 2)).toThrow(/weights are tied/);
  // @ts-expect-error The type asks for a function that makes layers, not for a layer.
  expect(() => new models.TransformerEncoder(tied, 2)).toThrow(/write \(\) => new/);
});

test("dropout acts while training only", () => {
  manualSeed(0);
  const layer = new models.TransformerEncoderLayer(4, 2, { ...options, dropout: 0.5 });
  expect(numbers(layer.forward(src))).not.toEqual(numbers(layer.forward(src)));
  layer.eval();
  expect(numbers(layer.forward(src))).toEqual(numbers(layer.forward(src)));
});

test("layers whose linear maps keep 16-bit weights give what the same weights give in float32", () => {
  const makeLinear = (into: number, out: number, bias: boolean): HalfLinear =>
    new HalfLinear(into, out, { bias });
  const even = { ...options, dimFeedforward: 6 };
  const halves = [
    new models.TransformerEncoderLayer(4, 2, { ...even, makeLinear }),
    new models.TransformerDecoderLayer(4, 2, { ...even, makeLinear }),
  ] as const;
  const plain = [
    new models.TransformerEncoderLayer(4, 2, even),
    new models.TransformerDecoderLayer(4, 2, even),
  ] as const;
  halves.forEach((half, i) => {
    const state: Record<string, Tensor> = {};
    for (const [name, value] of Object.entries(half.stateDict()))
      state[name.replace("in_proj.", "in_proj_")] = value;
    for (const [name, module] of half.namedModules())
      if (module instanceof HalfLinear)
        state[`${name}.weight`.replace("in_proj.", "in_proj_")] = widenHalf(module.weight, module.format);
    plain[i]!.loadStateDict(state);
  });
  expect(halves[0].linear1.format).toBe("bfloat16"); // the type is HalfLinear
  expectClose(halves[0].forward(src, { causal: true }), plain[0].forward(src, { causal: true }));
  const both = halves[1].forward(tgt, src, { causal: true, needWeights: true });
  const wanted = plain[1].forward(tgt, src, { causal: true, needWeights: true });
  expectClose(both.output, wanted.output);
  expectClose(both.weights.cross, wanted.weights.cross);
});
