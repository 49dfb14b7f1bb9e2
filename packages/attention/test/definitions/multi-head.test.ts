import type { Tensor } from "@saccade/tensor";
import fc from "fast-check";
import { describe, test } from "vitest";
import { runs } from "../../../../vitest.level.ts";
import { MultiheadAttention } from "../../src/index.ts";
import { backends, both, hold, inputsOf, maskOf, seeds, size } from "./hold.ts";
import { mapsOf } from "./parameters.ts";
import { multiHeadAttention } from "./plain.ts";

const call = fc.record({
  b: size(2),
  lq: size(4),
  lk: size(5),
  heads: size(3),
  width: size(3),
  masked: fc.boolean(),
  bias: fc.boolean(),
  seed: seeds,
});
const options = { batchFirst: true, dropout: 0 };

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
          const attended = multiHeadAttention(given, heads, mapsOf(attention), terms);
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
    fc.assert(property, runs(20));
  });
});
