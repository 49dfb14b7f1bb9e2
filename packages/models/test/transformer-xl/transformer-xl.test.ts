import { valueAndGrad } from "@saccade/autograd";
import { cat, type Tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { expectClose, noise, numbers } from "../../../attention/test/helpers.ts";
import { TransformerXL } from "../../src/index.ts";
import { randomBiases } from "./random-biases.ts";

const small = { dimFeedforward: 5, dropout: 0 };

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
