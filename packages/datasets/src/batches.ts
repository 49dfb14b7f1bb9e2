import {
  ArgumentError,
  fromData,
  Generator,
  randperm,
  referenceBackend,
  scope,
  type Tensor,
} from "@saccade/tensor";
import * as backend from "@saccade/tensor/backend";
import { flag, type OptionsOf, objectOf, options, required, rule, size } from "@saccade/tensor/contract";
import { seed } from "./rules.ts";

/** Tensors whose dim 0 counts the same rows: (n, …). */
export type BatchTensors = Readonly<Record<string, Tensor>>;

/** One batch: the same names, (rows, …). */
export type BatchOf<T extends BatchTensors> = { readonly [K in keyof T]: Tensor };

const batchOptions = options(
  "batches",
  {
    tensors: required(
      rule(
        "an object of named tensors",
        (value): value is BatchTensors =>
          Object.prototype.toString.call(value) === "[object Object]" && !("strides" in Object(value)),
      ),
    ),
    /** Rows of a batch, a whole number ≥ 1. The last batch of an epoch may have fewer. */
    batchSize: required(size()),
    /** Whether each epoch has its own order, which only depends on seed and epoch. Default false. */
    shuffle: flag(false),
    /** Of the order, a whole number ≥ 0. Default 0. */
    seed,
    /** Whether to drop an incomplete last batch. Default false. */
    dropLast: flag(false),
  },
  {
    example: "batches({ tensors: { x, y }, batchSize: 32 })",
    renamed: {
      dataset: "write tensors: { x, y }",
      data: "write tensors: { x, y }",
      generator: "write seed: 0",
      numWorkers: "batches are cut from tensors in memory, without workers",
    },
  },
);

/** Options of {@link batches}. */
export interface BatchOptions<T extends BatchTensors> extends OptionsOf<typeof batchOptions> {
  /** The data by name; dim 0 of each tensor counts the same n rows. */
  readonly tensors: T;
}

/** The position of an iterator, as JSON for a checkpoint. */
export interface BatchState {
  /** Counts from 0. */
  readonly epoch: number;
  /** Batches of that epoch that were given out. */
  readonly position: number;
  /** Of the order. */
  readonly seed: number;
}

/**
 * Cuts tensors into batches. Each `for … of` yields the rest of the current epoch; the next one, the next epoch.
 * A batch is freed when the next is requested, unless it was passed to `keep`.
 *
 * @throws ArgumentError for an unknown option or a wrong value, and for tensors that differ in rows.
 * @example
 * const x = arange(5);
 * Array.from(batches({ tensors: { x }, batchSize: 2 }), (batch) => batch.x.toArray()) // [[0, 1], [2, 3], [4]]
 */
export function batches<T extends BatchTensors>(given: BatchOptions<T>): BatchIterator<T> {
  return new BatchIterator(given);
}

// The method that scopes look for, attached below.
// biome-ignore lint/correctness/noUnusedVariables: a merged declaration must repeat the class's parameters
export interface BatchIterator<T extends BatchTensors> extends backend.TensorHolder {}

/**
 * The result of {@link batches}: each iteration gives the rest of an epoch.
 *
 * @example batches({ tensors: { x: arange(5) }, batchSize: 2 }) instanceof BatchIterator // true
 */
export class BatchIterator<T extends BatchTensors> implements Iterable<BatchOf<T>> {
  readonly tensors: T;
  readonly batchSize: number;
  readonly shuffle: boolean;
  readonly batchesPerEpoch: number;
  readonly #rows: number;
  #state: BatchState;
  #batch: readonly Tensor[] = [];

  /** @throws ArgumentError as {@link batches} does. */
  constructor(given: BatchOptions<T>) {
    const { batchSize, shuffle, seed, dropLast } = batchOptions(given);
    const { tensors } = given;
    this.#rows = commonRows(tensors);
    const full = this.#rows / batchSize;
    if (dropLast && full < 1) {
      const rule = `at most ${this.#rows}, the number of rows, with dropLast`;
      throw backend.badArgument("batches", "batchSize", rule, batchSize, "make it smaller");
    }
    this.tensors = tensors;
    this.batchSize = batchSize;
    this.shuffle = shuffle;
    this.batchesPerEpoch = dropLast ? Math.floor(full) : Math.ceil(full);
    this.#state = { epoch: 0, position: 0, seed };
  }

