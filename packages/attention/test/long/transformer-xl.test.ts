import { valueAndGrad } from "@saccade/autograd";
import { cat, type Tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { mergeHeads, relativeAttention, splitHeads } from "../../src/definitions/index.ts";
import { TransformerXL, TransformerXLLayer } from "../../src/index.ts";
import { RelativeAttention } from "../../src/long/relative-attention.ts";
import { positionalEncoding } from "../../src/transformer/positional-encoding.ts";
import { expectClose, gradCheckModule, leaked, noise, numbers } from "../helpers.ts";

const small = { dimFeedforward: 5, dropout: 0 };

function randomBiases(attention: RelativeAttention): RelativeAttention {
  const { content_bias, position_bias } = attention;
  attention.loadStateDict({
    ...attention.stateDict(),
    content_bias: noise(content_bias.shape, 5),
    position_bias: noise(position_bias.shape, 6),
  });
  return attention;
}

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

test("segments with enough memory equal the whole sequence at once", () => {
  for (const normFirst of [false, true]) {
    const net = new TransformerXL(4, 2, 2, { ...small, memoryLength: 9, normFirst });
    for (const layer of net.layers) randomBiases(layer.attention);
    const x = noise([2, 9, 4], 3);
    const outputs: Tensor[] = [];
    let memory: readonly Tensor[] = [];
    for (const [start, length] of [
      [0, 4],
      [4, 1],
      [5, 4],
    ] as const) {
      const segment = net.forward(x.narrow(1, start, length), memory);
      outputs.push(segment.output);
      memory = segment.memory;
    }
    expectClose(cat(outputs, 1), net.forward(x).output);
    expect(memory.map((kept) => kept.shape)).toEqual([
      [2, 9, 4],
      [2, 9, 4],
    ]);
  }
});

test("the memory holds the last inputs of each layer, and no gradient flows through it", () => {
  const net = new TransformerXL(4, 2, 2, { ...small, memoryLength: 3 });
  const [x, y] = [noise([1, 2, 4], 1), noise([1, 2, 4], 2)];
  const first = net.forward(x);
  const second = net.forward(y, first.memory);
  expectClose(second.memory[0]!, cat([x.narrow(1, 1, 1), y], 1));
  const { grads } = valueAndGrad(() => net.forward(y, net.forward(x).memory).output.square().sum(), { x, y });
  expect(numbers(grads.x)).toEqual(new Array(8).fill(0));
  expect(numbers(grads.y).some((g) => g !== 0)).toBe(true);
  const none = new TransformerXL(4, 2, 1, { ...small, memoryLength: 0 });
  expectClose(none.forward(y, none.forward(x).memory).output, none.forward(y).output);
});

test("gradients agree with finite differences; nothing stays behind", () => {
  const layer = new TransformerXLLayer(2, 1, { ...small, dimFeedforward: 2, activation: "gelu" });
  randomBiases(layer.attention);
  const inputs = [noise([1, 2, 2], 1), noise([1, 2, 2], 2)];
  gradCheckModule(layer, (x, memory) => layer.forward(x!, memory!), inputs);
  const net = new TransformerXL(2, 1, 1, { ...small, memoryLength: 2 });
  expect(leaked(() => net.forward(inputs[0]!, net.forward(inputs[1]!).memory))).toBe(0);
});
