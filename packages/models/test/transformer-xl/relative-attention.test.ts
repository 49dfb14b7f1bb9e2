import { causalMask, positionalEncoding, scaledDotProductAttention } from "@saccade/attention";
import { arange, cat, type Tensor } from "@saccade/tensor";
import { test } from "vitest";
import { expectClose, noise } from "../../../attention/test/helpers.ts";
import { RelativeAttention } from "../../src/transformer-xl/relative-attention.ts";
import { randomBiases } from "./random-biases.ts";

test("the scores are the four terms of the paper, distance by distance", () => {
  const [b, n, m, heads, d] = [2, 3, 4, 2, 3];
  const net = randomBiases(new RelativeAttention(heads * d, heads, 0));
  const [x, memory] = [noise([b, n, heads * d], 1), noise([b, m, heads * d], 2)];
  const split = (t: Tensor): Tensor => t.reshape([t.size(0), t.size(1), heads, d]).transpose(1, 2);
  const q = split(net.q_proj.forward(x));
  const [k, v] = net.kv_proj
    .forward(cat([memory, x], 1))
    .chunk(2, -1)
    .map(split) as [Tensor, Tensor];
  // r of every pair's own distance m + i − j, (heads, n, m + n, d).
  const table = net.r_proj.forward(positionalEncoding(m + n, heads * d)).reshape([m + n, heads, d]);
  const distance = arange(m, m + n)
    .unsqueeze(1)
    .sub(arange(m + n))
    .clamp({ min: 0 })
    .to("int32");
  const r = table
    .indexSelect(0, distance.flatten())
    .reshape([n, m + n, heads, d])
    .permute([2, 0, 1, 3]);
  const pairs = (t: Tensor): Tensor => t.unsqueeze(-2).mul(r).sum(-1); // (b, heads, n, m + n)
  const terms = [
    q.matmul(k.transpose(-2, -1)),
    pairs(q),
    net.content_bias.matmul(k.transpose(-2, -1)),
    pairs(net.position_bias.expand([b, heads, n, d])),
  ];
  const scores = terms.reduce((sum, term) => sum.add(term)).div(Math.sqrt(d));
  const expected = scaledDotProductAttention(q.mul(0), k, v, {
    bias: scores,
    mask: causalMask(n, m + n, { offset: m }),
  });
  const { output, weights } = net.forward(x, memory, true);
  expectClose(weights!, expected.weights);
  expectClose(output, net.out_proj.forward(expected.output.transpose(1, 2).reshape([b, n, heads * d])));
  expectClose(net.forward(x, memory, false).output, output);
});
