import { batches, DataLoader, defaultCollate, TensorDataset } from "@saccade/datasets";
import { CheckpointError, encodeCheckpoint, mseLoss, type Optimizer, StepLR } from "@saccade/nn";
import { Generator, getRandomState, manualSeed, memory, rand, type Tensor } from "@saccade/tensor";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { runs } from "../../../vitest.level.ts";
import { collectGarbage } from "../../tensor/test/collect-garbage.ts";
import { readTrainerCheckpoint, type TrainerOptions } from "../src/index.ts";
import { type Batch, finished, makeTrainer, points, weightsOf } from "./helpers.ts";

const options = (optimizer: Optimizer) => ({
  scheduler: new StepLR(optimizer, { stepSize: 2, gamma: 0.5 }),
  validationData: [points(5), points(5)],
  validateEvery: { steps: 2 },
  earlyStopping: { patience: 50 },
  extra: { name: "test" },
});

const make = () => makeTrainer(options);

async function undisturbed(): Promise<{ weights: number[]; losses: readonly number[] }> {
  const { trainer, net } = make();
  const { losses } = await trainer.fit();
  return { weights: weightsOf(net), losses };
}

/** A run that is saved after some steps, and a fresh trainer that has loaded the file. */
async function restoredAt<M extends Made>(
  maxSteps: number,
  make: () => M,
  earlier: () => M = make,
): Promise<{ first: M; second: M }> {
  const first = earlier();
  await first.trainer.fit({ maxSteps });
  const bytes = await first.trainer.checkpoint();
  const second = make();
  manualSeed(99);
  await second.trainer.load(bytes);
  return { first, second };
}
type Made = Pick<ReturnType<typeof makeTrainer>, "trainer" | "net">;

/** However many steps are done when it is saved, the run in a fresh trainer ends with the weights of an undisturbed one. */
async function resumes(
  steps: readonly number[],
  make: () => Made,
  earlier: () => Made = make,
): Promise<void> {
  const whole = make();
  await whole.trainer.fit();
  for (const step of steps) {
    const { second } = await restoredAt(step, make, earlier);
    await second.trainer.fit();
    expect(weightsOf(second.net)).toEqual(weightsOf(whole.net));
  }
}

test("a run that is saved and restored in a fresh trainer at any step goes on with the same numbers", async () => {
  const expected = await undisturbed();
  for (let step = 0; step <= 12; step++) {
    const { second } = await restoredAt(step, make);
    const { losses } = await second.trainer.fit();
    expect({ weights: weightsOf(second.net), losses }).toEqual(expected);
    expect(second.trainer.state).toMatchObject({ step: 12, batch: 0 });
    const bytes = await second.trainer.checkpoint();
    expect(await second.trainer.load(bytes)).toEqual({ extra: { name: "test" }, kernels: "reference" });
  }
});

test("however it is paused, stepped, stopped, looked at and saved, the numbers are the same", async () => {
  const expected = await undisturbed();
  const action = fc.constantFrom("pause", "step", "stop", "look", "checkpoint", "reload");
  const plans = fc.array(fc.tuple(fc.integer({ min: 0, max: 11 }), action), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const { trainer, net } = make();
      let saved: Uint8Array = await trainer.checkpoint();
      let reloads = 0;
      trainer.on("step", async ({ step }) => {
        for (const [at, what] of plan) {
          if (at !== step) continue;
          if (what === "pause") void trainer.pause().then(() => trainer.resume());
          const resume = () => trainer.resume();
          const twoSteps = () => trainer.step(2).then(resume, resume);
          if (what === "step") void trainer.pause().then(twoSteps);
          if (what === "stop") await trainer.stop();
          if (what === "look") await trainer.betweenSteps(() => rand([2]).sum().item());
          if (what === "checkpoint") saved = await trainer.checkpoint();
          if (what === "reload" && reloads++ === 0) await trainer.load(saved);
        }
      });
      let result = await trainer.fit();
      while (result.reason === "stopped") result = await trainer.fit();
      expect({ weights: weightsOf(net), losses: result.losses }).toEqual(expected);
    }),
    runs(25),
  );
});

test("data without a state are passed over to the place", async () => {
  const three = [points(2), points(3), points(4)];
  await resumes([5], () => makeTrainer({ data: three, maxEpochs: 3 }));
});

