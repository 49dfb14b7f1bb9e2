import { Linear, mseLoss, type Optimizer, SGD, StepLR } from "@saccade/nn";
import { manualSeed, memory, rand, type Tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { collectGarbage } from "../../tensor/test/collect-garbage.ts";
import { Trainer } from "../src/index.ts";
import { finished, makeTrainer, points, shuffled, typesOf, weightsOf } from "./helpers.ts";

test("it does what the loop by hand does", async () => {
  const { trainer, net, events } = makeTrainer({ maxEpochs: 2 });
  const result = await trainer.fit();
  expect(typesOf(events)).toBe("start step step step epoch step step step epoch done");
  expect(result).toMatchObject({ reason: "finished", step: 6, epoch: 2 });

  const byHand = makeTrainer();
  const { optimizer } = byHand;
  const losses: number[] = [];
  const data = shuffled();
  for (let epoch = 0; epoch < 2; epoch++) {
    for (const { x, y } of data) {
      losses.push(optimizer.step(() => mseLoss(byHand.net.forward(x), y)).item());
    }
  }
  expect(events.flatMap((event) => (event.type === "step" ? [event.loss] : []))).toEqual(losses);
  expect(weightsOf(net)).toEqual(weightsOf(byHand.net));
  expect(result.losses[0]).toBeCloseTo((losses[0]! + losses[1]! + losses[2]!) / 3, 12);
});

test("in one go, it gives the same events but for the times", async () => {
  const timeless = (x: unknown): unknown =>
    JSON.parse(JSON.stringify(x, (key, value: unknown) => (key === "seconds" ? 0 : value)));
  const options = { validationData: shuffled(), maxEpochs: 2, checkpointEvery: { steps: 4 } };
  const waiting = await finished(options);
  const inOneGo = makeTrainer({ ...options, validationData: shuffled() });
  inOneGo.trainer.fitSync();
  expect(typesOf(inOneGo.events)).toBe(
    "start step step step validation epoch step checkpoint step step validation epoch done",
  );
  const withoutBytes = (events: typeof waiting.events): unknown =>
    timeless(events.map((event) => ({ ...event, bytes: null })));
  expect(withoutBytes(inOneGo.events)).toEqual(withoutBytes(waiting.events));
});

test("steps tell their numbers, epochs their sums", async () => {
  const { trainer, events } = makeTrainer();
  const counting: ReturnType<typeof makeTrainer> = makeTrainer({
    maxEpochs: 1,
    trainingStep: ({ x, y }) => ({
      loss: mseLoss(counting.net.forward(x), y),
      rows: x.size(0),
      sum: y.sum(),
    }),
  });
  expect(trainer.status).toBe("idle");
  await counting.trainer.fit();
  const steps = counting.events.filter((event) => event.type === "step");
  expect(steps.map(({ metrics }) => metrics["rows"])).toEqual([4, 4, 2]);
  expect(steps.map(({ epoch, batch, lr }) => [epoch, batch, lr])).toEqual([1, 2, 3].map((i) => [1, i, 0.01]));
  const epoch = counting.events.find((event) => event.type === "epoch")!;
  expect(epoch.sums["rows"]).toBe(10);
  expect(epoch.sums["sum"]).toBeCloseTo(points(10).y.sum().item(), 4);
  expect(events).toEqual([]);
});

test("averageLoss says what an epoch's loss is", async () => {
  const { trainer } = makeTrainer({ averageLoss: ({ loss = 0 }, count) => loss * 10 + count, maxEpochs: 1 });
  const [a] = (await trainer.fit()).losses;
  const { trainer: plain } = makeTrainer({ maxEpochs: 1 });
  const [b] = (await plain.fit()).losses;
  expect(a).toBeCloseTo(b! * 30 + 3, 10);
});

test("maxSteps ends within an epoch, and fit goes on from there with new limits", async () => {
  const { trainer, net, events } = makeTrainer({ maxSteps: 4 });
  expect(await trainer.fit()).toMatchObject({ reason: "finished", step: 4, epoch: 1 });
  expect(await trainer.fit({ maxSteps: 9 })).toMatchObject({ step: 9, epoch: 3 });
  expect(typesOf(events)).toBe(
    "start step step step epoch step done start step step epoch step step step epoch done",
  );
  const whole = await finished({ maxEpochs: 3 });
  expect(weightsOf(net)).toEqual(weightsOf(whole.net));
});

test.each(["mean", "sum"] as const)("accumulated batches equal the big one (%s)", async (lossReduction) => {
  const { x, y } = points(12);
  const small = [0, 1, 2].map((i) => ({ x: x.narrow(0, i * 4, 4), y: y.narrow(0, i * 4, 4) }));
  const run = async (data: { x: Tensor; y: Tensor }[], accumulateGradBatches: number): Promise<number[]> => {
    manualSeed(1);
    const net = new Linear(3, 1);
    const optimizer = new SGD(net, { lr: 0.1, clipGradNorm: 1 });
    const trainer = new Trainer({
      model: net,
      optimizer,
      data,
      trainingStep: (batch) => mseLoss(net.forward(batch.x), batch.y, { reduction: lossReduction }),
      accumulateGradBatches,
      lossReduction,
      maxEpochs: 3,
    });
    const steps: number[] = [];
    trainer.on("step", ({ loss, gradNorm }) => steps.push(loss, gradNorm));
    await trainer.fit();
    return [...steps.map((x) => x / 100), ...net.weight.dataSync(), ...net.bias!.dataSync()];
  };
  const big = await run([{ x, y }], 1);
  expect(big).toHaveLength(10);
  (await run(small, 3)).forEach((value, i) => {
    expect(value).toBeCloseTo(big[i]!, 5);
  });
});

test("an epoch that the accumulation does not divide ends with fewer batches", async () => {
  const { trainer, events } = makeTrainer({ accumulateGradBatches: 2, maxEpochs: 2 });
  expect((await trainer.fit()).step).toBe(4);
  const batches = events.flatMap((event) => (event.type === "step" ? [event.batch] : []));
  expect(batches).toEqual([2, 3, 2, 3]);
});

test.each([1, 2])(
  "compiled, it gives the same numbers (%i batches a step)",
  async (accumulateGradBatches) => {
    const run = async (compile: boolean): Promise<unknown> => {
      const { trainer, net, events } = makeTrainer((optimizer: Optimizer) => ({
        compile,
        accumulateGradBatches,
        scheduler: new StepLR(optimizer, { stepSize: 1, gamma: 0.5 }),
        maxEpochs: 6,
      }));
      await trainer.fit();
      const steps = events.filter((event) => event.type === "step");
      return [weightsOf(net), steps.map(({ loss, gradNorm, metrics }) => [loss, gradNorm, metrics])];
    };
    expect(await run(true)).toEqual(await run(false));
  },
);

test("the schedule moves on with epochs or steps, and events say the rate in force", async () => {
  const rates = async (scheduleEach: "epoch" | "step"): Promise<number[]> => {
    const { events } = await finished((optimizer: Optimizer) => ({
      scheduler: new StepLR(optimizer, { stepSize: 2, gamma: 0.5 }),
      scheduleEach,
      maxEpochs: 3,
    }));
    return events.flatMap((event) => (event.type === "step" ? [event.lr / 0.01] : []));
  };
  expect(await rates("epoch")).toEqual([1, 1, 1, 1, 1, 1, 0.5, 0.5, 0.5]);
  expect(await rates("step")).toEqual([1, 1, 0.5, 0.5, 0.25, 0.25, 0.125, 0.125, 0.0625]);
});

test("validation changes nothing in the training, and sees no dropout", async () => {
  const plain = await finished();
  const seen: number[][] = [];
  const data = points(6);
  const { trainer, net, events } = makeTrainer({
    validationData: [data],
    validateEvery: { steps: 5 },
    validationStep: ({ x }) => {
      rand([3]); // draws
      expect(net.training).toBe(false);
      seen.push([...net.forward(x).dataSync()]);
      return { loss: mseLoss(net.forward(x), data.y), rows: 6 };
    },
  });
  await trainer.fit();
  expect(weightsOf(net)).toEqual(weightsOf(plain.net));
  expect(net.training).toBe(true);
  const validations = events.filter((event) => event.type === "validation");
  expect(validations.flatMap(({ step, epoch }) => [step, epoch])).toEqual([5, 2, 10, 4]);
  expect(validations[0]!.metrics).toMatchObject({ rows: 6 });
  expect(seen[0]).not.toEqual(seen[1]);
});

test("an epoch's validation comes before it is told, with its metrics", async () => {
  const { events } = await finished({
    validationData: shuffled(),
    validateEvery: { epochs: 2 },
    maxEpochs: 3,
  });
  expect(typesOf(events)).toBe(
    "start step step step epoch step step step validation epoch step step step epoch done",
  );
  const epochs = events.filter((event) => event.type === "epoch");
  expect(epochs.map(({ validation }) => validation === null)).toEqual([true, false, true]);
});

test("early stop ends the run when the monitored number no longer improves", async () => {
  const values = [5, 4, 4.5, 3, 3.2, 3.1, 2];
  const make = (mode: "min" | "max", sign: number) => {
    let i = 0;
    return makeTrainer({
      validationData: [points(2)],
      validationStep: ({ x }) => ({ loss: x.mean(), score: sign * values[i++]! }),
      earlyStopping: { monitor: "validation.score", patience: 2, mode },
      maxEpochs: 20,
    });
  };
  for (const mode of ["min", "max"] as const) {
    const { trainer, events } = make(mode, mode === "min" ? 1 : -1);
    expect(await trainer.fit()).toMatchObject({ reason: "earlyStopping", epoch: 6 });
    expect(events.at(-1)).toMatchObject({ type: "done", reason: "earlyStopping" });
    expect(await trainer.fit()).toMatchObject({ reason: "earlyStopping", epoch: 6 });
  }
});

test("early stop can watch the training's loss", async () => {
  const { trainer } = makeTrainer({ earlyStopping: { minDelta: 1e6, patience: 1 }, maxEpochs: 20 });
  expect(await trainer.fit()).toMatchObject({ reason: "earlyStopping", epoch: 2 });
});

test("fifty steps hold no more memory than five", async () => {
  const { trainer } = makeTrainer({
    maxSteps: 5,
    validationData: [points(3)],
    accumulateGradBatches: 2,
    checkpointEvery: { epochs: 1 },
  });
  await trainer.fit();
  await collectGarbage();
  const { tensors, bytes } = memory();
  await trainer.fit({ maxSteps: 51 }); // 51 ends, as 5 does, with the first step of an epoch
  expect(memory().tensors).toBeLessThanOrEqual(tensors);
  expect(memory().bytes).toBeLessThanOrEqual(bytes);
});

test("a listener that leaves eval mode on does not change the training, and the mode stays its own", async () => {
  const plain = await finished({ maxEpochs: 3 });
  for (const type of ["step", "epoch", "start"] as const) {
    const { trainer, net } = makeTrainer({ maxEpochs: 3 });
    trainer.on(type, () => net.eval());
    await trainer.fit();
    expect(weightsOf(net)).toEqual(weightsOf(plain.net));
    expect(net.modules().map(({ training }) => training)).toEqual(net.modules().map(() => false));
  }
  const inOneGo = makeTrainer({ maxEpochs: 3 });
  inOneGo.net.eval();
  inOneGo.trainer.fitSync();
  expect(weightsOf(inOneGo.net)).toEqual(weightsOf(plain.net));
  expect(inOneGo.net.training).toBe(false);
});

test("a part that is in eval mode stays there, in steps, around validations and after the run", async () => {
  const run = async (options: object, listen?: (made: ReturnType<typeof makeTrainer>) => void) => {
    const made = makeTrainer({ maxEpochs: 3, ...options });
    const [, , , dropout] = made.net.modules();
    dropout!.eval();
    const seen: boolean[] = [];
    made.trainer.on("step", () => seen.push(dropout!.training));
    listen?.(made);
    await made.trainer.fit();
    expect(seen).toEqual(seen.map(() => false));
    expect(dropout!.training).toBe(false);
    return weightsOf(made.net);
  };
  const byHand = makeTrainer();
  byHand.net.modules()[3]!.eval();
  const data = shuffled();
  for (let epoch = 0; epoch < 3; epoch++)
    for (const { x, y } of data) byHand.optimizer.step(() => mseLoss(byHand.net.forward(x), y));
  const expected = weightsOf(byHand.net);
  expect(await run({})).toEqual(expected);
  expect(await run({ validationData: [points(3)], validateEvery: { steps: 2 } })).toEqual(expected);
  const look = ({ trainer, net }: ReturnType<typeof makeTrainer>) =>
    trainer.on("epoch", () => void trainer.betweenSteps(() => net.eval()));
  expect(await run({}, look)).toEqual(expected);
  expect(await run({}, ({ trainer, net }) => trainer.on("epoch", () => net.eval()))).toEqual(expected);
});
