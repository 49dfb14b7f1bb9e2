import { grad } from "@saccade/autograd";
import * as lens from "@saccade/lens";
import type { GPT } from "@saccade/models";
import { Linear, Module, nameSites, site } from "@saccade/nn";
import { ArgumentError, memory, ShapeError, type Tensor, tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { goldenModel, hasGolden } from "../golden.ts";
import { difference, expectRefused, ids, shapes, small } from "../models.ts";

/** Linear in its sites: hidden (b, n, 3). */
class LinearNet extends Module {
  into: Linear = new Linear(2, 3);
  out: Linear = new Linear(3, 4);
  constructor() {
    super();
    nameSites(this, { sites: ["hook_hidden"] });
  }
  override forward(x: Tensor): Tensor {
    return this.out.forward(site(this, "hook_hidden", this.into.forward(x.square())));
  }
}

test("where the metric is linear in a site, it is activation patching", () => {
  const net = new LinearNet();
  const clean = tensor([1, 2, 0, 1, 2, 2, 3, 1]).reshape([2, 2, 2]);
  const corrupted = tensor([0, 1, 2, 1, 1, 5, 0, 1]).reshape([2, 2, 2]);
  const { output, cache } = lens.runWithCache(net, clean);
  const metric = (y: Tensor): Tensor => y.select(-1, 1).sub(y.select(-1, 2)).sum();
  const attributions = lens.attributionPatch(net, corrupted, cache, metric);
  const table = lens.attributionTable(attributions, "hook_hidden", ["pos"]);
  const before = metric(net.forward(corrupted));
  const axes = { activationName: "hook_hidden", indexAxisNames: ["pos"] } as const;
  const patched = lens.genericActivationPatch(net, corrupted, cache, metric, axes).sub(before);
  expect(difference(table, patched)).toBeLessThan(1e-5);
  expect(table.sum().item()).toBeCloseTo(metric(output).sub(before).item(), 4);
});

/** Attributions against central differences: of the sites' sums, along the change of each. */
function holdAgainstDifferences(gpt: GPT, clean: Tensor, corrupted: Tensor, metric: lens.Metric): void {
  const { cache } = lens.runWithCache(gpt, clean);
  const before = lens.runWithCache(gpt, corrupted).cache;
  const attributions = lens.attributionPatch(gpt, corrupted, cache, metric);
  for (const short of ["resid_pre", "resid_mid", "attn_out", "mlp_out", "q", "k", "v", "z", "pattern"]) {
    const name = `blocks.1.${/^(.|pattern)$/.test(short) ? "attn." : ""}hook_${short}`;
    const change = cache.get(name).sub(before.get(name));
    const h = 1 / 64;
    const [more, less] = [h, -h].map((t) =>
      metric(lens.runWithHooks(gpt, corrupted, { hooks: { [name]: (x) => x.add(change.mul(t)) } })).item(),
    ) as [number, number];
    const attribution = attributions.get(name);
    const size = Math.max(attribution.abs().sum().item(), 1e-3);
    expect(Math.abs((more - less) / (2 * h) - attribution.sum().item()) / size, name).toBeLessThan(2e-3);
  }
}

test.skipIf(!hasGolden)("on a GPT-2 checkpoint it agrees with central differences", async () => {
  const { gpt, ids, golden } = await goldenModel();
  const [clean, corrupted] = ids.split(1) as [Tensor, Tensor];
  const { right, wrong } = golden.patching;
  holdAgainstDifferences(gpt, clean, corrupted, lens.logitDiff(right, wrong));
});

describe.each(shapes)("of $shape", ({ make, kvHeads }) => {
  const gpt = make();

  test("it agrees with central differences", () => {
    holdAgainstDifferences(gpt, ids(2, 5), ids(2, 5, 2), lens.logitDiff(3, 4));
  });

  test("tables sum over what they do not name, in the order of their axes", () => {
    const { cache } = lens.runWithCache(gpt, ids(2, 5));
    const shapeOf = (name: string, ...axes: lens.PatchAxis[]): readonly number[] =>
      lens.attributionTable(cache, name, axes).shape;
    expect(shapeOf("resid_pre", "layer", "pos")).toEqual([2, 5]);
    expect(shapeOf("k", "head", "pos", "layer")).toEqual([kvHeads, 5, 2]);
    expect(shapeOf("pattern", "layer", "head", "dest_pos", "src_pos")).toEqual([2, 4, 5, 5]);
    const table = lens.attributionTable(cache, "z", ["head", "layer"]);
    expect(difference(table.select(1, 1), cache.get("z", 1).sum([0, 1, 3]))).toBeLessThan(1e-5);
  });

  test("gradients at sites are those of parameters after them; a metric of many numbers is refused and leaves no tensor", () => {
    const metric = lens.logitDiff(1, 2);
    const x = ids(2, 5);
    const { value, gradCache } = lens.runWithGrads(gpt, x, metric, { names: "blocks.1.hook_resid_post" });
    expect(difference(value, metric(gpt.forward(x)))).toBeLessThan(1e-6);
    const stream = lens
      .runWithCache(gpt, x, { names: "blocks.1.hook_resid_post" })
      .cache.get("resid_post", 1);
    const after = (y: Tensor): Tensor =>
      metric(lens.runWithHooks(gpt, x, { hooks: { "blocks.1.hook_resid_post": () => y } }));
    expect(difference(gradCache.get("resid_post", 1), grad(after)(stream))).toBeLessThan(1e-6);
    const { cache } = lens.runWithCache(gpt, ids(2, 5, 1));
    const before = memory().tensors;
    expect(() => lens.attributionPatch(gpt, x, cache, (logits) => logits)).toThrow(ShapeError);
    expect(memory().tensors).toBe(before);
  });
});

test("wrong axes, shapes and names are refused", async () => {
  const gpt = small();
  const { cache } = lens.runWithCache(gpt, ids(1, 4));
  const metric = lens.logitDiff(1, 2);
  const table = (name: string, axis: lens.PatchAxis) => () =>
    lens.attributionTable(cache, name, ["layer", axis]);
  const patch = (x: Tensor, options?: object) => () => lens.attributionPatch(gpt, x, cache, metric, options);
  await expectRefused([
    [table("pattern", "pos"), ArgumentError, /has no axis pos/],
    [table("resid_pre", "head"), ArgumentError, /has no heads/],
    [table("nothing", "pos"), ArgumentError, /nothing/],
    [patch(ids(1, 5)), ShapeError, /run both on inputs of one shape/],
    [patch(ids(1, 4), { names: "hook_nothing" }), ArgumentError, /no site/],
  ]);
});