describe("a shuffled DataLoader", () => {
  const generators: readonly [string, () => Generator | undefined][] = [
    ["the default generator", () => undefined],
    ["a generator of its own", () => new Generator(11)],
  ];

  test.each(generators)("of %s goes on with the same samples from any step", async (_, generator) => {
    const make = () => {
      const { x, y } = points(10);
      const samples = new DataLoader(new TensorDataset(x, y), {
        batchSize: 3,
        shuffle: true,
        generator: generator(),
        collateFn: (list: readonly (readonly [Tensor, Tensor])[]): Batch => {
          const [a, b] = defaultCollate(list.map(([x, y]) => [x, y]));
          return { x: a!, y: b! };
        },
      });
      const seen: number[] = [];
      const made: ReturnType<typeof makeTrainer> = makeTrainer({
        data: samples,
        validationData: samples,
        validateEvery: { steps: 3 },
        maxEpochs: 3,
        trainingStep: (batch) => {
          seen.push(batch.y.sum().item());
          return mseLoss(made.net.forward(batch.x), batch.y);
        },
      });
      return { ...made, seen };
    };
    const whole = make();
    await whole.trainer.fit();
    for (let step = 0; step <= 12; step++) {
      const { first, second } = await restoredAt(step, make);
      await second.trainer.fit();
      expect([...first.seen, ...second.seen]).toEqual(whole.seen);
      expect(weightsOf(second.net)).toEqual(weightsOf(whole.net));
    }
  });

  test("takes a file that holds no place, and passes over the batches that were done", async () => {
    const data = (place: boolean): Iterable<Batch> => {
      const list = [points(2), points(3), points(4)];
      const loader = new DataLoader({ length: 3, get: (i) => list[i]! }, { collateFn: ([batch]) => batch! });
      return place ? loader : list;
    };
    const make = (place: boolean) => () => makeTrainer({ data: data(place), maxEpochs: 2 });
    await resumes([2], make(true), make(false));
  });
});

test("data of one's own that tell their place are resumed; those that cannot are warned of, once", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const list = [points(2), points(3), points(4), points(5)];
  const own = (withState: boolean): TrainerOptions<Batch>["data"] => {
    let at = 0;
    const data = {
      *[Symbol.iterator]() {
        for (let i = 0; i < 2; i++) yield list[at++ % 4]!;
      },
    };
    const restore = (place: unknown): void => {
      at = Number(place);
    };
    return withState ? { ...data, state: () => at, restore } : data;
  };
  await resumes([3], () => makeTrainer({ data: own(true), maxSteps: 7 }));
  expect(warn).not.toHaveBeenCalled();

  const cannot = await finished({ data: own(false), maxSteps: 3 });
  const bytes = await cannot.trainer.checkpoint();
  await cannot.trainer.checkpoint();
  expect(warn.mock.calls.flat()).toEqual([
    expect.stringMatching(/Trainer\.checkpoint: data have no state\(\) and restore\(state\).*DataLoader/),
  ]);
  await makeTrainer({ data: own(false), maxSteps: 7 }).trainer.load(bytes);
  expect(warn.mock.calls.at(-1)?.[0]).toMatch(/Trainer\.load: data have no state/);
  const sampler: Iterable<number> = { [Symbol.iterator]: () => [1, 0][Symbol.iterator]() };
  const untold = new DataLoader({ length: 2, get: (i) => list[i]! }, { sampler, collateFn: ([one]) => one! });
  await makeTrainer({ data: untold, maxSteps: 3 }).trainer.checkpoint();
  expect(warn.mock.calls.at(-1)?.[0]).toMatch(/Trainer\.checkpoint: the sampler of data/);
  warn.mockRestore();
});

