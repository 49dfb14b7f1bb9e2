import * as lens from "@saccade/lens";
import { Bert, Transformer } from "@saccade/models";
import { manualSeed, stack, type Tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { difference, heads, keyMaskOf, rows } from "../models.ts";

describe("of a translator", () => {
  manualSeed(5);
  const sizes = { srcVocabSize: 12, tgtVocabSize: 11, dModel: 8, numLayers: 2, numHeads: 2, dropout: 0 };
  const net = new Transformer(sizes).eval();
  const [source, target] = [rows([3, 4, 5, 6], [5, 6, 7, 3]), rows([2, 4, 6], [3, 5, 4])];
  const { cache } = lens.runWithCache(net, [rows([1, 4, 2, 6], [5, 1, 7, 9]), target]);
  const metric = ({ output }: { output: Tensor }): Tensor => output.select(1, -1);
  const plain = metric(net.forward(source, target));

  test.each([
    ["encoder", "attn"],
    ["decoder", "attn"],
    ["decoder", "cross_attn"],
  ] as const)(
    "heads of the %s's %s are ablated and patched, as rows of both inputs",
    async (stackName, attention) => {
      const where = { stack: stackName, attention };
      for (const kind of ["zero", "uniform"] as const) {
        const found = await lens.headAblations(net, [source, target], metric, { kind, ...where });
        const alone = heads([0, 0], [0, 1], [1, 0], [1, 1]).map((head) => {
          const hooks = lens.ablateHeads(net, [head], { kind, ...where });
          return metric(lens.runWithHooks(net, [source, target], { hooks }));
        });
        expect(difference(found.flatten(0, 1), stack(alone))).toBeLessThan(1e-6);
        expect(difference(found.select(0, 1).select(0, 0), plain)).toBeGreaterThan(1e-4);
      }
      const axes = { activationName: "v", indexAxisNames: ["layer", "pos"], ...where } as const;
      const table = lens.genericActivationPatch(net, [source, target], cache, metric, axes);
      const one = { ...axes, chunkSize: 1 };
      const single = lens.genericActivationPatch(net, [source, target], cache, metric, one);
      expect(table.shape).toEqual([2, stackName === "decoder" && attention === "attn" ? 3 : 4, 2, 11]);
      expect(difference(table, single)).toBeLessThan(1e-6);
    },
  );

  test("paths inside the encoder are patched, and all sites attributed", () => {
    const number = ({ output }: { output: Tensor }): Tensor => output.select(1, -1).select(1, 3).mean();
    const receiverHeads = heads([1, 0]);
    const options = { stack: "encoder", receiverHeads };
    const table = lens.getPathPatchHeadToHeads(net, [source, target], cache, number, options);
    const before = number(net.forward(source, target)).item();
    const [[first], last] = table.toArray() as [[number], number[]];
    expect(Math.abs(first - before)).toBeGreaterThan(1e-5);
    for (const value of last) expect(value).toBeCloseTo(before, 6);
    const names = (name: string): boolean => /hook_(q|k|v|z|pattern|attn_out)$/.test(name);
    for (const [, x] of lens.attributionPatch(net, [source, target], cache, number, { names }))
      expect(Number.isFinite(x.sum().item())).toBe(true);
  });
});

test("of a BERT, with a mask or without, rows give what single runs give", async () => {
  manualSeed(6);
  const sizes = { vocabSize: 11, maxLen: 8, dModel: 8, numLayers: 2, numHeads: 2, dropout: 0 };
  const bert = new Bert(sizes).eval();
  const ids = rows([3, 4, 5, 6], [5, 6, 7, 3]);
  const { cache } = lens.runWithCache(bert, rows([3, 1, 5, 6], [5, 6, 2, 3]));
  const keyMask = keyMaskOf("1110", "1111");
  const metric = ({ lastHiddenState }: { lastHiddenState: Tensor }): Tensor => lastHiddenState.select(1, 0);
  const inputs: readonly (readonly [lens.BatchInput, lens.BatchInput])[] = [
    [ids, ids],
    [[ids, { keyMask }], () => bert.forward(ids, { keyMask })],
  ];
  for (const [input, alone] of inputs) {
    const found = await lens.headAblations(bert, input, metric);
    const one = await lens.headAblations(bert, alone, metric, { chunkSize: 1 });
    expect(difference(found, one)).toBeLessThan(1e-6);
    for (const activationName of ["resid_pre", "resid_mid", "mlp_out", "normalized_resid_post"]) {
      const axes = { activationName, indexAxisNames: ["layer", "pos"] } as const;
      const table = lens.genericActivationPatch(bert, input, cache, metric, axes);
      const single = lens.genericActivationPatch(bert, alone, cache, metric, { ...axes, chunkSize: 1 });
      expect(difference(table, single)).toBeLessThan(1e-6);
    }
  }
});