  /** The epoch that the next batch belongs to, from 0. */
  get epoch(): number {
    return this.#state.epoch;
  }

  *[Symbol.iterator](): Iterator<BatchOf<T>> {
    const order = this.shuffle ? this.#order() : null;
    while (this.#state.position < this.batchesPerEpoch) {
      const { position } = this.#state;
      this.#release();
      const batch = this.#cut(order, position * this.batchSize);
      this.#batch = Object.values<Tensor>(batch);
      this.#state = { ...this.#state, position: position + 1 };
      yield batch;
    }
    this.#release();
    this.#state = { ...this.#state, epoch: this.#state.epoch + 1, position: 0 };
  }

  // Not on a break: `const [first] = batches(…)` must stay usable.
  #release(): void {
    for (const x of this.#batch) if (!x.kept) backend.giveUp(x);
    this.#batch = [];
  }

  /** The current position. A batch that was returned counts as done; the epoch ends when the next one is requested. */
  state(): BatchState {
    return this.#state;
  }

  /** Resumes from the result of `state()`. @throws ArgumentError for anything else, without changing anything. */
  restore(state: unknown): void {
    if (!isState(state))
      throw new ArgumentError(
        "batches.restore: expected { epoch, position, seed }, whole numbers ≥ 0, as state() gives them, got " +
          `${describeState(state)}.`,
      );
    if (state.position > this.batchesPerEpoch)
      throw new ArgumentError(
        `batches.restore: position ${state.position} is beyond the ${this.batchesPerEpoch} batches of an epoch; the data or batchSize differ.`,
      );
    this.#state = { ...state };
  }

  // A pure function of seed and epoch, so that a resumed epoch has the order it began with. On the host: it may
  // be made inside a scope and must outlive it.
  #order(): Int32Array {
    const { seed, epoch } = this.#state;
    return scope(() => {
      const generator = new Generator(seed);
      generator.setState({ ...generator.getState(), offset: epoch });
      return Int32Array.from(randperm(this.#rows, { generator, backend: referenceBackend() }).dataSync());
    });
  }

  #cut(order: Int32Array | null, start: number): BatchOf<T> {
    const stop = Math.min(start + this.batchSize, this.#rows);
    const rows = (x: Tensor): Tensor => {
      if (order === null) return x.slice(0, { start, stop });
      return scope(() =>
        x.indexSelect(0, fromData(order.slice(start, stop), [stop - start], { backend: x.backend })),
      );
    };
    return Object.fromEntries(Object.entries(this.tensors).map(([name, x]) => [name, rows(x)])) as BatchOf<T>;
  }
}

// Outside of the class, whose declared names must be literal (isolatedDeclarations).
Object.defineProperty(BatchIterator.prototype, backend.tensorsOf, {
  value(this: BatchIterator<BatchTensors>): Iterable<Tensor> {
    return Object.values(this.tensors);
  },
});

function describeState(state: unknown): string {
  if (typeof state !== "object" || state === null || Array.isArray(state))
    return backend.describeValue(state);
  const fields = Object.entries(state).map(([name, value]) => `${name}: ${backend.describeValue(value)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.slice(0, 5).join(", ")} }`;
}

const count = required(seed);
const stateRule = objectOf("a state", { epoch: count, position: count, seed: count });

function isState(value: unknown): value is BatchState {
  return stateRule.holds(value) && Object.keys(value).length === 3;
}

function commonRows(tensors: BatchTensors): number {
  const [first, ...others] = Object.entries(tensors);
  if (first === undefined)
    throw new ArgumentError(`batches: tensors is empty; write ${batchOptions.example}.`);
  for (const [name, x] of [first, ...others]) {
    const at = `tensors.${name}`;
    backend.checkTensor("batches", at, x);
    if (x.ndim === 0)
      throw backend.badArgument("batches", at, "(n, …), n rows", x, "unsqueeze(0) makes a scalar one row");
  }
  const odd = others.find(([, x]) => x.shape[0] !== first[1].shape[0]);
  if (odd === undefined) return first[1].shape[0]!;
  throw new ArgumentError(
    `batches: ${odd[0]} ${backend.formatShape(odd[1].shape)} beside ${first[0]} ${backend.formatShape(first[1].shape)}; ` +
      "all must have the same number of rows.",
  );
}
