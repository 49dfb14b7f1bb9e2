import { Adam, Linear, mseLoss, SGD, StepLR } from "@saccade/nn";
import { ArgumentError, ones, tensor, zeros } from "@saccade/tensor";
import { expect, test } from "vitest";
import { serveTrainer, Trainer, TrainerClient } from "../src/index.ts";

const net = new Linear(2, 1);
const optimizer = new SGD(net, { lr: 0.1 });
const batch = { x: ones([3, 2]), y: zeros([3, 1]) };
const good = {
  model: net,
  optimizer,
  data: [batch],
  trainingStep: ({ x, y }: typeof batch) => mseLoss(net.forward(x), y),
  maxSteps: 1,
};

/** Hands a value over as whatever type is asked for. */
function wrong(value: unknown): never {
  return value as never;
}

function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return null;
}

// Data that say where they stand, but cannot go back there.
const lone = { state: () => 0, [Symbol.iterator]: () => [batch][Symbol.iterator]() };

test.each<[options: unknown, message: RegExp]>([
  [undefined, /model must be a Module, got undefined; write new Trainer\(/],
  [null, /options must be an object, got null/],
  [net, /no option "|options must be an object/],
  [{ ...good, epochs: 3 }, /no option "epochs"; write maxEpochs: 10/],
  [{ ...good, max_epochs: 3 }, /did you mean "maxEpochs"\?/],
  [{ ...good, trainLoader: [] }, /no option "trainLoader"/],
  [{ ...good, callbacks: [] }, /listen to events: trainer\.on/],
  [{ ...good, clipGradNorm: 1 }, /give it to the optimizer/],
  [{ ...good, accumulate_grad_batches: 2 }, /did you mean "accumulateGradBatches"\?/],
  [{ ...good, model: undefined }, /model must be a Module, got undefined/],
  [{ ...good, model: Linear }, /model must be a Module, got function Linear/],
  [{ ...good, model: [net] }, /model must be a Module, got an array/],
  [{ ...good, optimizer: undefined }, /optimizer must be an optimizer, got undefined; write new Adam/],
  [{ ...good, optimizer: Adam }, /optimizer must be an optimizer, got function Adam/],
  [{ ...good, optimizer: "adam" }, /optimizer must be an optimizer, got "adam"/],
  [{ ...good, scheduler: "cosine" }, /scheduler must be a scheduler, got "cosine"/],
  [
    { ...good, scheduler: new StepLR(new SGD(net, { lr: 1 }), { stepSize: 1 }) },
    /scheduler schedules another optimizer/,
  ],
  [{ ...good, scheduleEach: "batch" }, /scheduleEach must be one of "epoch", "step", got "batch"/],
  [{ ...good, data: undefined }, /data must be iterable, .*, got undefined; write \[batch, …\]/],
  [{ ...good, data: "abc" }, /data must be iterable/],
  [{ ...good, data: batch }, /data must be iterable, .*, got an object/],
  [{ ...good, data: ones([3, 2]) }, /data must be iterable, .*, got tensor/],
  [{ ...good, data: () => [batch] }, /data must be iterable, .*, got function/],
  [{ ...good, data: lone }, /data\.restore must be a function, as data have both state and restore/],
  [
    { ...good, data: Object.assign([batch], { batchesPerEpoch: "2" }) },
    /data\.batchesPerEpoch must be a whole/,
  ],
  [{ ...good, trainingStep: undefined }, /trainingStep must be a function, got undefined/],
  [{ ...good, trainingStep: net }, /trainingStep must be a function, got a Linear/],
  [{ ...good, validationStep: 3 }, /validationStep must be a function, got 3/],
  [{ ...good, validationData: 3 }, /validationData must be iterable/],
  [{ ...good, compile: "yes" }, /compile must be true or false/],
  [{ ...good, lossReduction: "none" }, /lossReduction must be one of "mean", "sum", got "none"/],
  [{ ...good, averageLoss: 1 }, /averageLoss must be a function/],
  ...[0, 1.5, Number.NaN, "2", -1].map((accumulateGradBatches): [unknown, RegExp] => [
    { ...good, accumulateGradBatches },
    /accumulateGradBatches must be a whole number ≥ 1, got /,
  ]),
  ...[-1, 1.5, Number.NaN, "3", null].map((maxSteps): [unknown, RegExp] => [
    { ...good, maxSteps },
    /maxSteps must be a whole number ≥ 0, or Infinity, got /,
  ]),
  [{ ...good, maxSteps: undefined }, /give maxEpochs or maxSteps/],
  ...[5, {}, { epoch: 1 }, { epochs: 1, steps: 1 }, null].map((checkpointEvery): [unknown, RegExp] => [
    { ...good, checkpointEvery },
    /checkpointEvery must be \{ epochs: n \} or \{ steps: n \}, got /,
  ]),
  [
    { ...good, checkpointEvery: { steps: "5" } },
    /checkpointEvery\.steps must be a whole number ≥ 1, got "5"/,
  ],
  [{ ...good, validateEvery: { steps: 5 } }, /no validationData/],
  [{ ...good, earlyStopping: true }, /earlyStopping: options must be an object, got true/],
  [{ ...good, earlyStopping: { min_delta: 1 } }, /did you mean "minDelta"\?/],
  ...[-1, 0.5, Number.NaN, "3"].map((patience): [unknown, RegExp] => [
    { ...good, earlyStopping: { patience } },
    /earlyStopping: patience must be a whole number ≥ 0, got /,
  ]),
  [
    { ...good, earlyStopping: { minDelta: Number.NaN } },
    /earlyStopping: minDelta must be a finite number ≥ 0/,
  ],
  [{ ...good, earlyStopping: { mode: "auto" } }, /earlyStopping: mode must be one of "min", "max"/],
  [{ ...good, earlyStopping: { monitor: 3 } }, /earlyStopping: monitor must be a string, got 3/],
  [{ ...good, earlyStopping: { monitor: "val_loss" } }, /monitor is "val_loss"; it must be "loss"/],
  [{ ...good, extra: () => 1 }, /extra must be JSON, got function/],
  [{ ...good, extra: { x: 1n } }, /extra must be JSON, got an object; JSON\.stringify fails: .*BigInt/],
  [{ ...good, extra: { x: tensor([1]) } }, /extra must be JSON, got an object; JSON\.stringify fails/],
])("new Trainer refuses wrong options by name: %#", (options, message) => {
  const error = thrownBy(() => new Trainer(wrong(options)));
  expect(error).toBeInstanceOf(ArgumentError);
  expect(String(error)).toMatch(/^ArgumentError: Trainer: /);
  expect(String(error)).toMatch(message);
});

test.each<[call: (trainer: Trainer<typeof batch>) => Promise<unknown>, message: RegExp]>([
  [(t) => t.fit(wrong(10)), /^Trainer\.fit: options must be an object, got 10; write Trainer\.fit\(/],
  [(t) => t.fit(wrong({ epochs: 3 })), /^Trainer\.fit: no option "epochs"; write maxEpochs/],
  [(t) => t.fit({}), /^Trainer\.fit: give maxEpochs or maxSteps/],
  [(t) => t.fit({ maxSteps: Number.NaN }), /^Trainer\.fit: maxSteps must be a whole number/],
  [async (t) => t.fitSync(wrong({ maxSteps: "3" })), /^Trainer\.fitSync: maxSteps must be .* got "3"/],
  [(t) => t.step(0), /^Trainer\.step: count must be a whole number ≥ 1, got 0/],
  [(t) => t.step(wrong("2")), /^Trainer\.step: count must be .* got "2"/],
  [(t) => t.load(wrong("run.safetensors")), /^Trainer\.load: bytes must be a Uint8Array, got "run/],
  [(t) => t.load(wrong(new ArrayBuffer(8))), /^Trainer\.load: .* write new Uint8Array\(buffer\)/],
  [(t) => t.load(wrong(undefined)), /^Trainer\.load: bytes must be a Uint8Array, got undefined/],
  [(t) => t.betweenSteps(wrong(3)), /^Trainer\.betweenSteps: f must be a function, got 3/],
  [async (t) => t.on(wrong("epochs"), () => {}), /^Trainer\.on: type must be .*did you mean "epoch"\?/],
  [async (t) => t.on("epoch", wrong(undefined)), /^Trainer\.on: listener must be a function/],
  [async (t) => t.onEvent(wrong("epoch")), /^Trainer\.onEvent: listener must be a function, got "epoch"/],
])("a trainer's methods refuse wrong arguments: %#", async (call, message) => {
  const trainer = new Trainer(good);
  const before = trainer.state;
  const called = call(trainer);
  await expect(called).rejects.toThrow(ArgumentError);
  await expect(called).rejects.toThrow(message);
  expect(trainer.state).toBe(before);
  expect(trainer.status).toBe("idle");
});

test.each<[result: unknown, message: RegExp]>([
  [undefined, /got undefined; return the loss/],
  [3, /got 3; return the loss/],
  [{ lost: tensor(1) }, /got an object; return the loss/],
  [{ loss: 3 }, /got an object; return the loss/],
  [Promise.resolve(tensor(1)), /got a promise; it cannot be asynchronous/],
])("a step that returns no loss is refused: %#", async (result, message) => {
  const trainer = new Trainer({ ...good, trainingStep: () => wrong(result) });
  await expect(trainer.fit()).rejects.toThrow(message);
  await expect(trainer.fit()).rejects.toThrow(/^Trainer: trainingStep must return the loss/);
  const validated = new Trainer({
    ...good,
    validationData: [batch],
    validateEvery: { steps: 1 },
    validationStep: () => wrong(result),
  });
  await expect(validated.fit()).rejects.toThrow(/^Trainer: validationStep must return the loss/);
});

test("a validation's loss that is no scalar is refused", async () => {
  const options = { validationData: [batch], validateEvery: { steps: 1 } };
  const trainer = new Trainer({ ...good, ...options, validationStep: ({ x }) => net.forward(x) });
  await expect(trainer.fit()).rejects.toThrow(
    /validationStep returned tensor .*\[3, 1\] as loss; it must be a scalar/,
  );
});

test("an averageLoss that gives no number is refused", async () => {
  const averageLoss = () => wrong("1");
  await expect(new Trainer({ ...good, averageLoss }).fit()).rejects.toThrow(/averageLoss gave "1"/);
});

test("a client and a server refuse ports that are none, and wrong options", () => {
  const { port1, port2 } = new MessageChannel();
  const cases: [() => unknown, RegExp][] = [
    [
      () => new TrainerClient(wrong("worker.js")),
      /^TrainerClient: port must be a Worker.* new Worker\("worker\.js"/,
    ],
    [() => new TrainerClient(wrong(undefined)), /^TrainerClient: port must be a Worker or a MessagePort/],
    [() => serveTrainer(wrong({}), { create: wrong(() => ({})) }), /^serveTrainer: port must be/],
    [() => serveTrainer(port1, wrong(undefined)), /^serveTrainer: options must be an object|create must be/],
    [
      () =>
        serveTrainer(
          port1,
          wrong(() => ({})),
        ),
      /^serveTrainer: options must be an object, got a function/,
    ],
    [() => serveTrainer(port1, wrong({ make: () => ({}) })), /^serveTrainer: no option "make"/],
    [() => serveTrainer(port1, wrong({ create: 3 })), /^serveTrainer: create must be a function, got 3/],
    [
      () => serveTrainer(port1, wrong({ create: () => ({}), eventInterval: "16" })),
      /^serveTrainer: eventInterval must be a finite number of milliseconds ≥ 0, got "16"/,
    ],
  ];
  for (const [call, message] of cases) {
    const error = thrownBy(call);
    expect(error).toBeInstanceOf(ArgumentError);
    expect((error as Error).message).toMatch(message);
  }
  port1.close();
  port2.close();
});

test("a client refuses wrong arguments before they are sent, and a job that is none is named", async () => {
  const { port1, port2 } = new MessageChannel();
  const end = serveTrainer(port2, { create: (settings: { job: unknown }) => wrong(settings.job) });
  const client = new TrainerClient(port1);
  await expect(client.fit(wrong({ epochs: 1 }))).rejects.toThrow(/^TrainerClient\.fit: no option "epochs"/);
  await expect(client.step(-1)).rejects.toThrow(/^TrainerClient\.step: count must be/);
  await expect(client.load(wrong("a.safetensors"))).rejects.toThrow(/^TrainerClient\.load: bytes must be/);
  await expect(Reflect.apply(client.query, client, [3])).rejects.toThrow(
    /^TrainerClient\.query: name must be a string/,
  );
  await expect(client.create(wrong({ job: () => 1 }))).rejects.toThrow(
    /^TrainerClient\.create: .*plain data/,
  );
  await expect(client.create(wrong({ job: {} }))).rejects.toThrow(
    /^serveTrainer: what create returns must be/,
  );
  expect(() => client.on(wrong("loss"), () => {})).toThrow(/^TrainerClient\.on: type must be/);
  client.close();
  end();
});
