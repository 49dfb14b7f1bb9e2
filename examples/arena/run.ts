// One run of the arena: a model with a mixer that learns a task.
import { type CompiledStep, compile, noGrad } from "@saccade/autograd";
import type { GPT } from "@saccade/models";
import { AdamW, crossEntropy, LambdaLR } from "@saccade/nn";
import { dispose, manualSeed, scope, type Tensor } from "@saccade/tensor";
import { ints } from "../tensors.ts";
import { arenaModel, type Mixer, type MixerName } from "./model.ts";
import {
  type ArenaTask,
  arena,
  askedOf,
  type Sequence,
  sequencesOf,
  type TaskName,
  type Test,
} from "./tasks.ts";

/** Sequences of a step, and of a step of a test. */
const batch = 32;

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

/** A model that learns a task, step by step. The same settings give the same numbers. */
export class Run {
  readonly task: ArenaTask;
  readonly net: GPT<Mixer>;
  readonly steps: number;
  /** Steps so far. */
  step: number = 0;
  readonly #seed: number;
  readonly #schedule: LambdaLR;
  readonly #train: CompiledStep<[ids: Tensor, labels: Tensor], Tensor>;

  constructor({ task, mixer, seed, steps, heads }: RunSettings) {
    manualSeed(seed);
    this.task = arena[task];
    this.steps = steps ?? this.task.steps;
    this.#seed = seed;
    this.net = arenaModel(mixer, heads ?? this.task.heads[0]!, this.task.model);
    const optimizer = new AdamW(this.net, { lr: this.task.lr, clipGradNorm: 1 });
    this.#schedule = new LambdaLR(optimizer, { lrLambda: (step) => rateAt(step, this.steps) });
    this.#train = compile((ids: Tensor, labels: Tensor) =>
      optimizer.step(() => crossEntropy(this.net.forward(ids).flatten(0, 1), labels)),
    );
  }

  /** Trains one step on sequences of its own, and returns their loss before it. */
  next(): number {
    const made = sequencesOf(this.task, this.task.tests[0]!, seedOf(this.#seed, ++this.step), batch);
    const labels = made.flatMap((one) => one.labels);
    const loss = scope(() => this.#train(idsOf(made), ints(labels)).item());
    this.#schedule.step();
    return loss;
  }

  /** Frees what the run holds. */
  free(): void {
    this.#train.dispose();
    for (const weights of this.net.parameters()) dispose(weights);
  }

  /** The most probable token at each place of sequences. */
  answers(made: readonly Sequence[]): number[][] {
    return noGrad(() => scope(() => this.net.forward(idsOf(made)).argmax(-1).toArray() as number[][]));
  }

  /**
   * Asks for sequences of a test, which no run has trained on: how many answers, or sequences where the task counts those, and how
   * many of them were wrong.
   */
  test(test: Test, count: number = test.count): Readonly<Record<"asked" | "wrong", number>> {
    let [asked, wrong] = [0, 0];
    for (let part = 0; part * batch < count; part++) {
      const made = sequencesOf(this.task, test, seedOf(testSeed, part), batch);
      const answers = this.answers(made);
      for (const [i, one] of made.entries()) {
        const places = askedOf(one);
        const missed = places.filter((place) => answers[i]![place] !== one.labels[place]).length;
        asked += this.task.whole ? 1 : places.length;
        wrong += this.task.whole ? Math.min(1, missed) : missed;
      }
    }
    return { asked, wrong };
  }
}

/** In place of a run's seed: no run trains on what is tested. */
export const testSeed = 1_000_000;
export const seedOf = (seed: number, part: number): number => 10_000 * (seed + 1) + part;

/** (b, t). */
export const idsOf = (made: readonly Sequence[]): Tensor => ints(made.map(({ tokens }) => tokens));

/** The factor of the rate: it rises over a fifth of the steps, at most 100, and falls along a cosine to a tenth. */
export function rateAt(step: number, steps: number): number {
  const warmup = Math.min(100, Math.ceil(steps / 5));
  if (step < warmup) return (step + 1) / warmup;
  return 0.55 + 0.45 * Math.cos((Math.PI * (step - warmup)) / Math.max(1, steps - warmup));
}