describe("random numbers belong to a run", () => {
  test("two trainers at once give what each gives alone", async () => {
    const alone: number[][] = [];
    for (const seed of [4, 5]) {
      const { trainer, net } = makeTrainer();
      manualSeed(seed);
      await trainer.fit();
      alone.push(weightsOf(net));
    }
    expect(alone[0]).not.toEqual(alone[1]);
    const both = [makeTrainer({ maxEpochs: 50 }), makeTrainer({ maxEpochs: 50 })];
    for (const made of both) made.trainer.on("step", () => new Promise((resolve) => setTimeout(resolve)));
    const runs_ = both.map(({ trainer }, i) => {
      manualSeed(4 + i);
      return trainer.step(1);
    });
    await Promise.all(runs_);
    for (let step = 1; step < 12; step++) for (const { trainer } of both) await trainer.step(1);
    expect(both.map(({ net }) => weightsOf(net))).toEqual(alone);
    for (const { trainer } of both) await trainer.stop();
  });

  test("listeners and programs around it draw others, and a run leaves theirs alone", async () => {
    const whole = await finished();
    const { trainer, net } = makeTrainer({ maxEpochs: 4 });
    manualSeed(3);
    const drawn: number[] = [];
    trainer.on("step", () => drawn.push(rand([1]).item()));
    await trainer.fit();
    manualSeed(3);
    expect(drawn).toEqual(drawn.map(() => rand([1]).item()));
    expect(weightsOf(net)).toEqual(weightsOf(whole.net));
  });

  test("a file puts back the run's, not the program's", async () => {
    const first = await finished({ maxSteps: 5 });
    const bytes = await first.trainer.checkpoint();
    const second = makeTrainer();
    manualSeed(8);
    await second.trainer.load(bytes);
    expect(getRandomState()).toEqual({ seed: [8, 0], offset: 0 });
  });
});

test("accumulated batches are saved between optimizer steps only", async () => {
  await resumes([1, 2, 3, 4, 5], () => makeTrainer({ accumulateGradBatches: 2, maxEpochs: 3 }));
});

test("checkpointEvery gives files that go on", async () => {
  const expected = await undisturbed();
  const first = await finished((optimizer) => ({ ...options(optimizer), checkpointEvery: { steps: 5 } }));
  const files = first.events.filter((event) => event.type === "checkpoint");
  expect(files.map(({ step }) => step)).toEqual([5, 10]);
  for (const { bytes, step } of files) {
    expect(readTrainerCheckpoint(bytes)).toMatchObject({ state: { step }, extra: { name: "test" } });
    const second = make();
    await second.trainer.load(bytes);
    await second.trainer.fit();
    expect(weightsOf(second.net)).toEqual(expected.weights);
  }
});

test("a run waits for what a checkpoint's listeners promise, so that no file lags behind", async () => {
  const { trainer } = makeTrainer({ checkpointEvery: { steps: 2 } });
  const log: string[] = [];
  trainer.on("step", ({ step }) => log.push(`step ${step}`));
  trainer.on("checkpoint", async ({ step, bytes }) => {
    for (let i = 0; i < 5; i++) await new Promise((resolve) => setTimeout(resolve));
    // Asked for meanwhile, and done.
    if (step === 4) expect((await trainer.checkpoint()).length).toBe(bytes.length);
    log.push(`written ${step}`);
  });
  await trainer.fit({ maxSteps: 6 });
  const wanted = [2, 4, 6].flatMap((step) => [`step ${step - 1}`, `step ${step}`, `written ${step}`]);
  expect(log).toEqual(wanted);
});

test("a listener of a checkpoint may pause or stop the run, and ends it with its error", async () => {
  const stopped = makeTrainer({ checkpointEvery: { steps: 2 } });
  stopped.trainer.on("checkpoint", () => stopped.trainer.stop());
  expect(await stopped.trainer.fit()).toMatchObject({ reason: "stopped", step: 2 });
  const paused = makeTrainer({ checkpointEvery: { steps: 2 }, maxSteps: 4 });
  paused.trainer.on("checkpoint", async () => {
    await paused.trainer.pause();
    await paused.trainer.resume();
  });
  expect(await paused.trainer.fit()).toMatchObject({ reason: "finished", step: 4 });
  const full = makeTrainer({ checkpointEvery: { steps: 2 } });
  full.trainer.on("checkpoint", async () => {
    throw new RangeError("the disk is full");
  });
  await expect(full.trainer.fit()).rejects.toThrow("the disk is full");
  expect(full.trainer.state.step).toBe(2);
});

