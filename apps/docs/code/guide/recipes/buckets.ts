import { DataLoader, type Sampler } from "@saccade/datasets";
import { padSequence } from "@saccade/nn";
import { arange, Generator, randperm } from "@saccade/tensor";

/** Batches of sequences of similar length, in random order. */
class Buckets implements Sampler<number[]> {
  readonly #buckets: number[][] = [];
  readonly #generator = new Generator(0);

  constructor(lengths: readonly number[], batchSize: number) {
    const sorted = [...lengths.keys()].sort(
      (a, b) => lengths[a]! - lengths[b]!,
    );
    while (sorted.length > 0)
      this.#buckets.push(sorted.splice(0, batchSize));
  }
  /** Batches of an epoch. */
  get length() {
    return this.#buckets.length;
  }
  *[Symbol.iterator]() {
    const generator = this.#generator;
    const order = randperm(this.length, { generator }).dataSync();
    for (const i of order) yield this.#buckets[i]!;
  }
  // What the next epoch's order follows from: to resume.
  state() {
    return this.#generator.getState();
  }
  restore(state: ReturnType<Generator["getState"]>) {
    this.#generator.setState(state);
  }
}

const lengths = [7, 2, 9, 3, 8, 2];
const dataset = {
  length: lengths.length,
  get: (i: number) => arange(lengths[i]!),
};
const loader = new DataLoader(dataset, {
  batchSampler: new Buckets(lengths, 2),
  collateFn: (rows) => padSequence(rows, { batchFirst: true }),
});
for (const batch of loader) console.log(batch.shape);
