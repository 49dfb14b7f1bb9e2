import type { BatchIterator, BatchOf, NmtTensors } from "@saccade/datasets";
import type { TrainingData } from "@saccade/train";

type Batch = BatchOf<NmtTensors>;

/** Epochs of a part of the data: each goes on where the last one ended, and all of the data come before any comes again. */
export class PartEpochs implements TrainingData<Batch> {
  readonly batchesPerEpoch: number;
  readonly #all: BatchIterator<NmtTensors>;
  #pass: Iterator<Batch> | null = null;
  /** Batches of this epoch that were given out. */
  #given = 0;

  constructor(all: BatchIterator<NmtTensors>, batchesPerEpoch: number) {
    this.#all = all;
    this.batchesPerEpoch = batchesPerEpoch;
  }

  *[Symbol.iterator](): Iterator<Batch> {
    while (this.#given < this.batchesPerEpoch) {
      this.#pass ??= this.#all[Symbol.iterator]();
      const { done, value } = this.#pass.next();
      if (done === true) {
        this.#pass = null;
        continue;
      }
      this.#given++;
      yield value;
    }
    this.#given = 0;
  }

  /** A batch that was returned counts as done, as `batches()` counts; so the epoch ends when the next is asked for. */
  state(): unknown {
    return { all: this.#all.state(), given: this.#given };
  }

  /** @throws RangeError for what `state()` did not give; nothing has changed then. */
  restore(state: unknown): void {
    const { all, given }: { all?: unknown; given?: unknown } = Object(state);
    if (typeof given !== "number" || !Number.isInteger(given) || given < 0 || given > this.batchesPerEpoch)
      throw new RangeError(
        `The checkpoint's place is ${String(given)} of ${this.batchesPerEpoch} batches of an epoch; this page did not write it.`,
      );
    this.#all.restore(all);
    this.#given = given;
    this.#pass = null;
  }
}
