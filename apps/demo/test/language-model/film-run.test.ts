import { expect, it } from "vitest";
import type {
  BeginAsk,
  Frame,
  InductionCalls,
  TrainAsk,
} from "../../src/pages/language-model/induction/calls.ts";
import { FilmRun } from "../../src/pages/language-model/induction/film-run.ts";
import { lastStep } from "../../src/pages/language-model/induction/sizes.ts";
import { WorkerClient, type WorkerPort } from "../../src/work/client.ts";
import type { Reply, Request } from "../../src/work/serve.ts";

const frame = (step: number): Frame => ({ step, loss: null, accuracy: 0, previousToken: [], induction: [] });

/** A worker in which each call trains 250 steps and gives a frame; `asked` is called each time. */
function client(asked: (name: string) => void = () => {}): WorkerClient<InductionCalls> {
  const steps: number[] = [];
  const answerTo = ({ name, ask }: Request): unknown => {
    asked(String(name));
    if (name === "begin") {
      const shipped = (ask as BeginAsk).film !== null;
      steps.push(shipped ? lastStep : 0);
      const frames = [frame(0), ...(shipped ? [frame(lastStep)] : [])];
      return { run: steps.length - 1, parameters: 7, frames };
    }
    const { run } = ask as TrainAsk;
    const step = (steps[run] ?? Number.NaN) + 250;
    steps[run] = step;
    return { step, frames: [frame(step)] };
  };
  return new WorkerClient<InductionCalls>(() => {
    const port: WorkerPort = {
      onmessage: null,
      onerror: null,
      terminate() {},
      postMessage(message) {
        const request = message as Request;
        const data: Reply = { id: request.id, answer: answerTo(request) };
        queueMicrotask(() => port.onmessage?.({ data } as MessageEvent<Reply>));
      },
    };
    return port;
  });
}

const settings = { seed: 0, layers: 2 };
const fail = (error: unknown): void => {
  throw error;
};

it("a run begins untrained, trains to its end, and whoever waits for it waits for the same training", async () => {
  const calls: string[] = [];
  const run = new FilmRun(
    client((name) => calls.push(name)),
    settings,
    fail,
  );
  expect(run.status.value).toBe("starting");
  await Promise.all([run.train(), run.train()]);
  expect(run.status.value).toBe("done");
  expect(run.frames.value.map(({ step }) => step)).toEqual([0, 250, 500, 750, lastStep]);
  expect(calls).toEqual(["begin", "train", "train", "train", "train"]);
  expect(run.parameters.value).toBe(7);
});

it("a film that came with the page is shown untrained, until its network is trained here", async () => {
  const calls: string[] = [];
  const run = new FilmRun(
    client((name) => calls.push(name)),
    settings,
    fail,
    Promise.resolve(new Uint8Array(1)),
  );
  await expect.poll(() => run.status.value).toBe("shipped");
  expect([run.step.value, calls]).toEqual([lastStep, ["begin"]]);
  await run.train();
  expect(run.status.value).toBe("done");
  expect(calls).toEqual(["begin", "begin", "train", "train", "train", "train"]);
  expect(run.frames.value.map(({ step }) => step)).toEqual([0, 250, 500, 750, lastStep]);
});

it("a run that is paused goes on where it was", async () => {
  const run = new FilmRun(client(), settings, fail);
  const training = run.train();
  const stop = run.step.subscribe((step) => {
    if (step === 500) run.pause();
  });
  await training;
  stop();
  expect([run.status.value, run.step.value]).toEqual(["paused", 500]);
  await run.train();
  expect([run.status.value, run.step.value]).toEqual(["done", lastStep]);
});

it("reports what the worker throws, and pauses the run", async () => {
  const told: unknown[] = [];
  const port: WorkerPort = {
    onmessage: null,
    onerror: null,
    terminate() {},
    postMessage(message) {
      const { id } = message as Request;
      queueMicrotask(() => port.onmessage?.({ data: { id, error: "no memory" } } as MessageEvent<Reply>));
    },
  };
  const run = new FilmRun(new WorkerClient<InductionCalls>(() => port), settings, (error) =>
    told.push(error),
  );
  await run.train();
  expect(run.status.value).toBe("paused");
  expect(String(told[0])).toContain("no memory");
});
