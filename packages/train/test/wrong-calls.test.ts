import { Adam, Linear, mseLoss, SGD, StepLR } from "@saccade/nn";
import { ArgumentError, ones, tensor, zeros } from "@saccade/tensor";
import { expect, test } from "vitest";
import { readTrainerCheckpoint, serveTrainer, Trainer, TrainerClient } from "../src/index.ts";

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

async function thrownBy(call: () => unknown): Promise<Error> {
  try {
    await call();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("nothing was thrown");
}

// Data with a position that they cannot go back to.
const lone = { state: () => 0, [Symbol.iterator]: () => [batch][Symbol.iterator]() };

test.each<[options: object | null, message: RegExp]>([
  [null, /model must be a Module, got undefined; write new Trainer\(/],
  [{ epochs: 3 }, /no option "epochs"; write maxEpochs: 10/],
  [{ callbacks: [] }, /listen to events: trainer\.on/],
  [{ clipGradNorm: 1 }, /give it to the optimizer/],
  [{ optimizer: Adam }, /optimizer must be an optimizer, got class Adam; write new Adam/],
  [{ scheduler: new StepLR(new SGD(net), { stepSize: 1 }) }, /scheduler schedules another optimizer/],
  [{ data: batch }, /data must be iterable, .*, got an object; write \[batch, …\]/],
  [{ data: lone }, /data\.restore must be a function, as data have both state and restore/],
  [{ data: Object.assign([batch], { batchesPerEpoch: "2" }) }, /data\.batchesPerEpoch must be a whole/],
  [{ data: { ...lone, length: -1, restore: () => 0 } }, /data\.length must be a whole number ≥ 0/],
  [{ maxSteps: undefined }, /give maxEpochs or maxSteps/],
  [{ checkpointEvery: { epochs: 1, steps: 1 } }, /must be \{ epochs: n \} or \{ steps: n \}, got/],
  [{ validateEvery: { steps: 5 } }, /no validationData/],
  [{ validationStep: good.trainingStep }, /no validationData/],
  [{ earlyStopping: { monitor: "val_loss" } }, /monitor is "val_loss"; it must be "loss"/],
  [{ earlyStopping: { monitor: "validation.loss" } }, /with validationData/],
  [{ extra: { x: 1n } }, /extra must be JSON, got an object; JSON\.stringify fails: .*BigInt/],
])("new Trainer refuses wrong options by name: %#", async (options, message) => {
  const error = await thrownBy(
    () => new Trainer(wrong(options === null ? undefined : { ...good, ...options })),
  );
  expect(error).toBeInstanceOf(ArgumentError);
  expect(error.message).toMatch(/^Trainer: /);
  expect(error.message).toMatch(message);
});

type Controlled = Trainer<typeof batch> | TrainerClient;

// Each is a method of the trainer and of its client.
const calls: readonly (readonly [call: (t: Controlled) => unknown, message: RegExp])[] = [
  [(t) => t.fit(wrong(10)), /\.fit: options must be an object, got 10; write \w+\.fit\(/],
  [(t) => t.fit(wrong({ epochs: 3 })), /\.fit: no option "epochs"; write maxEpochs/],
  [(t) => t.fit({}), /\.fit: give maxEpochs or maxSteps/],
  [(t) => t.step(0), /\.step: count must be a whole number ≥ 1, got 0/],
  [(t) => t.load(wrong("run.safetensors")), /\.load: bytes must be a Uint8Array, got "run.*not its path/],
  [(t) => t.load(wrong(new ArrayBuffer(8))), /\.load: .* write new Uint8Array\(buffer\)/],
  [(t) => t.on(wrong("epochs"), () => {}), /\.on: type must be .*did you mean "epoch"\?/],
  [(t) => t.on("epoch", wrong(undefined)), /\.on: listener must be a function/],
  [(t) => t.onEvent(wrong("epoch")), /\.onEvent: listener must be a function, got "epoch"/],
];

test.each(calls)("controls refuse wrong arguments, before they are sent too: %#", async (call, message) => {
  const trainer = new Trainer(good);
  const before = trainer.state;
  const { port1, port2 } = new MessageChannel();
  const end = serveTrainer(port2, { create: () => ({ trainer }) });
  const client = new TrainerClient(port1);
  for (const one of [trainer, client]) {
    const error = await thrownBy(() => call(one));
    expect(error).toBeInstanceOf(ArgumentError);
    expect(error.message).toMatch(message);
    expect(error.message).toMatch(one === trainer ? /^Trainer\./ : /^TrainerClient\./);
  }
  expect([trainer.state, trainer.status]).toEqual([before, "idle"]);
  client.close();
  end();
});

test.each<[result: unknown, message: RegExp]>([
  [undefined, /got undefined; return the loss/],
  [3, /got 3; return the loss/],
  [{ lost: tensor(1) }, /got an object; return the loss/],
  [{ loss: 3 }, /got an object; return the loss/],
  [Promise.resolve(tensor(1)), /got a promise; it cannot be asynchronous/],
])("a step that returns no loss is refused: %#", async (result, message) => {
  const step = () => wrong(result);
  const validation = { validationData: [batch], validateEvery: { steps: 1 }, validationStep: step };
  for (const [options, name] of [
    [{ ...good, trainingStep: step }, "trainingStep"],
    [{ ...good, ...validation }, "validationStep"],
  ] as const) {
    const error = await thrownBy(() => new Trainer(options).fit());
    expect(error.message).toMatch(new RegExp(`^Trainer: ${name} must return the loss`));
    expect(error.message).toMatch(message);
  }
});

// biome-ignore format: a call a line
test.each<[call: (port: MessagePort) => unknown, message: RegExp]>([
  [() => new TrainerClient(wrong("worker.js")), /^TrainerClient: port must be a Worker.* new Worker\("worker\.js"/],
  [() => serveTrainer(wrong({}), { create: () => wrong({}) }), /^serveTrainer: port must be/],
  [(port) => serveTrainer(port, wrong(Linear)), /^serveTrainer: options must be an object, got class Linear/],
  [(port) => serveTrainer(port, wrong({ make: () => ({}) })), /^serveTrainer: no option "make"/],
  [() => new Trainer(good).fitSync(wrong({ maxSteps: "3" })), /^Trainer\.fitSync: maxSteps must be .* got "3"/],
  [() => new Trainer(good).betweenSteps(wrong(3)), /^Trainer\.betweenSteps: f must be a function, got 3/],
  [() => readTrainerCheckpoint(wrong([1, 2])), /^readTrainerCheckpoint: bytes must be a Uint8Array, got \[1,2\]/],
])("other calls refuse wrong arguments: %#", async (call, message) => {
  const { port1 } = new MessageChannel();
  const error = await thrownBy(() => call(port1));
  expect(error).toBeInstanceOf(ArgumentError);
  expect(error.message).toMatch(message);
  port1.close();
});

test("a client refuses arguments that cannot be sent; a job of another form is refused by name", async () => {
  const { port1, port2 } = new MessageChannel();
  const end = serveTrainer(port2, { create: (settings: { job: unknown }) => wrong(settings.job) });
  const client = new TrainerClient(port1);
  await expect(Reflect.apply(client.query, client, [3])).rejects.toThrow(
    /^TrainerClient\.query: name must be a str/,
  );
  await expect(client.create(wrong({ job: () => 1 }))).rejects.toThrow(
    /^TrainerClient\.create: .*plain data/,
  );
  await expect(client.create(wrong({ job: {} }))).rejects.toThrow(
    /^serveTrainer: what create returns must be/,
  );
  client.close();
  end();
});

test("a validation's loss with several elements, and an averageLoss that gives no number, are refused", async () => {
  const options = { ...good, validationData: [batch], validateEvery: { steps: 1 } };
  const trainer = new Trainer({ ...options, validationStep: ({ x }: typeof batch) => net.forward(x) });
  await expect(trainer.fit()).rejects.toThrow(
    /validationStep returned tensor .*\[3, 1\] as loss; it must be a scalar/,
  );
  for (const given of [good, options])
    await expect(new Trainer({ ...given, averageLoss: () => wrong("1") }).fit()).rejects.toThrow(
      /averageLoss gave "1"/,
    );
});
