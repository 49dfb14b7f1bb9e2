import { Linear, type LinearMap } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import fc from "fast-check";
import { describe, test } from "vitest";
import * as defined from "../../src/definitions/index.ts";
import {
  GPTBlock,
  MultiheadAttention,
  TransformerDecoderLayer,
  TransformerEncoderLayer,
} from "../../src/index.ts";
import { backends, both, hold, inputsOf, maskOf, seeds, size } from "./hold.ts";

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

/** PyTorch's parameters as four linear maps. */
function mapsOf(attention: MultiheadAttention): defined.Projections {
  const { in_proj_weight, in_proj_bias, out_proj } = attention;
  const weights = in_proj_weight?.chunk(3) ?? [
    attention.q_proj_weight!,
    attention.k_proj_weight!,
    attention.v_proj_weight!,
  ];
  const biases = in_proj_bias?.chunk(3) ?? [];
  const [q, k, v] = weights.map((weight, i) => ({ weight, bias: biases[i] }));
  return { q: q!, k: k!, v: v!, out: out_proj };
}

/** A packed projection (3 e, e) as three linear maps. */
function packed(map: LinearMap, out: LinearMap): defined.Projections {
  const { weight, bias } = linear(map);
  const biases = bias?.chunk(3) ?? [];
  const [q, k, v] = weight.chunk(3).map((rows, i) => ({ weight: rows, bias: biases[i] }));
  return { q: q!, k: k!, v: v!, out: linear(out) };
}

function linear(map: LinearMap): defined.LinearWeights {
  if (map instanceof Linear) return map;
  throw new TypeError("a Linear is expected");
}

describe.each(backends)("on %s", (_name, backend) => {
  test("multi-head attention is its definition, with any widths of keys and values, masks and biases", () => {
    const widths = fc.record({ kdim: size(5), vdim: size(5), own: fc.boolean(), needWeights: fc.boolean() });
    const property = fc.property(call, widths, ({ b, lq, lk, heads, width, masked, bias, seed }, drawn) => {
      const e = heads * width;
      const { own, needWeights } = drawn;
      const [kdim, vdim] = own ? [e, e] : [drawn.kdim, drawn.vdim];
      const attention = new MultiheadAttention(e, heads, { ...options, bias, kdim, vdim });
      hold(backend, {
        definition(q, k, v, added, mask) {
          const inputs = own ? [q!, q!, q!] : [q!, k!, v!];
          const terms = { bias: added, mask };
          const given = inputs as [Tensor, Tensor, Tensor];
          const attended = defined.multiHeadAttention(given, heads, mapsOf(attention), terms);
          return needWeights ? both(attended) : attended.output;
        },
        library(q, k, v, added, mask) {
          const [x, y] = own ? [q!, q!] : [k!, v!];
          const more = { bias: added, mask, averageAttnWeights: false };
          return needWeights
            ? both(attention.forward(q!, x, y, more))
            : attention.forward(q!, x, y, { ...more, needWeights: false }).output;
        },
        inputs: [
          ...inputsOf(seed, [b, lq, e], [b, lk, kdim], [b, lk, vdim], [lq, own ? lq : lk]),
          ...(masked ? [maskOf(seed, [b, heads, lq, own ? lq : lk])] : []),
        ],
        module: attention,
        second: true,
      });
    });
    fc.assert(property, { numRuns: 20 });
  });

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
    fc.assert(property, { numRuns: 20 });
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
    fc.assert(property, { numRuns: 20 });
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
    fc.assert(property, { numRuns: 20 });
  });
});

// Rows that differ much, since a norm of nearly equal numbers has large derivatives.
function away(x: Tensor | undefined): Tensor {
  return x!.add(x!.sign()).mul(2);
}
