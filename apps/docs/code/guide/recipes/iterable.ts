import { Adam, Linear, mseLoss } from "@saccade/nn";
import { Generator, manualSeed, randn } from "@saccade/tensor";
import { Trainer } from "@saccade/train";

/** Random numbers without end. An iteration is an epoch. */
class Stream {
  readonly batchesPerEpoch = 4;
  readonly #generator = new Generator(0);
  #given = 0; // batches of this epoch

  *[Symbol.iterator]() {
    while (this.#given < this.batchesPerEpoch) {
      const x = randn([8, 3], { generator: this.#generator });
      this.#given++; // a batch that was handed out counts as done
      yield { x, y: x.sum(1, { keepdim: true }) };
    }
    this.#given = 0;
  }
  state() {
    const generator = this.#generator.getState();
    return { given: this.#given, generator };
  }
  restore(state?: ReturnType<Stream["state"]>) {
    if (state === undefined) return; // a file without one
    this.#generator.setState(state.generator);
    this.#given = state.given;
  }
}

function makeTrainer() {
  manualSeed(0);
  const net = new Linear(3, 1);
  return new Trainer({
    model: net,
    optimizer: new Adam(net, { lr: 0.1 }),
    data: new Stream(),
    trainingStep: ({ x, y }) => mseLoss(net.forward(x), y),
    maxSteps: 12,
  });
}

const whole = await makeTrainer().fit();
const first = makeTrainer();
await first.fit({ maxSteps: 6 }); // in the middle of an epoch
const file = await first.checkpoint();

const second = makeTrainer();
await second.load(file);
const resumed = await second.fit();
console.log(whole.step, resumed.step);
console.log(
  "the same losses, bit for bit:",
  String(whole.losses) === String(resumed.losses),
);
