import { causalMask, multiHeadAttention, type NormWeights } from "@saccade/attention/definitions";
import { linear as affineMap, type LinearMap, layerNorm } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import fc from "fast-check";
import { describe, test } from "vitest";
import { runs } from "../../../../vitest.level.ts";
import { backends, hold, inputsOf, maskOf, seeds, size } from "../../../attention/test/definitions/hold.ts";
import { linear, mapsOf, packed } from "../../../attention/test/definitions/parameters.ts";
import { GPTBlock, TransformerDecoderLayer, TransformerEncoderLayer } from "../../src/index.ts";

const call = fc.record({
  b: size(2),
  lq: size(4),
  lk: size(5),
  heads: size(3),
  width: size(3),
  masked: fc.boolean(),
  normFirst: fc.boolean(),
  batchFirst: fc.boolean(),
  bias: fc.boolean(),
  seed: seeds,
});
const options = { dropout: 0, dimFeedforward: 5 };

type Map = (x: Tensor) => Tensor;

const affine = (x: Tensor, map: LinearMap): Tensor => {
  const { weight, bias } = linear(map);
  return affineMap(x, weight, bias);
};
const norm = (x: Tensor, { weight, bias }: NormWeights): Tensor => layerNorm(x, [x.size(-1)], weight, bias);
const around = (f: Map, x: Tensor, weights: NormWeights, first: boolean): Tensor =>
  first ? x.add(f(norm(x, weights))) : norm(x.add(f(x)), weights);

describe.each(backends)("on %s", (_name, backend) => {
  test("a layer of the encoder is attention and a network, each in a residual", () => {
    const property = fc.property(call, ({ b, lq, heads, width, masked, normFirst, batchFirst, seed }) => {
      const e = heads * width + heads; // a norm of one number is constant
      const layer = new TransformerEncoderLayer(e, heads, { ...options, normFirst, batchFirst });
      const flip: Map = (x) => (batchFirst ? x : x.transpose(0, 1));
      hold(backend, {
        definition(x, mask) {
          const attend: Map = (y) =>
            multiHeadAttention([y, y, y], heads, mapsOf(layer.self_attn), { mask }).output;
          const attended = around(attend, away(x), layer.norm1, normFirst);
          return around((y) => network(layer, y), attended, layer.norm2, normFirst);
        },
        library: (x, mask) => flip(layer.forward(flip(away(x)), { mask })),
        inputs: [...inputsOf(seed, [b, lq, e]), ...(masked ? [maskOf(seed, [b, 1, lq, lq])] : [])],
        module: layer,
      });
    });
    fc.assert(property, runs(20));
  });

  test("a layer of the decoder has attention to the memory between them", () => {
    const property = fc.property(call, ({ b, lq, lk, heads, width, masked, normFirst, batchFirst, seed }) => {
      const e = heads * width + heads;
      const layer = new TransformerDecoderLayer(e, heads, { ...options, normFirst, batchFirst });
      const flip: Map = (x) => (batchFirst ? x : x.transpose(0, 1));
      hold(backend, {
        definition(x, memory, crossMask) {
          const own = { self: mapsOf(layer.self_attn), cross: mapsOf(layer.multihead_attn) };
          const attend: Map = (y) =>
            multiHeadAttention([y, y, y], heads, own.self, { mask: causalMask(lq) }).output;
          const read: Map = (y) =>
            multiHeadAttention([y, memory!, memory!], heads, own.cross, { mask: crossMask }).output;
          const seen = around(attend, away(x), layer.norm1, normFirst);
          const informed = around(read, seen, layer.norm2, normFirst);
          return around((y) => network(layer, y), informed, layer.norm3, normFirst);
        },
        library: (x, memory, crossMask) =>
          flip(layer.forward(flip(away(x)), flip(memory!), { causal: true, crossMask })),
        inputs: [
          ...inputsOf(seed, [b, lq, e], [b, lk, e]),
          ...(masked ? [maskOf(seed, [b, 1, lq, lk])] : []),
        ],
        module: layer,
      });
    });
    fc.assert(property, runs(20));
  });

  test("a block of GPT-2 is causal attention and a network with GELU, each of its normalized input", () => {
    const property = fc.property(call, ({ b, lq, heads, width, bias, seed }) => {
      const dModel = heads * width + heads;
      const block = new GPTBlock({ vocabSize: 4, maxLen: 8, dModel, numLayers: 1, numHeads: heads, bias });
      hold(backend, {
        definition(x) {
          const { attention, feedForward, norm1, norm2 } = block;
          const maps = packed(attention.qkv, attention.out);
          const attend: Map = (y) =>
            multiHeadAttention([y, y, y], heads, maps, { mask: causalMask(lq) }).output;
          const gelu: Map = (y) => affine(y, feedForward.up).gelu({ approximate: "tanh" });
          const attended = around(attend, away(x), norm1, true);
          return around((y) => affine(gelu(y), feedForward.down), attended, norm2, true);
        },
        library: (x) => block.forward(away(x)).output,
        inputs: inputsOf(seed, [b, lq, dModel]),
        module: block,
        second: true,
      });
    });
    fc.assert(property, runs(20));
  });
});

function network({ linear1, linear2 }: { linear1: LinearMap; linear2: LinearMap }, x: Tensor): Tensor {
  return affine(affine(x, linear1).relu(), linear2);
}

// Rows that differ much, since a norm of nearly equal numbers has large derivatives.
function away(x: Tensor | undefined): Tensor {
  return x!.add(x!.sign()).mul(2);
}
