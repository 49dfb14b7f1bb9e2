import * as defined from "@saccade/attention/definitions";
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
  bias: fc.boolean(),
  seed: seeds,
});
const options = { batchFirst: true, dropout: 0 };

describe.each(backends)("on %s", (_name, backend) => {
  test("a layer of the encoder is its definition", () => {
    const property = fc.property(call, ({ b, lq, heads, width, masked, normFirst, seed }) => {
      const e = heads * width + heads; // a norm of one number is constant
      const layer = new TransformerEncoderLayer(e, heads, { ...options, normFirst, dimFeedforward: 5 });
      hold(backend, {
        definition: (x, mask) =>
          defined.encoderLayer(away(x), { ...layer, self: mapsOf(layer.self_attn) }, heads, mask, normFirst),
        library: (x, mask) => layer.forward(away(x), { mask }),
        inputs: [...inputsOf(seed, [b, lq, e]), ...(masked ? [maskOf(seed, [b, 1, lq, lq])] : [])],
        module: layer,
      });
    });
    fc.assert(property, runs(20));
  });

  test("a layer of the decoder is its definition", () => {
    const property = fc.property(call, ({ b, lq, lk, heads, width, masked, normFirst, seed }) => {
      const e = heads * width + heads;
      const layer = new TransformerDecoderLayer(e, heads, { ...options, normFirst, dimFeedforward: 5 });
      hold(backend, {
        definition(x, memory, crossMask) {
          const maps = { self: mapsOf(layer.self_attn), cross: mapsOf(layer.multihead_attn) };
          const masks = [defined.causalMask(lq), crossMask];
          return defined.decoderLayer(away(x), memory!, { ...layer, ...maps }, heads, masks, normFirst);
        },
        library: (x, memory, crossMask) => layer.forward(away(x), memory!, { causal: true, crossMask }),
        inputs: [
          ...inputsOf(seed, [b, lq, e], [b, lk, e]),
          ...(masked ? [maskOf(seed, [b, 1, lq, lk])] : []),
        ],
        module: layer,
      });
    });
    fc.assert(property, runs(20));
  });

  test("a block of GPT-2 is its definition", () => {
    const property = fc.property(call, ({ b, lq, heads, width, bias, seed }) => {
      const dModel = heads * width + heads;
      const block = new GPTBlock({ vocabSize: 4, maxLen: 8, dModel, numLayers: 1, numHeads: heads, bias });
      hold(backend, {
        definition(x) {
          const { attention, feedForward, norm1, norm2 } = block;
          const weights = { up: linear(feedForward.up), down: linear(feedForward.down), norm1, norm2 };
          const maps = packed(attention.qkv, attention.out);
          return defined.gptBlock(away(x), { ...weights, attention: maps }, heads);
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

// Rows that differ much, since a norm of nearly equal numbers has large derivatives.
function away(x: Tensor | undefined): Tensor {
  return x!.add(x!.sign()).mul(2);
}
