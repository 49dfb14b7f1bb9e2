import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Autosave } from "../../src/saved/runs.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Saves what there is, which takes its time; and what came of it. */
function makeRun(msOfSave: number, leaving: EventTarget = new EventTarget()) {
  const run = { done: 0, saved: -1, saves: 0, atOnce: 0, most: 0 };
  const autosave = new Autosave(async () => {
    run.atOnce++;
    run.most = Math.max(run.most, run.atOnce);
    const { done } = run;
    await new Promise((resolve) => setTimeout(resolve, msOfSave));
    run.saved = done;
    run.saves++;
    run.atOnce--;
  }, leaving);
  return { run, autosave, leaving };
}

it("saves at once when a run begins, and again when the page is hidden or closed", async () => {
  const { run, autosave, leaving } = makeRun(5);
  void autosave.now();
  await vi.advanceTimersByTimeAsync(5);
  expect(run.saved).toBe(0);
  for (const type of ["pagehide", "visibilitychange"]) {
    run.done++;
    leaving.dispatchEvent(new Event(type));
    await vi.advanceTimersByTimeAsync(5);
    expect(run.saved).toBe(run.done);
  }
  autosave.end();
  run.done++;
  leaving.dispatchEvent(new Event("pagehide"));
  await vi.advanceTimersByTimeAsync(5);
  expect(run.saved).toBe(run.done - 1);
});

it("while a run goes on, little is ever unsaved, a save at a time, and saving takes a fifth of the time", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 200 }),
      fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 40, maxLength: 80 }),
      async (msOfSave, steps) => {
        const { run, autosave } = makeRun(msOfSave);
        const gap = Math.max(1000, 5 * msOfSave);
        let ms = 0;
        let savedAt = 0;
        for (const step of steps) {
          await vi.advanceTimersByTimeAsync(step);
          ms += step;
          run.done = ms;
          autosave.soon();
          savedAt = Math.max(savedAt, run.saved);
          expect(ms - savedAt).toBeLessThanOrEqual(gap + 2 * msOfSave + 2 * 300 + 1);
        }
        expect(run.most).toBe(1);
        expect(run.saves * msOfSave).toBeLessThanOrEqual(0.2 * ms + 2 * msOfSave);
        await vi.advanceTimersByTimeAsync(msOfSave);
        run.done++;
        void autosave.now();
        await vi.advanceTimersByTimeAsync(msOfSave);
        expect(run.saved).toBe(run.done); // the last is never left out
        autosave.end();
      },
    ),
    { numRuns: 30 },
  );
});
