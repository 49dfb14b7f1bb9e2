// One run of the arena: a model with a mixer that learns a task.
import { type CompiledStep, compile, noGrad } from "@saccade/autograd";
import type { GPT } from "@saccade/models";
import { AdamW, crossEntropy, LambdaLR } from "@saccade/nn";
import { dispose, fromData, manualSeed, scope, type Tensor } from "@saccade/tensor";
import { arenaModel, type Mixer, type MixerName } from "./model.ts";
import { type ArenaTask, arena, sequencesOf, type TaskName, type Test } from "./sizes.ts";
import { type Sequences, unasked } from "./tasks.ts";

/** Sequences of a step, and of a step of a test. */
export const batch = 32;

/** What a run is made of. */
export interface RunSettings {
  readonly task: TaskName;
  readonly mixer: MixerName;
  /** Of the first weights and of all sequences. */
  readonly seed: number;
  /** Default the task's. */
  readonly steps?: number | undefined;
  /** Heads of a layer, which share its width. Default the task's. */
  readonly heads?: number | undefined;
}

/** Right answers, and all that were asked for. */
export interface Score {
  readonly right: number;
  readonly asked: number;
}

interface Batch {
  /** (b, t). */
  readonly ids: Tensor;
  /** (b t). */
  readonly labels: Tensor;
}

/** A model that learns a task, step by step. The same settings give the same numbers. */
export class Run {
  readonly task: ArenaTask;
  readonly net: GPT<Mixer>;
  readonly steps: number;
  readonly #seed: number;
  readonly #optimizer: AdamW;
  readonly #schedule: LambdaLR;
  readonly #train: CompiledStep<[Batch], Tensor>;
  #step = 0;

  constructor({ task, mixer, seed, steps, heads }: RunSettings) {
    manualSeed(seed);
    this.task = arena[task];
    this.steps = steps ?? this.task.steps;
    this.#seed = seed;
    this.net = arenaModel(mixer, { ...this.task.model, ...(heads === undefined ? {} : { heads }) });
    this.#optimizer = new AdamW(this.net, { lr: this.task.lr, clipGradNorm: 1 });
    this.#schedule = new LambdaLR(this.#optimizer, { lrLambda: (step) => rateAt(step, this.steps) });
    this.#train = compile(({ ids, labels }: Batch) =>
      this.#optimizer.step(() => crossEntropy(this.net.forward(ids).flatten(0, 1), labels)),
    );
  }

  /** Steps so far. */
  get step(): number {
    return this.#step;
  }

  /** Trains one step on sequences of its own, and returns their loss before it. */
  next(): number {
    const made = sequencesOf(this.task, this.task.tests[0]!, seedOf(this.#seed, ++this.#step), batch);
    const loss = scope(() => this.#train(batchOf(made)).item());
    this.#schedule.step();
    return loss;
  }

  /** Frees what the run holds. */
  free(): void {
    this.#train.dispose();
    for (const weights of this.net.parameters()) dispose(weights);
  }

  /** The most probable token at each place of sequences. */
  answers({ tokens, count, length }: Sequences): Int32Array {
    return noGrad(() =>
      scope(() => {
        const ids = fromData(tokens, [count, length]);
        return Int32Array.from(this.net.forward(ids).argmax(-1).dataSync());
      }),
    );
  }

  /** Right answers to the sequences of a test, which no run has trained on. */
  test(test: Test, count: number = test.count): Score {
    let [right, asked] = [0, 0];
    for (let part = 0; part * batch < count; part++) {
      const made = sequencesOf(this.task, test, seedOf(testSeed, part), batch);
      const answers = this.answers(made);
      for (let row = 0; row < batch; row++) {
        const places = Array.from({ length: made.length }, (_, i) => row * made.length + i);
        const ask = places.filter((i) => made.labels[i] !== unasked);
        const good = ask.filter((i) => answers[i] === made.labels[i]).length;
        asked += this.task.whole ? 1 : ask.length;
        right += this.task.whole ? Number(good === ask.length) : good;
      }
    }
    return { right, asked };
  }
}

/** In place of a run's seed: no run trains on what is tested. */
export const testSeed = 1_000_000;
export const seedOf = (seed: number, part: number): number => 10_000 * (seed + 1) + part;

function batchOf({ tokens, labels, count, length }: Sequences): Batch {
  return { ids: fromData(tokens, [count, length]), labels: fromData(labels, [count * length]) };
}

/** The factor of the rate: it rises over a fifth of the steps, at most 100, and falls along a cosine to a tenth. */
export function rateAt(step: number, steps: number): number {
  const warmup = Math.min(100, Math.ceil(steps / 5));
  if (step < warmup) return (step + 1) / warmup;
  return 0.55 + 0.45 * Math.cos((Math.PI * (step - warmup)) / Math.max(1, steps - warmup));
}
