import { positionalEncoding } from "@saccade/attention";
import { mergeHeads, relativeAttention, splitHeads } from "@saccade/attention/definitions";
import { cat, type Tensor } from "@saccade/tensor";
import { test } from "vitest";
import { expectClose, noise } from "../../../attention/test/helpers.ts";
import { RelativeAttention } from "../../src/transformer-xl/transformer-xl.ts";
import { randomBiases } from "./random-biases.ts";

test("it is its definition, distance by distance", () => {
  const [b, n, m, heads, d] = [2, 3, 4, 2, 3];
  const net = randomBiases(new RelativeAttention(heads * d, heads, 0));
  const [x, memory] = [noise([b, n, heads * d], 1), noise([b, m, heads * d], 2)];
  const split = (t: Tensor): Tensor => splitHeads(t, heads);
  const [k, v] = net.kv_proj
    .forward(cat([memory, x], 1))
    .chunk(2, -1)
    .map(split) as [Tensor, Tensor];
  const r = split(net.r_proj.forward(positionalEncoding(m + n, heads * d))); // (heads, m + n, d)
  const q = split(net.q_proj.forward(x));
  const expected = relativeAttention(q, k, v, r, net.content_bias, net.position_bias);
  const { output, weights } = net.forward(x, memory, true);
  expectClose(weights!, expected.weights);
  expectClose(output, net.out_proj.forward(mergeHeads(expected.output)));
  expectClose(net.forward(x, memory, false).output, output);
});
