import { Worker } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import { type StepEvent, serveTrainer, TrainerClient, type TrainerEvent } from "../src/index.ts";
import { EventQueue } from "../src/worker/serve.ts";
import { makeTrainer, typesOf, weightsOf } from "./helpers.ts";
import { create } from "./worker.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

function inThread(): { client: TrainerClient<typeof create>; events: TrainerEvent[] } {
  const worker = new Worker(new URL("./worker-from-source.mjs", import.meta.url), {
    execArgv: ["--conditions=@saccade/source"],
  });
  return listening(new TrainerClient<typeof create>(worker));
}

/** The same over a MessageChannel in this thread. */
function overPorts(): ReturnType<typeof inThread> {
  const { port1, port2 } = new MessageChannel();
  closing.push(serveTrainer(port2, { create, eventInterval: 0 }));
  return listening(new TrainerClient<typeof create>(port1));
}

function listening(client: TrainerClient<typeof create>): ReturnType<typeof inThread> {
  closing.push(() => client.close());
  const events: TrainerEvent[] = [];
  client.onEvent((event) => events.push(event));
  return { client, events };
}

test("a trainer in a thread gives the numbers that it gives here", async () => {
  const here = makeTrainer({ maxEpochs: 4 });
  const expected = await here.trainer.fit();
  const { client, events } = inThread();
  await client.create({ maxEpochs: 4 });
  expect(await client.fit()).toEqual(expected);
  expect(await client.query("weights")).toEqual(weightsOf(here.net));
  expect(typesOf(events).replaceAll(/(step )+/g, "step ")).toBe(
    "start step epoch step epoch step epoch step epoch done",
  );
  const steps = events.filter((event) => event.type === "step");
  expect(steps.reduce((sum, { merged }) => sum + merged, 0)).toBe(12);
  const epochs = events.filter((event) => event.type === "epoch");
  expect(epochs.map(({ loss }) => loss)).toEqual(expected.losses);
});

test("it is paused, stepped, saved, loaded and stopped from outside", async () => {
  const { client, events } = overPorts();
  await client.create({ maxEpochs: Number.POSITIVE_INFINITY });
  const run = client.fit();
  await client.pause();
  expect(client.status).toBe("paused");
  const bytes = await client.checkpoint();
  await client.step(2);
  const weights = await client.query("weights");
  expect(await client.load(bytes)).toMatchObject({ kernels: "reference" });
  await client.step(2);
  expect(await client.query("weights")).toEqual(weights);
  await client.resume();
  await client.stop();
  expect((await run).reason).toBe("stopped");
  expect(client.status).toBe("idle");
  expect(typesOf(events)).toMatch(/^start .*pause .*resume .*stop$/);
});

test("queries are answered while it trains; what goes wrong in one is its own failure", async () => {
  const { client } = overPorts();
  await client.create({ maxEpochs: Number.POSITIVE_INFINITY });
  const run = client.fit();
  expect(await client.query("add", 2, 3)).toBe(5);
  await expect(client.query("noCopy")).rejects.toThrow(/^TrainerClient\.query: .*clone.*plain data/);
  // @ts-expect-error: there is no such query
  await expect(client.query("nothing")).rejects.toThrow(/no query "nothing" \(there are: weights, add/);
  await client.stop();
  expect(await run).toMatchObject({ reason: "stopped" });
});

test("errors in the worker reject, with their names", async () => {
  const { client, events } = overPorts();
  await expect(client.fit()).rejects.toThrow(/create\(settings\) first/);
  await expect(client.create({ maxEpochs: -1 })).rejects.toMatchObject({ name: "RangeError" });
  await client.create({ maxEpochs: 2, failAt: 2 });
  await expect(client.fit()).rejects.toMatchObject({ name: "TypeError", message: "the step went wrong" });
  expect(events.at(-1)).toMatchObject({ type: "error", name: "TypeError", step: 2 });
  await expect(client.load(new Uint8Array(9))).rejects.toThrow(/safetensors|header/i);
});

test("when the server ends, all that waits is rejected, and what comes later", async () => {
  const { port1, port2 } = new MessageChannel();
  const end = serveTrainer(port2, { create, eventInterval: 0 });
  const { client } = listening(new TrainerClient<typeof create>(port1));
  await client.create({ maxEpochs: Number.POSITIVE_INFINITY });
  const run = client.fit();
  await client.pause();
  end();
  await expect(run).rejects.toThrow(/serveTrainer was ended/);
  await expect(client.fit()).rejects.toThrow(/serveTrainer was ended/);
});

test("another create stops and replaces the trainer", async () => {
  const { client } = overPorts();
  await client.create({ maxEpochs: Number.POSITIVE_INFINITY });
  const run = client.fit();
  await client.create({ maxEpochs: 1 });
  expect((await run).reason).toBe("stopped");
  expect(await client.fit()).toMatchObject({ reason: "finished", step: 3 });
});

test.each([
  ["crash", /out of the blue/],
  ["exit", /exit code 3/],
] as const)("when the worker goes down (%s), all that waits is rejected", async (how, message) => {
  const { client, events } = inThread();
  await client.create({ maxEpochs: Number.POSITIVE_INFINITY });
  const run = client.fit();
  await client.query(how);
  await expect(run).rejects.toThrow(message);
  expect(events.at(-1)).toMatchObject({ type: "error", message: expect.stringMatching(message) });
  await expect(client.pause()).rejects.toThrow(message);
  expect(client.status).toBe("idle");
});

test("a worker that cannot be loaded is an error", async () => {
  const worker = new Worker("throw new Error('not a trainer')", { eval: true });
  const { client } = listening(new TrainerClient<typeof create>(worker));
  await expect(client.create({ maxEpochs: 1 })).rejects.toThrow("not a trainer");
});

test("a closed client rejects what waits", async () => {
  const { client } = overPorts();
  await client.create({ maxEpochs: Number.POSITIVE_INFINITY });
  const run = client.fit();
  client.close();
  await expect(run).rejects.toThrow(/was closed/);
  await expect(client.stop()).rejects.toThrow(/was closed/);
});

test("a web worker's errors reach the client", async () => {
  const worker = Object.assign(new EventTarget(), { postMessage: () => {}, terminate: () => {} });
  const { client, events } = listening(new TrainerClient<typeof create>(worker));
  const waiting = client.create({ maxEpochs: 1 });
  worker.dispatchEvent(new Event("messageerror"));
  await expect(waiting).rejects.toThrow(/could not be read/);
  expect(typesOf(events)).toBe("error");
});

test("steps in a row are merged, and nothing else is lost or out of order", async () => {
  const sent: TrainerEvent[] = [];
  let messages = 0;
  const queue = new EventQueue((events) => {
    messages++;
    sent.push(...events);
  }, 5000);
  const step = (n: number): StepEvent => ({
    ...{ type: "step", step: n, epoch: 1, batch: n, gradNorm: n, lr: 1, merged: 1 },
    ...{ loss: n, metrics: { tokens: 10 }, seconds: 0.5 },
  });
  for (const event of [step(1), step(2), step(3), step(5)]) queue.add(event);
  queue.add({ type: "epoch", epoch: 1, step: 5, loss: 1, sums: {}, seconds: 1, validation: null });
  queue.add(step(6));
  queue.add({ type: "done", reason: "finished", step: 6, epoch: 1 });
  expect(typesOf(sent)).toBe("step step epoch step done");
  expect(sent[1]).toMatchObject({ step: 5, loss: 10 / 3, metrics: { tokens: 30 }, seconds: 1.5, merged: 3 });
  expect(messages).toBe(2);
});
