import { wasmBackend } from "@saccade/kernels-wasm";
import { setBackend } from "@saccade/tensor";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type LanguageJob, makeJob, RandomWindows } from "../../src/pages/language-model/job.ts";
import { lengthsOfTraining } from "../../src/pages/language-model/settings.ts";
import { isSampled } from "../../src/pages/language-model/sizes.ts";

const text = "the bear sat by the lake. the fox ran to the hill. ".repeat(12);
const make = (): LanguageJob => makeJob({ seed: 3, text, tokens: "characters", weights: null }, null);

it("samples are taken at the same steps and say the same, however a run is cut into pieces and resumed", async () => {
  setBackend(await wasmBackend({ threads: 1 })); // the reference backend takes half a second a step
  const [whole, before, resumed] = [make(), make(), make()];
  await whole.trainer.fit({ maxSteps: 11 });
  for (const maxSteps of [2, 7]) {
    await before.trainer.fit({ maxSteps });
    await before.trainer.betweenSteps(() => before.queries.sample(5)); // what the page asks changes nothing
  }
  await resumed.trainer.load(await before.trainer.checkpoint());
  await resumed.trainer.fit({ maxSteps: 11 });
  expect(whole.queries.samples().map(({ step }) => step)).toEqual([1, 10]);
  expect([...before.queries.samples(), ...resumed.queries.samples()]).toEqual(whole.queries.samples());
});

/** The tokens of so many batches, over the ends of epochs. */
function take(data: RandomWindows, count: number): number[][] {
  const taken: number[][] = [];
  while (taken.length < count) {
    for (const { ids } of data) {
      taken.push([...ids.dataSync()]);
      if (taken.length === count) break;
    }
  }
  return taken;
}

it("the windows go on from any batch, also at the end of an epoch and in a later one", () => {
  const ids = Int32Array.from({ length: 900 }, (_, i) => i);
  const make = (): RandomWindows => new RandomWindows(ids, 5, 128);
  const all = take(make(), 60);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 55 }), (left) => {
      const before = make();
      if (left > 0) take(before, left);
      const resumed = make();
      resumed.restore(JSON.parse(JSON.stringify(before.state())));
      expect(take(resumed, 5)).toEqual(all.slice(left, left + 5));
    }),
    { numRuns: 15 },
  );
  for (const given of [-1, 0.5, Number.NaN, 1e9, "3", null])
    expect(() => make().restore({ given })).toThrow(RangeError);
});

it("every length of training ends with a sample", () => {
  for (const length of lengthsOfTraining) expect(isSampled(Number(length))).toBe(true);
});
