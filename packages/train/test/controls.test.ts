import { DivergedError, mseLoss, TrainingError } from "@saccade/nn";
import { full } from "@saccade/tensor";
import { expect, test } from "vitest";
import { finished, makeTrainer, points, shuffled, typesOf, weightsOf } from "./helpers.ts";

const tick = () => new Promise((resolve) => setTimeout(resolve, 5));

test("a paused run waits, steps singly, and goes on", async () => {
  const { trainer, events } = makeTrainer({ maxEpochs: 2 });
  const run = trainer.fit();
  await trainer.pause();
  expect(trainer.status).toBe("paused");
  const at = trainer.state.step;
  await tick();
  expect(trainer.state.step).toBe(at);
  await trainer.step();
  await trainer.step(2);
  expect(trainer.state.step).toBe(at + 3);
  expect(trainer.status).toBe("paused");
  await trainer.resume();
  expect(await run).toMatchObject({ reason: "finished", step: 6 });
  expect(typesOf(events).replaceAll(/ (step|epoch)/g, "")).toBe("start pause resume done");
  expect(trainer.status).toBe("idle");
});

test("a listener may step or resume as soon as it hears of a pause", async () => {
  const { trainer } = makeTrainer({ maxEpochs: 2 });
  const steps: number[] = [];
  trainer.on("pause", async ({ step }) => {
    steps.push(step);
    await trainer.step(2);
    steps.push(trainer.state.step);
    await trainer.resume();
  });
  trainer.on("step", ({ step }) => (step === 2 ? trainer.pause() : undefined));
  expect(await trainer.fit()).toMatchObject({ reason: "finished", step: 6 });
  expect(steps).toEqual([2, 4]);
});

test("an idle trainer can be stepped from the start, the epoch's end included", async () => {
  const { trainer, events } = makeTrainer({ maxEpochs: 2 });
  await trainer.step();
  expect(typesOf(events)).toBe("start step pause");
  await trainer.step(2);
  expect(typesOf(events)).toBe("start step pause step step epoch");
  expect(await trainer.fit()).toMatchObject({ reason: "finished", step: 6 });
});

test("steps beyond the end end the run", async () => {
  const { trainer, events } = makeTrainer({ maxSteps: 2 });
  await trainer.step(5);
  expect(trainer.status).toBe("idle");
  expect(events.at(-1)).toMatchObject({ type: "done", step: 2 });
});

test("stop ends between steps, and the next fit goes on", async () => {
  const whole = await finished();
  const { trainer, net, events } = makeTrainer();
  trainer.on("step", ({ step }) => (step === 4 ? trainer.stop() : undefined));
  expect(await trainer.fit()).toMatchObject({ reason: "stopped", step: 4 });
  expect(events.at(-1)).toEqual({ type: "stop", step: 4, epoch: 1 });
  expect(await trainer.fit()).toMatchObject({ reason: "finished", step: 12 });
  expect(weightsOf(net)).toEqual(weightsOf(whole.net));
});

test("a paused run can be stopped; pause, resume and stop of an idle one do nothing", async () => {
  const { trainer } = makeTrainer();
  await Promise.all([trainer.pause(), trainer.resume(), trainer.stop()]);
  const run = trainer.fit();
  await trainer.pause();
  await trainer.stop();
  expect((await run).reason).toBe("stopped");
});

test("stop does not wait for the end of a long validation", async () => {
  let seen = 0;
  const { trainer: long } = makeTrainer({
    validationData: Array.from({ length: 500 }, () => points(3)),
    validationStep: ({ y }) => {
      if (++seen === 10) void long.stop();
      return y.sum();
    },
  });
  expect(await long.fit()).toMatchObject({ reason: "stopped", step: 3, epoch: 0 });
  expect(seen).toBe(10);
  expect(await long.fit()).toMatchObject({ reason: "finished", epoch: 4 });
  expect(seen).toBe(10 + 4 * 500);
});

test("it cannot be run twice at once, nor stepped while it runs", async () => {
  // Without an end: a run that could finish between two of the lines below would prove nothing.
  const { trainer } = makeTrainer({ maxEpochs: Number.POSITIVE_INFINITY });
  const run = trainer.fit();
  await expect(trainer.fit()).rejects.toThrow(/running already/);
  await expect(trainer.step()).rejects.toThrow(/pause\(\) it first/);
  expect(() => trainer.fitSync()).toThrow(/running already/);
  await trainer.stop();
  await run;
  await expect(trainer.step(0)).rejects.toThrow(/count must be a whole number ≥ 1, got 0/);
});

test("others have their turn while it runs", async () => {
  const { trainer } = makeTrainer({ maxEpochs: Number.POSITIVE_INFINITY });
  setTimeout(() => trainer.stop(), 30);
  expect((await trainer.fit()).reason).toBe("stopped");
});

