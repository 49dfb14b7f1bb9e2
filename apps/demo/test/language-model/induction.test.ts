import { signal } from "@preact/signals";
import { expect, it } from "vitest";
import { type Frame, lastStep } from "../../src/pages/language-model/induction/calls.ts";
import { Induction } from "../../src/pages/language-model/induction/induction.ts";
import { WorkerClient, type WorkerPort } from "../../src/work/client.ts";
import type { Reply, Request } from "../../src/work/serve.ts";

const frame = (step: number): Frame => ({ step, accuracy: 0, previousToken: [0], induction: [0] });

/** A worker that answers at the next turn; in each call it trains 250 steps and gives a frame. */
function made(calls: string[] = [], error?: string): { induction: Induction; seed: { value: number } } {
  let step = 0;
  const answerTo = ({ name }: Request): unknown => {
    if (name !== "look") calls.push(String(name));
    if (name === "begin") step = 0;
    if (name === "begin") return { parameters: 7, frames: [frame(0)] };
    step += name === "train" ? 250 : 0;
    return name === "train" ? { step, frames: [frame(step)] } : { maps: null, chances: [], accuracy: 0 };
  };
  const client = new WorkerClient<never>(() => {
    const port: WorkerPort = {
      onmessage: null,
      onerror: null,
      terminate() {},
      postMessage(message) {
        const { id } = message as Request;
        const data: Reply =
          error === undefined ? { id, answer: answerTo(message as Request) } : { id, error };
        queueMicrotask(() => port.onmessage?.({ data } as MessageEvent<Reply>));
      },
    };
    return port;
  });
  const filmSeed = signal(1);
  const layers = signal<"1" | "2">("1");
  return { induction: new Induction({ filmSeed, layers }, client), seed: filmSeed };
}

it("a run begins untrained, trains to its end, and whoever waits for it waits for the same training", async () => {
  const calls: string[] = [];
  const { induction } = made(calls);
  expect(induction.status.value).toBe("starting");
  await Promise.all([induction.train(), induction.train()]);
  expect([induction.status.value, induction.parameters.value]).toEqual(["done", 7]);
  expect(induction.frames.value.map(({ step }) => step)).toEqual([0, 250, 500, 750, lastStep]);
  expect(calls).toEqual(["begin", "train", "train", "train", "train"]);
});

it("a run that is paused goes on where it was; the newest frame is shown, unless another was chosen", async () => {
  const { induction } = made();
  const stop = induction.step.subscribe((step) => {
    if (step === 500) induction.pause();
  });
  await induction.train();
  stop();
  expect([induction.status.value, induction.step.value, induction.reel.value]).toEqual(["paused", 500, 2]);
  induction.reel.value = 1;
  await induction.train();
  expect([induction.status.value, induction.step.value, induction.reel.value]).toEqual(["done", lastStep, 1]);
});

it("another seed begins another run, and what comes of the one before is passed over", async () => {
  const { induction, seed } = made();
  const training = induction.train();
  const stop = induction.step.subscribe((step) => {
    if (step === 500) seed.value = 2;
  });
  await training;
  stop();
  await expect.poll(() => induction.status.value).toBe("idle");
  expect(induction.frames.value.map(({ step }) => step)).toEqual([0]);
});

it("says what the worker throws, and pauses the run", async () => {
  const { induction } = made([], "no memory");
  await induction.train();
  expect([induction.status.value, induction.problem.value]).toEqual(["paused", "no memory"]);
});