describe("early stopping that brings the best weights back", () => {
  const scores = [5, 4, 3, 6, 7, 8, 9];
  const make = (restoreBestWeights: boolean) => {
    const best: number[][] = [];
    const made: ReturnType<typeof makeTrainer> = makeTrainer({
      validationData: [points(2)],
      validationStep: ({ x }) => {
        const epoch = made.trainer.state.losses.length;
        if (epoch === 2) best.push(weightsOf(made.net));
        return { loss: x.mean(), score: scores[epoch]! };
      },
      earlyStopping: { monitor: "validation.score", patience: 3, restoreBestWeights },
      maxEpochs: 20,
    });
    return { ...made, best };
  };

  test("as they were at the best check", async () => {
    const { trainer, net, best } = make(true);
    expect(await trainer.fit()).toMatchObject({ reason: "earlyStopping", epoch: 6 });
    expect(weightsOf(net)).toEqual(best[0]);
    const plain = make(false);
    await plain.trainer.fit();
    expect(weightsOf(plain.net)).not.toEqual(plain.best[0]);
  });

  test("through a file from any step, and into a trainer that does not want them", async () => {
    const whole = make(true);
    await whole.trainer.fit();
    for (const step of [0, 5, 9, 13, 17]) {
      const { first, second } = await restoredAt(step, () => make(true));
      const bytes = await first.trainer.checkpoint();
      expect(await second.trainer.fit()).toMatchObject({ reason: "earlyStopping", epoch: 6 });
      expect(weightsOf(second.net)).toEqual(whole.best[0]);
      const third = make(false);
      await third.trainer.load(bytes);
      expect(weightsOf(third.net)).toEqual(weightsOf(first.net));
      const before = await make(false);
      await before.trainer.fit({ maxSteps: 9 });
      const fourth = make(true);
      await fourth.trainer.load(await before.trainer.checkpoint());
      await fourth.trainer.fit({ maxSteps: 10 });
    }
  });

  test("a run that ends otherwise keeps its last weights", async () => {
    const { trainer, net } = make(true);
    await trainer.fit({ maxEpochs: 5 });
    const plain = make(false);
    await plain.trainer.fit({ maxEpochs: 5 });
    expect(weightsOf(net)).toEqual(weightsOf(plain.net));
  });

  test("holds one copy of the weights", async () => {
    const { trainer } = make(true);
    await trainer.fit({ maxEpochs: 3 });
    await collectGarbage();
    const { tensors } = memory();
    await trainer.fit({ maxEpochs: 4 });
    expect(memory().tensors).toBeLessThanOrEqual(tensors);
  });
});

test("a file that does not fit changes nothing", async () => {
  const expected = await undisturbed();
  const withoutScheduler = await makeTrainer().trainer.checkpoint();
  const { trainer, net } = make();
  await trainer.fit({ maxSteps: 4 });
  const good = await trainer.checkpoint();
  const others = [withoutScheduler, good.slice(0, good.length - 3), good.slice(0, 20), new Uint8Array(0)];
  for (const bytes of others) {
    await expect(trainer.load(bytes)).rejects.toThrow(/checkpoint|safetensors/i);
  }
  const { losses } = await trainer.fit();
  expect({ weights: weightsOf(net), losses }).toEqual(expected);
});

