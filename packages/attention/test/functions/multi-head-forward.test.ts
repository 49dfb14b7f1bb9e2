import { cat, ones, randn, zeros } from "@saccade/tensor";
import { expect, test } from "vitest";
import { AttentionCache, MultiheadAttention, multiHeadAttentionForward } from "../../src/index.ts";
import { bools, expectClose } from "../helpers.ts";

const [x, y] = [randn([3, 2, 4]), randn([5, 2, 4])];

test.each([
  { addBiasKv: false, addZeroAttn: false },
  { addBiasKv: true, addZeroAttn: false },
  { addBiasKv: true, addZeroAttn: true, bias: false },
])("multiHeadAttentionForward computes what the module with its weights does: %o", (options) => {
  const net = new MultiheadAttention(4, 2, options);
  const weights = {
    inProjWeight: net.in_proj_weight,
    inProjBias: net.in_proj_bias,
    outProjWeight: net.out_proj.weight,
    outProjBias: net.out_proj.bias,
    biasK: net.bias_k,
    biasV: net.bias_v,
    addZeroAttn: options.addZeroAttn,
  };
  const keyMask = bools("11010 10111");
  for (const masks of [{}, { keyMask }, { causal: true, bias: randn([3, 5]) }]) {
    const wanted = net.forward(x, y, y, masks);
    const got = multiHeadAttentionForward(x, y, y, 4, 2, { ...weights, ...masks });
    expectClose(got.output, wanted.output);
    expectClose(got.weights, wanted.weights);
  }
});

test("every query may attend to the extra key, its value and zeros, whatever the masks say", () => {
  const net = new MultiheadAttention(4, 2, { addBiasKv: true, addZeroAttn: true, batchFirst: true });
  expect(Object.keys(net.namedParameters())).toEqual([
    "in_proj_weight",
    "in_proj_bias",
    "bias_k",
    "bias_v",
    "out_proj.weight",
    "out_proj.bias",
  ]);
  const none = zeros([1, 3], { dtype: "bool" });
  const given = ones([1, 3, 4]);
  const { weights, output } = net.forward(given, given.mul(Number.NaN), given, { keyMask: none });
  expect(weights.narrow(2, 0, 3).abs().sum().item()).toBe(0);
  expectClose(weights.sum(2), ones([1, 3]));
  expect(output.isnan().any().item()).toBe(0);
});

test("extra keys are those of a longer memory", () => {
  const net = new MultiheadAttention(4, 2, { addZeroAttn: true });
  const bare = new MultiheadAttention(4, 2);
  bare.loadStateDict(net.stateDict()); // the biases of the input are zeros at first
  const longer = cat([y, zeros([1, 2, 4])]);
  expectClose(net.forward(x, y, y).output, bare.forward(x, longer, longer).output);
});

test("wrong weights, and a cache beside extra keys, throw", () => {
  const w = { inProjWeight: ones([12, 4]), outProjWeight: ones([4, 4]) };
  const call = (options: object) => () => multiHeadAttentionForward(x, x, x, 4, 2, { ...w, ...options });
  expect(call({ inProjWeight: null })).toThrow(/give inProjWeight, or qProjWeight/);
  expect(call({ qProjWeight: ones([4, 4]) })).toThrow(/give inProjWeight, or qProjWeight/);
  expect(call({ biasK: ones([4]) })).toThrow(/give both, or neither/);
  expect(call({ biasK: ones([3]), biasV: ones([4]) })).toThrow("biasK is [3], expected [1, 1, 4]");
  expect(call({ inProjWeight: ones([4, 4]) })).toThrow("inProjWeight is [4, 4], expected [12, 4]");
  expect(call({ attnMask: ones([3, 3]) })).toThrow(/attnMask.*may NOT attend/);
  expect(() => multiHeadAttentionForward(x, x, x, 4, 3, w)).toThrow(/3 heads/);
  const net = new MultiheadAttention(4, 2, { addZeroAttn: true });
  expect(() => net.forward(x, x, x, { cache: new AttentionCache() })).toThrow(/leave out the cache/);
});
