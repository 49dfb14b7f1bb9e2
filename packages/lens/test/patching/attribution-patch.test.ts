import { compile, grad } from "@saccade/autograd";
import { wasmBackend } from "@saccade/kernels-wasm";
import * as lens from "@saccade/lens";
import type { GPT } from "@saccade/models";
import { Linear, Module, nameSites, site } from "@saccade/nn";
import { ArgumentError, memory, ShapeError, scope, type Tensor, tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { goldenModel, hasGolden } from "../golden.ts";
import { difference, ids, llamaShape, small } from "../models.ts";

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
  const [clean, corrupted] = [
    tensor([
      [
        [1, 2],
        [0, 1],
      ],
      [
        [2, 2],
        [3, 1],
      ],
    ]),
    tensor([
      [
        [0, 1],
        [2, 1],
      ],
      [
        [1, 5],
        [0, 1],
      ],
    ]),
  ];
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
function holdAgainstDifferences(
  gpt: GPT,
  clean: Tensor,
  corrupted: Tensor,
  right: number,
  wrong: number,
): void {
  const { cache } = lens.runWithCache(gpt, clean);
  const metric = lens.logitDiff(right, wrong);
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
  holdAgainstDifferences(gpt, clean, corrupted, golden.patching.right, golden.patching.wrong);
});

describe.each([
  ["GPT-2's shape", small, 4],
  ["Llama's shape", llamaShape, 2],
])("of %s", (_, make, kvHeads) => {
  const gpt = make();

  test("it agrees with central differences", () => {
    holdAgainstDifferences(gpt, ids(2, 5), ids(2, 5, 2), 3, 4);
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

  test("gradients at sites are those of parameters after them; no tensor stays", () => {
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
    scope(() => void lens.attributionPatch(gpt, x, cache, metric));
    expect(memory().tensors).toBe(before);
    expect(() => lens.attributionPatch(gpt, x, cache, (logits) => logits)).toThrow(ShapeError);
    expect(memory().tensors).toBe(before);
  });

  test("compiled, it gives the same", () => {
    const { cache } = lens.runWithCache(gpt, ids(1, 5));
    const f = (x: Tensor): Tensor => lens.attributionPatch(gpt, x, cache, lens.logitDiff(1, 2)).get("z", 0);
    const step = compile(f);
    for (let i = 0; i < 3; i++) expect(difference(step(ids(1, 5, 2)), f(ids(1, 5, 2)))).toBeLessThan(1e-7);
  });
});

test("the wasm backend gives the same", async () => {
  const backend = await wasmBackend();
  const found = [small(), small(backend)].map((gpt) => {
    const at = gpt.embedding.weight.backend;
    const { cache } = lens.runWithCache(gpt, ids(1, 5).to(at));
    return lens.attributionPatch(gpt, ids(1, 5, 2).to(at), cache, lens.logitDiff(1, 2)).get("pattern", 1);
  });
  expect(difference(tensor(found[1]!.toArray()), found[0]!)).toBeLessThan(1e-5);
});

test("wrong axes, shapes and names are refused", () => {
  const gpt = small();
  const { cache } = lens.runWithCache(gpt, ids(1, 4));
  expect(() => lens.attributionTable(cache, "pattern", ["layer", "pos"])).toThrow(/has no axis pos/);
  expect(() => lens.attributionTable(cache, "resid_pre", ["layer", "head"])).toThrow(/has no heads/);
  expect(() => lens.attributionTable(cache, "nothing", ["layer"])).toThrow(ArgumentError);
  expect(() => lens.attributionPatch(gpt, ids(1, 5), cache, lens.logitDiff(1, 2))).toThrow(ShapeError);
  expect(() =>
    lens.attributionPatch(gpt, ids(1, 4), cache, lens.logitDiff(1, 2), { names: "hook_nothing" }),
  ).toThrow(/no site/);
});