describe("a file whose contents were tampered with", () => {
  const states: [string, object, RegExp][] = [
    ["a negative step", { step: -1 }, /extra: trainer\.step must be a whole number ≥ 0, got -1/],
    ["a step as text", { step: "4" }, /trainer\.step must be a whole number ≥ 0, got "4"/],
    ["half a batch", { batch: 0.5 }, /trainer\.batch must be a whole number ≥ 0, got 0\.5/],
    ["a batch beyond the epoch", { batch: 4 }, /trainer\.batch is 4, but an epoch has 3 batches/],
    ["null for losses", { losses: null }, /trainer\.losses must be a list of numbers, got null/],
    ["null among losses", { losses: [null] }, /trainer\.losses must be a list of numbers/],
    ["sums as a list", { sums: [1] }, /trainer\.sums must be numbers by name/],
    ["negative seconds", { seconds: -1 }, /trainer\.seconds must be a number ≥ 0, got -1/],
    ["epochEnded as a number", { epochEnded: 0 }, /trainer\.epochEnded must be true or false, got 0/],
    ["validation as text", { validation: "x" }, /trainer\.validation must be numbers by name, or null/],
    ["a validation in the future", { validatedAt: 5 }, /trainer\.validatedAt is beyond step 4/],
    ["a checkpoint in the future", { checkpointedAt: 5 }, /trainer\.checkpointedAt is beyond step 4/],
    ["no early stopping", { earlyStopping: undefined }, /trainer\.earlyStopping must be \{ best, bad \}/],
    ["a bad count", { earlyStopping: { best: 1, bad: -1 } }, /trainer\.earlyStopping must be/],
    ["an unknown field", { steps: 4 }, /trainer\.steps is unknown/],
  ];
  const places: [string, unknown, RegExp][] = [
    ["no place in the data", undefined, /expected \{ epoch, position, seed \}.*got undefined/],
    ["a place beyond the epoch", { epoch: 1, position: 4, seed: 5 }, /position 4 is beyond the 3 batches/],
    ["a negative place", { epoch: 1, position: -1, seed: 5 }, /got \{ epoch: 1, position: -1, seed: 5 \}/],
    ["null for a seed", { epoch: 1, position: 1, seed: null }, /seed: null/],
    ["a seed too large", { epoch: 1, position: 1, seed: 2 ** 53 }, /seed: 9007199254740992/],
  ];

  test.each([
    ...states.map(([name, change, message]) => [name, change, undefined, message] as const),
    ...places.map(([name, place, message]) => [name, {}, { place }, message] as const),
  ])("%s: it is refused by name and changes nothing", async (_, change, data, message) => {
    const other = make();
    await other.trainer.fit({ maxSteps: 4 });
    const { state, data: place } = readTrainerCheckpoint(await other.trainer.checkpoint());
    const file = encodeCheckpoint({
      model: other.net,
      optimizer: other.optimizer,
      scheduler: new StepLR(other.optimizer, { stepSize: 2 }),
      data: data === undefined ? place : data.place,
      extra: { trainer: { ...state, ...change } },
    });
    const { trainer, net } = make();
    await trainer.fit({ maxSteps: 3 });
    const before = await trainer.checkpoint();
    await expect(trainer.load(file)).rejects.toThrow(message);
    expect(await trainer.checkpoint()).toEqual(before);
    const { losses } = await trainer.fit();
    expect({ weights: weightsOf(net), losses }).toEqual(await undisturbed());
  });
});

test("a checkpoint of something else is told apart", async () => {
  const { net, optimizer } = makeTrainer();
  const bytes = encodeCheckpoint({ model: net, optimizer, extra: { settings: 1 } });
  expect(() => readTrainerCheckpoint(bytes)).toThrow(CheckpointError);
  expect(() => readTrainerCheckpoint(bytes)).toThrow(/holds no run of a Trainer/);
});

describe("a checkpoint within an epoch of data that were cut in another way", () => {
  const cut = (rows: number, batchSize: number, list: boolean): TrainerOptions<Batch>["data"] => {
    const data = batches({ tensors: points(rows), batchSize });
    return list ? Array.from(data, ({ x, y }) => ({ x: x.keep(), y: y.keep() })) : data;
  };

  test("names both sizes and changes nothing; between epochs it goes on", () => {
    const size = fc.integer({ min: 1, max: 10 });
    return fc.assert(
      fc.asyncProperty(
        size,
        size,
        fc.boolean(),
        fc.integer({ min: 1, max: 12 }),
        async (a, b, list, steps) => {
          const first = await finished({ data: cut(10, a, list), maxSteps: steps });
          const bytes = await first.trainer.checkpoint();
          const second = makeTrainer({ data: cut(10, b, list), maxSteps: 40 });
          const before = weightsOf(second.net);
          const [counts, within] = [[a, b].map((n) => Math.ceil(10 / n)), first.trainer.state.batch > 0];
          const same = list ? counts[0] === counts[1] : a === b;
          if (!within || same) {
            await second.trainer.load(bytes);
            await second.trainer.fit({ maxSteps: first.trainer.state.step + 1 });
            return;
          }
          const error = await second.trainer.load(bytes).catch((found: unknown) => found);
          expect(error).toBeInstanceOf(CheckpointError);
          expect(String(error)).toMatch(/does not fit the data|beyond/);
          expect(String(error)).toContain("Resume with the data and the batchSize that it was saved with");
          expect(String(error)).not.toContain("was changed");
          expect(weightsOf(second.net)).toEqual(before);
          await second.trainer.fit({ maxSteps: 2 });
        },
      ),
      runs(40),
    );
  });
});
