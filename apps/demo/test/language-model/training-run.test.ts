import { wasmBackend } from "@saccade/kernels-wasm";
import { referenceBackend, setBackend } from "@saccade/tensor";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type LanguageJob, makeJob } from "../../src/pages/language-model/job.ts";
import { isSampled, samplesAt } from "../../src/pages/language-model/sampling-steps.ts";
import { lengthsOfTraining } from "../../src/pages/language-model/settings.ts";

// A hundred steps of the page's model: too many for the reference backend.
beforeAll(async () => setBackend(await wasmBackend({ threads: 1 })));
afterAll(() => setBackend(referenceBackend()));

const text = "the bear sat by the lake. the fox ran to the hill. ".repeat(12);
const make = (): LanguageJob => makeJob({ seed: 3, text, weights: null }, null);

it("samples are taken at the same steps and say the same, however a run is cut into pieces", async () => {
  const [whole, pieces] = [make(), make()];
  await whole.trainer.fit({ maxSteps: 26 });
  for (const maxSteps of [3, 10, 11, 24, 26]) {
    await pieces.trainer.fit({ maxSteps });
    await pieces.trainer.betweenSteps(() => pieces.queries.sample(5)); // what the page asks changes nothing
  }
  expect(whole.queries.samples().map(({ step }) => step)).toEqual([1, 10, 25]);
  expect(pieces.queries.samples()).toEqual(whole.queries.samples());
});

it("a run goes on from any step as if it had not been left, at the end of an epoch too", async () => {
  const whole = make();
  const losses: number[] = [];
  whole.trainer.on("step", ({ loss }) => losses.push(loss));
  await whole.trainer.fit({ maxSteps: 30 });
  for (const left of [1, 13, 25]) {
    const before = make();
    await before.trainer.fit({ maxSteps: left });
    const checkpoint = await before.trainer.checkpoint();
    const resumed = make();
    await resumed.trainer.load(checkpoint);
    const rest: number[] = [];
    resumed.trainer.on("step", ({ loss }) => rest.push(loss));
    await resumed.trainer.fit({ maxSteps: 30 });
    expect(rest).toEqual(losses.slice(left));
  }
});

it("every length of training ends with a sample, and keeps those that the page shows", () => {
  for (const length of lengthsOfTraining) {
    expect(isSampled(Number(length))).toBe(true);
    for (const step of samplesAt(Number(length))) expect(isSampled(step)).toBe(true);
  }
});
