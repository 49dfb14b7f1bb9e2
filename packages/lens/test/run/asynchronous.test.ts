import { type HookPoint, headAblations, runWithCache, runWithHooks } from "@saccade/lens";
import { generate, generateAsync } from "@saccade/models";
import { getBackend, memory, type Tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { ids, small } from "../models.ts";

const gpt = small();
const prompt = [3, 1, 4, 1, 5];
const options = { maxNewTokens: 3 };
const at = "blocks.0.hook_attn_out";
const lent = "is lent to an asynchronous runWithHooks that has not ended; await what it returned first";

test("hooks run until the promise of the run has settled", async () => {
  const silencing = (points: HookPoint[]) => (x: Tensor, point: HookPoint) => {
    points.push(point);
    return x.mul(0);
  };
  const seen = (points: HookPoint[]) => ({ hooks: { [at]: silencing(points) } });
  const [now, late]: [HookPoint[], HookPoint[]] = [[], []];
  const hooked = runWithHooks(gpt, () => generate(gpt, prompt, options), seen(now));
  const text = await runWithHooks(gpt, () => generateAsync(gpt, prompt, options), seen(late));
  expect(now.length).toBe(3);
  expect(late).toEqual(now);
  expect(text).toEqual(hooked);
  gpt.forward(ids(1, 3));
  expect(late.length).toBe(3);
  const failing = runWithHooks(gpt, async () => Promise.reject(new Error("mine")), seen(late));
  await expect(failing).rejects.toThrow("mine");
  gpt.forward(ids(1, 3));
  expect(late.length).toBe(3);
});

test("a cache of an asynchronous run has what all of it visits", async () => {
  const now = runWithCache(gpt, () => generate(gpt, prompt, options), { names: at });
  const { output, cache } = await runWithCache(gpt, () => generateAsync(gpt, prompt, options), { names: at });
  expect(output).toEqual(now.output);
  const shapes = (visits: readonly Tensor[]): unknown => visits.map(({ shape }) => shape);
  expect(shapes(cache.visits(at))).toEqual(shapes(now.cache.visits(at)));
});

test("a model that is listened to is lent; other models and hooks around are not affected", async () => {
  const other = small();
  const hooks = { [at]: (x: Tensor) => x.mul(0) };
  const inner = () => runWithHooks(gpt, () => generateAsync(gpt, prompt, options), { hooks });
  const late = runWithHooks(gpt, inner, { hooks });
  expect(() => runWithHooks(gpt, ids(1, 3), { hooks })).toThrow(lent);
  expect(() => runWithCache(gpt.blocks[0]!.attention, () => 3)).toThrow(lent);
  expect(runWithCache(other, ids(1, 3), { names: at }).cache.get(at).shape).toEqual([1, 3, 16]);
  expect((await late).length).toBe(3);
  expect(runWithHooks(gpt, ids(1, 3), { hooks }).shape[1]).toBe(3);
});

test("what reads outputs at once refuses promises", async () => {
  const run = headAblations(gpt, () => generateAsync(gpt, prompt, options), () => ids(1, 1)); // biome-ignore format: one line
  await expect(run).rejects.toThrow("headAblations: the callback returned a promise");
});

test("an asynchronous run leaves memory as it was", async () => {
  const hooks = { [at]: (x: Tensor) => x.mul(0) };
  const run = () => runWithHooks(gpt, () => generateAsync(gpt, prompt, options), { hooks });
  await run();
  const before = memory().bytes;
  await run();
  expect(memory().bytes - before).toBeLessThan(20_000);
  expect(getBackend().name).toBe("reference");
});
