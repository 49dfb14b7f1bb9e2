import * as lens from "@saccade/lens";
import { logitDiff, runWithCache, runWithHooks } from "@saccade/lens";
import type { GPT } from "@saccade/models";
import { ArgumentError, ShapeError, type Tensor, tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { expectTable, goldenModel, hasGolden } from "../golden.ts";
import { difference, expectRefused, ids, keyMaskOf, last, shapes, small } from "../models.ts";

test.skipIf(!hasGolden)("the tables of a GPT-2 checkpoint are PyTorch's", async () => {
  const { gpt, ids, golden } = await goldenModel();
  const { right, wrong, clean, corrupted, ...tables } = golden.patching;
  const [cleanIds, corruptedIds] = ids.split(1) as [Tensor, Tensor];
  const { output, cache } = runWithCache(gpt, cleanIds);
  const metric = logitDiff(right, wrong);
  expect(metric(output).item()).toBeCloseTo(clean, 5);
  expect(metric(gpt.forward(corruptedIds)).item()).toBeCloseTo(corrupted, 5);
  const found = {
    resid_pre: lens.getActPatchResidPre,
    attn_out: lens.getActPatchAttnOut,
    mlp_out: lens.getActPatchMlpOut,
    head_z_all_positions: lens.getActPatchAttnHeadOutAllPos,
    head_v_all_positions: lens.getActPatchAttnHeadVAllPos,
    head_pattern: lens.getActPatchAttnHeadPatternAllPos,
  };
  expect(Object.keys(found).sort()).toEqual(Object.keys(tables).sort());
  for (const [name, f] of Object.entries(found))
    expectTable(f(gpt, corruptedIds, cache, metric), { data: (tables[name] as number[][]).flat() });
});

type At = readonly number[];

/** One place at a time, by copying numbers on the host. */
function oneByOne(gpt: GPT, x: Tensor, clean: Tensor, site: string, inside: (at: At) => boolean): Tensor {
  const put = (x: Tensor, values: Tensor): Tensor => {
    const [from, to] = [values.dataSync(), Float32Array.from(x.dataSync())];
    const strides = x.shape.map((_, axis) => x.shape.slice(axis + 1).reduce((a, b) => a * b, 1));
    for (let i = 0; i < to.length; i++) {
      const at = strides.map((stride, axis) => Math.floor(i / stride) % x.shape[axis]!);
      if (inside(at)) to[i] = from[i]!;
    }
    return tensor(to).reshape(x.shape);
  };
  const { cache } = runWithCache(gpt, clean, { names: site });
  return runWithHooks(gpt, x, { hooks: { [site]: (x) => put(x, cache.get(site)) } }).select(1, -1);
}

describe.each(shapes)("of $shape", ({ make, kvHeads }) => {
  const gpt = make();
  const [clean, corrupted] = [ids(2, 5), ids(2, 5, 2)];
  const { cache } = runWithCache(gpt, clean);

  const anywhere = () => true;
  test.each([
    ["blocks.1.hook_resid_mid", ["layer", "pos"], [1, 3], ([, n]: At) => n === 3],
    ["blocks.0.attn.hook_z", ["layer", "pos", "head"], [0, 2, 1], ([, n, h]: At) => n === 2 && h === 1],
    ["blocks.1.attn.hook_k", ["head", "layer"], [1, 1], ([, , h]: At) => h === 1],
    [
      "blocks.1.attn.hook_pattern",
      ["layer", "head", "dest_pos", "src_pos"],
      [1, 2, 4, 1],
      ([, h, q, k]: At) => h === 2 && q === 4 && k === 1,
    ],
    ["blocks.0.mlp.hook_post", ["layer"], [0], anywhere],
  ] as const)("a table of %s has what one run gives", (site, indexAxisNames, place, inside) => {
    const options = { activationName: site.replace(/.*hook_/, ""), indexAxisNames };
    const table = lens.genericActivationPatch(gpt, corrupted, cache, last, { ...options, chunkSize: 7 });
    const found = place.reduce((x: Tensor, i) => x.select(0, i), table);
    expect(difference(found, oneByOne(gpt, corrupted, clean, site, inside))).toBeLessThan(2e-6);
    const single = lens.genericActivationPatch(gpt, corrupted, cache, last, { ...options, chunkSize: 1 });
    expect(difference(table, single)).toBeLessThan(2e-6);
  });

  test("every table has TransformerLens's shape", () => {
    const diff = logitDiff(1, 2);
    const call = (f: lens.ActPatch): readonly number[] => f(gpt, corrupted, cache, diff).shape;
    expect(call(lens.getActPatchResidMid)).toEqual([2, 5]);
    expect(call(lens.getActPatchAttnHeadQByPos)).toEqual([2, 5, 4]);
    expect(call(lens.getActPatchAttnHeadKAllPos)).toEqual([2, kvHeads]);
    expect(call(lens.getActPatchAttnHeadPatternByPos)).toEqual([2, 4, 5]);
    expect(call(lens.getActPatchBlockEvery)).toEqual([3, 2, 5]);
    expect(call(lens.getActPatchAttnHeadAllPosEvery)).toEqual([5, 2, 4]);
    expect(call(lens.getActPatchAttnHeadByPosEvery)).toEqual([5, 2, 5, 4]);
    const [z, , , v] = lens.getActPatchAttnHeadAllPosEvery(gpt, corrupted, cache, diff).unbind(0) as Tensor[];
    expect(difference(z!, lens.getActPatchAttnHeadOutAllPos(gpt, corrupted, cache, diff))).toBe(0);
    const shared = lens
      .getActPatchAttnHeadVAllPos(gpt, corrupted, cache, diff)
      .repeatInterleave(4 / kvHeads, 1);
    expect(difference(v!, shared)).toBe(0);
  });

  test("masks are those of the rows, in arguments and in functions", () => {
    const keyMask = keyMaskOf("11111", "10111");
    const masked = runWithCache(gpt, [clean, { keyMask }]).cache;
    const table = lens.getActPatchResidPre(gpt, [corrupted, { keyMask }], masked, last);
    const one = lens.getActPatchResidPre(gpt, () => gpt.forward(corrupted, { keyMask }), masked, last);
    expect(difference(table, one)).toBeLessThan(2e-6);
  });
});

test("a setter decides what is put in place", () => {
  const gpt = small();
  const { cache } = runWithCache(gpt, ids(1, 4));
  const half = lens.genericActivationPatch(gpt, ids(1, 4, 3), cache, logitDiff(1, 2), {
    activationName: "hook_embed",
    indexAxisNames: ["pos"],
    patchSetter: (x, _, clean) => x.add(clean).div(2),
  });
  expect(difference(half, half.select(0, 0).expand([4]))).toBeLessThan(1e-6);
});

test("wrong calls are refused before the model runs", async () => {
  const gpt = small();
  const { cache } = runWithCache(gpt, ids(1, 4));
  const only = runWithCache(gpt, ids(1, 4), { names: "blocks.0.hook_resid_pre" }).cache;
  const x = ids(1, 4, 1);
  const metric = logitDiff(1, 2);
  const patch = (activationName: string, indexAxisNames: lens.PatchAxis[]) => (): unknown =>
    lens.genericActivationPatch(gpt, x, cache, metric, { activationName, indexAxisNames });
  // biome-ignore format: a row a line
  await expectRefused([
    [patch("residual", ["layer"]), ArgumentError, /no site "blocks.0.hook_residual"/],
    [patch("pattern", ["layer", "pos"]), ArgumentError, /has no axis pos; a pattern has dest_pos/],
    [patch("resid_pre", ["layer", "head"]), ArgumentError, /has no heads/],
    [patch("blocks.0.attn.hook_z", ["layer", "head"]), ArgumentError, /^genericActivationPatch: "blocks.0.attn.hook_z" is the site of one layer.* write "z"/],
    [() => cache.stackActivation("blocks.0.attn.hook_z"), ArgumentError, /^ActivationCache.stackActivation: "blocks.0.attn.hook_z" is the site of one layer.* write "z"/],
    [() => cache.get("blocks.0.attn.hook_z", 1), ArgumentError, /"blocks.0.attn.hook_z" is of layer 0, and layer is 1; write "z", or leave layer out/],
    [patch("z", ["layer", "layer"]), ArgumentError, /name each axis once/],
    [() => lens.getActPatchResidPre(gpt, x, only, metric), ArgumentError, /no site "blocks.1.hook_resid_pre"/],
    [() => lens.getActPatchResidPre(gpt, x, {} as never, metric), ArgumentError, /cleanCache must be/],
    [() => lens.getActPatchResidPre(gpt, ids(1, 5), cache, metric), ShapeError, /as many tokens/],
  ]);
});
