import { ablateHeads, headAblations, logitDiff, runWithCache, runWithHooks } from "@saccade/lens";
import type { GPT } from "@saccade/models";
import { ArgumentError, IndexError, memory, stack, type Tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { collectGarbage } from "../../../tensor/test/collect-garbage.ts";
import { expectTable, goldenModel, hasGolden } from "../golden.ts";
import { allHeads, difference, expectRefused, ids, keyMaskOf, last, shapes, small } from "../models.ts";

test.skipIf(!hasGolden)("all heads of a GPT-2 checkpoint, in batches, give PyTorch's numbers", async () => {
  const { gpt, ids, golden } = await goldenModel();
  for (const kind of ["zero", "mean"] as const) {
    const table = golden[`${kind}_ablation_last_position`];
    const found = await headAblations(gpt, ids, last, { kind, chunkSize: kind === "zero" ? 4 : 3 });
    expect(found.shape).toEqual(table.shape);
    expectTable(found, table);
  }
});

/** The same, a head at a time. */
function oneByOne(gpt: GPT, run: () => Tensor, options: object): Tensor {
  const all = stack(
    allHeads.map((head) => last(runWithHooks(gpt, run, { hooks: ablateHeads(gpt, [head], options) }))),
  );
  return all.reshape([2, 4, ...all.shape.slice(1)]);
}

describe.each(shapes)("of $shape", ({ make }) => {
  const gpt = make();
  const cache = runWithCache(gpt, ids(1, 6, 4)).cache;

  test.each(["zero", "mean", "uniform", "frozen", "freeze"] as const)(
    "rows of a batch give what each head alone gives: %s",
    async (kind) => {
      const options = kind.startsWith("fr") ? { kind, cache } : { kind };
      for (const [b, chunkSize] of [
        [1, undefined],
        [3, 3],
      ] as const) {
        const x = ids(b, 6);
        const found = await headAblations(gpt, x, last, { ...options, chunkSize });
        expect(found.shape).toEqual([2, 4, b, 11]);
        expect(
          difference(
            found,
            oneByOne(gpt, () => gpt.forward(x), options),
          ),
        ).toBeLessThan(2e-6);
      }
    },
  );

  test("masks beside the input are repeated with it, in arguments and in functions", async () => {
    const x = ids(2, 5);
    const keyMask = keyMaskOf("01111", "11011");
    const expected = oneByOne(gpt, () => gpt.forward(x, { keyMask }), {});
    const inputs = [
      [x, { keyMask }],
      (repeat: (x: Tensor) => Tensor) => gpt.forward(repeat(x), { keyMask: repeat(keyMask) }),
      () => gpt.forward(x, { keyMask }),
    ];
    for (const input of inputs)
      expect(difference(await headAblations(gpt, input, last), expected)).toBeLessThan(2e-6);
  });
});

test("layers before the ablated one run once", async () => {
  const gpt = small();
  const seen: number[] = [];
  const forward = gpt.blocks[0]!.forward.bind(gpt.blocks[0]);
  gpt.blocks[0]!.forward = (x, options) => {
    seen.push(x.size(0));
    return forward(x, options);
  };
  await headAblations(gpt, ids(2, 4), logitDiff(1, 2), { layers: [1] });
  expect(seen).toEqual([2]);
});

test("progress is told, a signal aborts, and no tensor stays", async () => {
  const gpt = small();
  const x = ids(2, 4);
  await collectGarbage();
  const before = memory().tensors;
  const told: (readonly [number, number])[] = [];
  const onProgress = (done: number, total: number): void => void told.push([done, total]);
  const found = await headAblations(gpt, x, logitDiff([1, 2], 3), { chunkSize: 2, onProgress });
  expect(told).toEqual([2, 4, 6, 8].map((done) => [done, 8]));
  expect(found.shape).toEqual([2, 4]);
  // A collection may end in between, so that there are fewer.
  expect(memory().tensors).toBeLessThanOrEqual(before + 1);

  const controller = new AbortController();
  const aborting = headAblations(gpt, x, logitDiff(1, 2), {
    signal: controller.signal,
    onProgress: () => controller.abort(new Error("enough")),
  });
  await expect(aborting).rejects.toThrow("enough");
  expect(memory().tensors).toBeLessThanOrEqual(before + 1);
  const late = headAblations(gpt, x, logitDiff(1, 2), { signal: controller.signal });
  await expect(late).rejects.toThrow("enough");
});

test("wrong calls are refused", async () => {
  const gpt = small();
  const x = ids(1, 4);
  // biome-ignore format: a row a line
  await expectRefused([
    [() => headAblations(gpt, x, logitDiff(1, 2), { layers: [0, 2] }), IndexError, /layer 2 does not exist/],
    [() => headAblations(gpt, x, logitDiff(1, 2), { headsAtOnce: 2 } as never), ArgumentError, /write chunkSize/],
    [() => headAblations(gpt, x, (() => 3) as never), ArgumentError, /metric must be a function that returns a tensor/],
    [() => headAblations(gpt, x, logitDiff(1, 11)), IndexError, /token 11 does not exist/],
    [() => headAblations(gpt, x, logitDiff(1, 2, 4)), IndexError, /position 4 does not exist/],
    [() => headAblations(gpt, 3 as never, logitDiff(1, 2)), ArgumentError, /input must be/],
    [() => headAblations(gpt, x, logitDiff(1, 2), { kind: "freeze" }), ArgumentError, /takes values of another run/],
  ]);
});