test("a training step that throws ends the run, told once; the step can be tried again", async () => {
  const whole = await finished();
  let calls = 0;
  const made = makeTrainer((_, net) => ({
    trainingStep: ({ x, y }) => {
      const loss = mseLoss(net.forward(x), y);
      if (++calls === 5) throw new RangeError("no luck");
      return loss;
    },
  }));
  await expect(made.trainer.fit()).rejects.toThrow("no luck");
  expect(made.events.at(-1)).toEqual({ type: "error", step: 4, name: "RangeError", message: "no luck" });
  expect(made.trainer.status).toBe("idle");
  await made.trainer.fit();
  expect(weightsOf(made.net)).toEqual(weightsOf(whole.net));
});

test("data that throw, or give nothing, end the run", async () => {
  const bad = {
    *[Symbol.iterator]() {
      yield points(2);
      throw new Error("the disk is gone");
    },
  };
  const { trainer, events } = makeTrainer({ data: bad });
  await expect(trainer.fit()).rejects.toThrow("the disk is gone");
  expect(typesOf(events)).toBe("start step error");
  await expect(makeTrainer({ data: [] }).trainer.fit()).rejects.toThrow(/no batches in epoch 1/);
  const once = (function* () {
    yield points(2);
  })();
  await expect(makeTrainer({ data: once }).trainer.fit()).rejects.toThrow(/no batches in epoch 2.*generator/);
});

test("a listener that throws, now or later, ends the run", async () => {
  const now = makeTrainer();
  now.trainer.on("epoch", () => {
    throw new TypeError("cannot draw");
  });
  await expect(now.trainer.fit()).rejects.toThrow("cannot draw");
  expect(typesOf(now.events)).toBe("start step step step epoch error");
  const later = makeTrainer();
  later.trainer.on("epoch", async () => {
    throw new TypeError("cannot save");
  });
  await expect(later.trainer.fit()).rejects.toThrow("cannot save");
  expect(later.events.at(-1)).toMatchObject({ type: "error", name: "TypeError" });
});

test("fit waits for listeners' promises; one may ask for a checkpoint", async () => {
  const { trainer } = makeTrainer({ maxEpochs: 3 });
  const saved: number[] = [];
  trainer.on("epoch", async () => {
    const { length } = await trainer.checkpoint();
    await tick();
    saved.push(length);
  });
  await trainer.fit();
  expect(saved).toHaveLength(3);
});

test("listening ends when asked to", async () => {
  const { trainer } = makeTrainer({ maxEpochs: 2 });
  let heard = 0;
  const off = trainer.on("epoch", () => {
    heard++;
    off();
  });
  await trainer.fit();
  expect(heard).toBe(1);
});

test("a loss of NaN is reported with its step", async () => {
  const { trainer, events } = makeTrainer((_, net) => ({
    trainingStep: ({ x }) => {
      const factor = trainer.state.step === 1 ? Number.NaN : 1;
      return net.forward(x).sum().mul(factor);
    },
  }));
  await expect(trainer.fit()).rejects.toThrow(DivergedError);
  expect(typesOf(events)).toBe("start step diverged");
  expect(events.at(-1)).toMatchObject({ step: 2, message: expect.stringMatching(/loss is NaN at step 2/) });
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
  "a loss of %s ends the run, of one batch, of accumulated ones, and in one go",
  async (bad) => {
    for (const accumulateGradBatches of [1, 2]) {
      const make = () =>
        makeTrainer((_, net) => ({
          accumulateGradBatches,
          trainingStep: ({ x }) => net.forward(x).sum().mul(0).add(bad),
        }));
      const { trainer, net } = make();
      const before = weightsOf(net);
      await expect(trainer.fit()).rejects.toThrow(DivergedError);
      expect(trainer.state.step).toBe(0);
      // Accumulated gradients are not used; of one batch the update was made with the loss.
      if (accumulateGradBatches === 2) expect(weightsOf(net)).toEqual(before);
      expect(() => make().trainer.fitSync()).toThrow(DivergedError);
    }
  },
);

test("several numbers beside the loss are refused", async () => {
  const { trainer } = makeTrainer((_, net) => ({
    trainingStep: ({ x }) => ({ loss: net.forward(x).sum(), weights: full([2], 1) }),
  }));
  await expect(trainer.fit()).rejects.toThrow(/returned weights as .*\[2\].*single numbers/);
});

test("in one go: stop works, pause does not", () => {
  const { trainer } = makeTrainer();
  trainer.on("step", ({ step }) => (step === 2 ? trainer.stop() : undefined));
  expect(trainer.fitSync()).toMatchObject({ reason: "stopped", step: 2 });
  expect(trainer.fitSync({ maxSteps: 3 })).toMatchObject({ reason: "finished", step: 3 });
});

test("data that say another length than they have are refused", async () => {
  const data = shuffled();
  const lying = { batchesPerEpoch: 2, [Symbol.iterator]: () => data[Symbol.iterator]() };
  await expect(makeTrainer({ data: lying }).trainer.fit()).rejects.toThrow(/said 2 batches an epoch/);
});

test.each([1, 2])(
  "a loss without a path to the model ends the run by name, with %i batches a step",
  async (count) => {
    const { trainer, net } = makeTrainer({
      accumulateGradBatches: count,
      trainingStep: ({ y }) => y.square().mean(),
    });
    const before = weightsOf(net);
    await expect(trainer.fit()).rejects.toThrow(TrainingError);
    expect(weightsOf(net)).toEqual(before);
  },
);
