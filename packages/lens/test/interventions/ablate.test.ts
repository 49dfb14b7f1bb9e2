import * as lens from "@saccade/lens";
import type { GPT } from "@saccade/models";
import { ArgumentError, cat, IndexError, ShapeError, type Tensor, tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { expectTable, goldenModel, hasGolden } from "../golden.ts";
import {
  allHeads,
  difference,
  expectRefused,
  heads,
  ids,
  keyMaskOf,
  last,
  shapes,
  small,
} from "../models.ts";

const run = (gpt: GPT, x: Tensor, hooks: lens.HookList): Tensor => lens.runWithHooks(gpt, x, { hooks });

test.skipIf(!hasGolden)("a steering vector gives PyTorch's numbers on a GPT-2 checkpoint", async () => {
  const { gpt, ids, golden } = await goldenModel();
  const [clean, corrupted] = ids.split(1) as [Tensor, Tensor];
  const site = "blocks.2.hook_resid_pre";
  const vector = lens.steeringVector(gpt, clean, corrupted, { site });
  const hooks = lens.addVector(gpt, site, vector, { scale: 2, positions: [-1] });
  expectTable(last(run(gpt, corrupted, hooks)), golden.steering_last_position);
});

describe.each(shapes)("of $shape", ({ make }) => {
  const gpt = make();
  const x = ids(2, 6);
  const other = lens.runWithCache(gpt, ids(2, 6, 3)).cache;
  const plain = gpt.forward(x);

  test("a frozen run gives the run back, and other values change it", () => {
    const { cache } = lens.runWithCache(gpt, x);
    const damaged = lens.ablateSites(gpt, "blocks.0.hook_resid_pre");
    const frozen = lens.ablateHeads(gpt, allHeads, { kind: "freeze", cache });
    const mlps = lens.ablateSites(gpt, (name) => name.endsWith("hook_mlp_out"), { kind: "freeze", cache });
    const streams = lens.ablateSites(gpt, "blocks.1.hook_resid_mid", { kind: "freeze", cache });
    expect(difference(run(gpt, x, [...frozen, ...mlps]), plain)).toBeLessThan(1e-6);
    expect(difference(run(gpt, x, [...damaged, ...streams]), plain)).toBeLessThan(1e-6);
    expect(difference(run(gpt, x, damaged), plain)).toBeGreaterThan(1e-3);
    const patterns = lens.ablateHeads(gpt, allHeads, { kind: "frozen", cache });
    expect(difference(run(gpt, x, patterns), plain)).toBeLessThan(1e-6);
    const others = lens.ablateHeads(gpt, allHeads, { kind: "frozen", cache: other });
    expect(difference(run(gpt, x, others), plain)).toBeGreaterThan(1e-4);
  });

  test("a uniform head weights the allowed keys equally, and no other head changes", () => {
    const keyMask = keyMaskOf("110111", "111111");
    const names = "blocks.1.attn.hook_pattern";
    const hooks = lens.ablateHeads(gpt, heads([1, 2]), { kind: "uniform" });
    const pattern = lens.runWithCache(gpt, [x, { keyMask }], { names, hooks }).cache.get(names);
    const before = lens.runWithCache(gpt, [x, { keyMask }], { names }).cache.get(names);
    const allowed = before.select(1, 2).gt(0).to("float32");
    const uniform = allowed.div(allowed.sum(-1, { keepdim: true }));
    expect(difference(pattern.select(1, 2), uniform)).toBeLessThan(1e-6);
    for (const head of [0, 1, 3]) expect(difference(pattern.select(1, head), before.select(1, head))).toBe(0);
  });

  test("means are of the batch, of a reference, or of each position", () => {
    const site = "blocks.1.hook_mlp_out";
    const at = (hooks: lens.HookList): Tensor =>
      lens.runWithCache(gpt, x, { names: site, hooks }).cache.get(site);
    const own = lens.runWithCache(gpt, x, { names: site }).cache.get(site);
    const far = other.get(site);
    const cases = [
      [{}, own.mean([0, 1], { keepdim: true })],
      [{ perPosition: true }, own.mean(0, { keepdim: true })],
      [{ cache: other }, far.mean([0, 1], { keepdim: true })],
      [{ cache: other, perPosition: true }, far.mean(0, { keepdim: true })],
    ] as const;
    for (const [options, mean] of cases) {
      const all = at(lens.ablateSites(gpt, site, { kind: "mean", ...options }));
      expect(difference(all, mean.expandAs(all))).toBeLessThan(1e-6);
      const some = at(lens.ablateSites(gpt, site, { kind: "mean", positions: [1, -1], ...options }));
      const full = mean.expandAs(own);
      const mixed = [0, 1, 2, 3, 4, 5].map((i) => ([1, 5].includes(i) ? full : own).narrow(1, i, 1));
      expect(difference(some, cat(mixed, 1))).toBeLessThan(1e-6);
    }
  });

  test("resampled heads have a row of the cache", () => {
    const hooks = lens.ablateHeads(gpt, heads([0, 3]), { kind: "resample", cache: other });
    const names = "blocks.0.attn.hook_z";
    const z = lens.runWithCache(gpt, x, { names, hooks }).cache.get(names).select(2, 3);
    for (const row of [0, 1]) {
      const distances = [0, 1].map((from) =>
        difference(z.select(0, row), other.get(names).select(0, from).select(1, 3)),
      );
      expect(Math.min(...distances)).toBe(0);
    }
  });

  test("neurons and positions are ablated alone", () => {
    const names = "blocks.1.mlp.hook_post";
    const neurons = [2, 5].map((neuron) => ({ layer: 1, neuron }));
    const hooks = lens.ablateNeurons(gpt, neurons, { positions: [3] });
    const before = lens.runWithCache(gpt, x, { names }).cache.get(names);
    const after = lens.runWithCache(gpt, x, { names, hooks }).cache.get(names);
    const changed = after.ne(before).any(0).toArray() as boolean[][];
    expect(changed[3]!.flatMap((yes, i) => (yes ? [i] : []))).toEqual([2, 5]);
    expect(changed.flat().filter((yes) => yes)).toHaveLength(2);
    expect(after.select(1, 3).select(1, 2).toArray()).toEqual([0, 0]);
  });
});

test("a vector for each position is added at the first ones, or at those named", () => {
  const gpt = small();
  const site = "blocks.1.hook_resid_pre";
  const before = lens.runWithCache(gpt, ids(1, 5), { names: site }).cache.get(site);
  const vectors = tensor([1, 2]).unsqueeze(1).expand([2, 16]);
  const added = (hooks: lens.HookList): number[] => {
    const x = lens.runWithCache(gpt, ids(1, 5), { names: site, hooks }).cache.get(site);
    return (x.sub(before).mean([0, 2]).toArray() as number[]).map((value) => Math.round(value * 1e4) / 1e4);
  };
  expect(added(lens.addVector(gpt, site, vectors))).toEqual([1, 2, 0, 0, 0]);
  expect(added(lens.addVector(gpt, site, vectors, { scale: -1, positions: [-1, 1] }))).toEqual([
    0, -2, 0, 0, -1,
  ]);
  const difference = lens.steeringVector(gpt, ids(2, 5), ids(2, 5, 1), { site, position: null });
  expect(difference.shape).toEqual([5, 16]);
});

test("wrong heads, layers, kinds and caches are refused before the model runs", async () => {
  const gpt = small();
  const { cache } = lens.runWithCache(gpt, ids(1, 4), { names: "blocks.0.attn.hook_z" });
  const head = heads([0, 1]);
  // biome-ignore format: a row a line
  await expectRefused([
    [() => lens.ablateHeads(gpt, heads([2, 0])), IndexError, /layer 2 does not exist.*0 to 1/],
    [() => lens.ablateHeads(gpt, heads([0, 4])), IndexError, /head 4 does not exist.*0 to 3/],
    [() => lens.ablateHeads(gpt, [{ layer: 0 } as never]), ArgumentError, /heads\[0\] must be a head/],
    [() => lens.ablateHeads(gpt, head, { kind: "freeze" }), ArgumentError, /takes values of another run/],
    [() => lens.ablateHeads(gpt, head, { kind: "zero", cache }), ArgumentError, /reads no cache/],
    [() => lens.ablateHeads(gpt, head, { kind: "frozen", cache }), ArgumentError, /no site "blocks.0.attn.hook_pattern"/],
    [() => lens.ablateHeads(gpt, head, { kind: "means" as never }), ArgumentError, /did you mean "mean"/],
    [() => lens.ablateHeads(gpt, head, { stack: "decoder" }), ArgumentError, /no site "decoder.0/],
    [() => lens.ablateSites(gpt, "blocks.0.hook_mlp_outs"), ArgumentError, /did you mean "blocks.0.hook_mlp_out"/],
    [() => lens.addVector(gpt, "blocks.0.attn.hook_pattern", tensor([1])), ArgumentError, /no vectors/],
    [() => run(gpt, ids(1, 4), lens.addVector(gpt, "blocks.0.hook_mlp_out", tensor([1]))), ShapeError, /\[16\]/],
    [() => run(gpt, ids(1, 5), lens.ablateHeads(gpt, head, { kind: "freeze", cache })), ShapeError, /as many tokens/],
    [() => run(gpt, ids(1, 5), lens.ablateNeurons(gpt, [{ layer: 0, neuron: 999 }])), IndexError, /neuron 999/],
  ]);
});
