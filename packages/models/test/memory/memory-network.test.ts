import { ones, ShapeError, type Tensor, where } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import {
  bools,
  expectClose,
  expectNoNaN,
  gradCheckModule,
  noise,
  numbers,
} from "../../../attention/test/helpers.ts";
import { MemoryNetwork, type MemoryNetworkOptions } from "../../src/index.ts";

const question = noise([2, 4], 1);
const memory = noise([2, 3, 4], 2);
const keyMask = bools("110 011");

/** The paper's equations, one memory network of three hops with adjacent maps, written out. */
function byHand({ maps, times }: MemoryNetwork, u0: Tensor): Tensor {
  const rows = (i: number): Tensor =>
    memory.matmul(maps[i]!.weight.t()).add(times[i]!.slice(0, { stop: 3 }).flip(0)); // (b, n, d)
  let u = u0;
  for (let hop = 0; hop < 3; hop++) {
    const p = rows(hop).mul(u.unsqueeze(1)).sum(-1).softmax(-1); // (b, n)
    u = u.add(
      rows(hop + 1)
        .mul(p.unsqueeze(2))
        .sum(1),
    );
  }
  return u;
}

describe("MemoryNetwork", () => {
  test("equals the equations of the paper", () => {
    const network = new MemoryNetwork(4, { maxMemories: 5 });
    const { output, weights } = network.forward(question, memory);
    expectClose(output, byHand(network, question));
    expect(weights.shape).toEqual([2, 3, 3]);
    expectClose(weights.sum(-1), ones([2, 3]));
  });

  test.each<[MemoryNetworkOptions, number]>([
    [{}, 4],
    [{ tying: "layerwise" }, 3],
    [{ tying: "none" }, 6],
    [{ tying: "layerwise", hops: 5 }, 3],
    [{ tying: "none", hops: 1, maxMemories: 3 }, 4],
  ])("%j has %i parameters", (options, count) => {
    expect(Object.keys(new MemoryNetwork(4, options).namedParameters())).toHaveLength(count);
  });

  test("ignores the order of the memories unless they have places", () => {
    const without = new MemoryNetwork(4, { update: "feedForward" });
    const reversed = memory.flip(1);
    expectClose(without.forward(question, reversed).output, without.forward(question, memory).output);
    const placed = new MemoryNetwork(4, { maxMemories: 3 });
    const difference = placed.forward(question, reversed).output.sub(placed.forward(question, memory).output);
    expect(difference.abs().max().item()).toBeGreaterThan(1e-4);
  });

  test("counts places from the newest, so that older memories that are masked change nothing", () => {
    const network = new MemoryNetwork(4, { maxMemories: 3, tying: "layerwise" });
    const recent = network.forward(question, memory.slice(1, { start: 1 })).output;
    const mask = bools("011 011");
    expectClose(network.forward(question, memory, { keyMask: mask }).output, recent);
  });

  test("masked memories do not exist, whatever they hold", () => {
    const network = new MemoryNetwork(4, { update: "feedForward" });
    const broken = where(keyMask.unsqueeze(2), memory, Number.NaN);
    const { output, weights } = network.forward(question, broken, { keyMask });
    expectNoNaN(output);
    expectClose(output, network.forward(question, memory, { keyMask }).output);
    expect(numbers(weights.select(2, 2).select(0, 0))).toEqual([0, 0, 0]);
  });

  test.each<MemoryNetworkOptions>([
    { hops: 2, maxMemories: 3 },
    { hops: 2, tying: "layerwise", scale: 0.5 },
    { hops: 1, tying: "none", update: "feedForward" },
  ])("%j has the gradients of its output", (options) => {
    const network = new MemoryNetwork(2, options);
    const inputs = [noise([1, 2], 3), noise([1, 3, 2], 4)];
    gradCheckModule(network, (u, m) => network.forward(u!, m!).output, inputs);
  });
});

describe("a wrong call of MemoryNetwork", () => {
  test("names the shapes that do not match", () => {
    const network = new MemoryNetwork(4, { maxMemories: 2 });
    expect(() => network.forward(memory, memory)).toThrow(ShapeError);
    expect(() => network.forward(question, memory)).toThrow(/has 3 memories, at most 2 .*raise maxMemories/);
  });
});
