import { compile } from "@saccade/autograd";
import { wasmBackend } from "@saccade/kernels-wasm";
import * as lens from "@saccade/lens";
import type { GPT } from "@saccade/models";
import { arange, memory, scope, type Tensor, tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { difference, heads, ids, last, shapes, small } from "../models.ts";

/** Numbers of a run with ids (b, n), and of the cache of other ids. */
type Reading = (gpt: GPT, x: Tensor, cache: lens.ActivationCache) => Tensor;

const hooked =
  (hooks: (gpt: GPT, cache: lens.ActivationCache) => lens.HookList): Reading =>
  (gpt, x, cache) =>
    lens.runWithHooks(gpt, x, { hooks: hooks(gpt, cache) });
const ablated = (options: Parameters<typeof lens.ablateHeads>[2]): Reading =>
  hooked((gpt) => lens.ablateHeads(gpt, heads([0, 1], [1, 3]), options));
const fromCache = (kind: "freeze" | "frozen" | "mean" | "resample"): Reading =>
  hooked((gpt, cache) => lens.ablateHeads(gpt, heads([0, 1], [1, 0]), { kind, cache }));
const diff = lens.logitDiff(1, 2);
const receiverHeads = heads([1, 2]);

const readings: Readonly<Record<string, Reading>> = {
  "heads without effect": ablated({ kind: "zero" }),
  "heads at their mean": ablated({ kind: "mean" }),
  "heads at a cache's mean": fromCache("mean"),
  "frozen heads": fromCache("freeze"),
  "frozen patterns": fromCache("frozen"),
  "uniform heads at some positions": ablated({ kind: "uniform", positions: [2, 3] }),
  "ablated neurons": hooked((gpt) =>
    lens.ablateNeurons(gpt, [{ layer: 0, neuron: 7 }], { positions: [0, -2] }),
  ),
  "a vector added": (gpt, x) => {
    const vector = arange(16).div(8).to(x.backend);
    const hooks = lens.addVector(gpt, "blocks.1.hook_resid_mid", vector, { positions: [1] });
    return lens.runWithHooks(gpt, x, { hooks });
  },
  "patched heads": (gpt, x, cache) => lens.getActPatchAttnHeadOutByPos(gpt, x, cache, last),
  "attributed patterns": (gpt, x, cache) => lens.attributionPatch(gpt, x, cache, diff).get("pattern", 1),
  "paths to heads": (gpt, x, cache) =>
    lens.getPathPatchHeadToHeads(gpt, x, cache, last, { receiverHeads, receiverInput: "k" }),
  "paths to the stream's end": (gpt, x, cache) =>
    lens.getPathPatchHeadToFinalResidPost(gpt, x, cache, last, { freezeMlps: true }),
};

describe.each(shapes)("of $shape", ({ make }) => {
  const gpt = make();
  const x = ids(2, 5);
  const { cache } = lens.runWithCache(gpt, ids(2, 5, 2));

  test.each(Object.entries(readings))("%s are the same in a compiled step", (_, read) => {
    const eager = read(gpt, x, cache);
    const step = compile((x: Tensor) => read(gpt, x, cache));
    for (let i = 0; i < 3; i++) expect(difference(step(x), eager)).toBeLessThan(1e-7);
    step.dispose();
  });

  test.each(Object.entries({ ...readings, "resampled heads": fromCache("resample") }))(
    "%s leave no tensor",
    (_, read) => {
      const before = memory().tensors;
      scope(() => void read(gpt, x, cache));
      expect(memory().tensors).toBe(before);
    },
  );
});

test("a step compiled without hooks runs with those added later, and without them again", () => {
  const gpt = small();
  const step = compile((x: Tensor) => gpt.forward(x));
  const plain = gpt.forward(ids(2, 5));
  const hooks = lens.ablateHeads(gpt, heads([0, 1]), { kind: "mean" });
  expect(difference(step(ids(2, 5)), plain)).toBe(0);
  const handle = lens.addHooks(gpt, hooks);
  const eager = lens.runWithHooks(gpt, ids(2, 5), { hooks });
  for (let i = 0; i < 3; i++) expect(difference(step(ids(2, 5)), eager)).toBeLessThan(1e-7);
  handle.remove();
  expect(difference(step(ids(2, 5)), plain)).toBe(0);
});

test("the wasm backend gives the same", async () => {
  const [here, there] = await Promise.all(
    [small(), small(await wasmBackend())].map(async (gpt) => {
      const { backend } = gpt.embedding.weight;
      const x = ids(2, 5).to(backend);
      const { cache } = lens.runWithCache(gpt, ids(2, 5, 2).to(backend));
      const all = Object.entries(readings).map(([name, read]) => [name, read(gpt, x, cache)] as const);
      const mean = await lens.headAblations(gpt, x, last, { kind: "mean" });
      const every = lens.getActPatchAttnHeadAllPosEvery(gpt, x, cache, diff);
      return { ...Object.fromEntries(all), "all heads": mean, "every table": every };
    }),
  );
  for (const [name, x] of Object.entries(there!))
    expect(difference(tensor(x.toArray()), here![name as keyof typeof here]!), name).toBeLessThan(1e-5);
});
