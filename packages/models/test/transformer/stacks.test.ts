import { zeros } from "@saccade/tensor";
import { expect, test } from "vitest";
import { TransformerEncoderLayer, TransformerStacks } from "../../src/index.ts";

test("TransformerStacks has the parameters of nn.Transformer, in its order", () => {
  const net = new TransformerStacks(4, 2, { numEncoderLayers: 1, numDecoderLayers: 2, dimFeedforward: 8 });
  const attention = ["in_proj_weight", "in_proj_bias", "out_proj.weight", "out_proj.bias"];
  const pair = (name: string): string[] => [`${name}.weight`, `${name}.bias`];
  const layer = (prefix: string, attentions: readonly string[], norms: readonly string[]): string[] =>
    [
      ...attentions.flatMap((one) => attention.map((name) => `${one}.${name}`)),
      ...["linear1", "linear2", ...norms].flatMap(pair),
    ].map((name) => `${prefix}.${name}`);
  const decoder = (i: number): string[] =>
    layer(`decoder.layers.${i}`, ["self_attn", "multihead_attn"], ["norm1", "norm2", "norm3"]);
  expect(Object.keys(net.stateDict())).toEqual([
    ...layer("encoder.layers.0", ["self_attn"], ["norm1", "norm2"]),
    ...pair("encoder.norm"),
    ...decoder(0),
    ...decoder(1),
    ...pair("decoder.norm"),
  ]);
});

test("the masks of both stacks are handed on, and PyTorch's names are refused", () => {
  const net = new TransformerStacks(4, 2, { numEncoderLayers: 1, numDecoderLayers: 1, dimFeedforward: 8 });
  const [src, tgt] = [zeros([3, 2, 4]), zeros([5, 2, 4])];
  const wrong = zeros([2, 9], { dtype: "bool" });
  expect(() => net.forward(src, tgt, { encoder: { keyMask: wrong } })).toThrow(/keyMask \[2, 9\]/);
  expect(() => net.forward(src, tgt, { decoder: { crossKeyMask: wrong } })).toThrow(/crossKeyMask \[2, 9\]/);
  expect(() => Reflect.apply(net.forward, net, [src, tgt, { srcMask: wrong }])).toThrow(
    /srcMask.*NOT attend/,
  );
});

test("a layer without biases has none", () => {
  const names = Object.keys(new TransformerEncoderLayer(4, 2, { bias: false }).namedParameters());
  expect(names.filter((name) => name.includes("bias"))).toEqual([]);
});
