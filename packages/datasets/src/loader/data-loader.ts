import { Generator, scope, Tensor } from "@saccade/tensor";
import { badArgument, giveUp, refuseExtra } from "@saccade/tensor/backend";
import { callable, flag, instanceOf, type OptionsOf, options, size } from "@saccade/tensor/contract";
import { type Collated, defaultCollate } from "./collate.ts";
import { checkDataset, type Dataset } from "./dataset.ts";
import { orderOf } from "./random-split.ts";
import { refuseIndices } from "./refuse-indices.ts";

const inMemory = "samples come from memory, without workers";

const loaderOptions = options(
  "DataLoader",
  {
    /** Samples of a batch. The last batch may have fewer. Default 1. */
    batchSize: size(1),
    /** Whether each iteration has its own random order. Default false. */
    shuffle: flag(false),
    /** Whether a last batch that is not full is left out. Default false. */
    dropLast: flag(false),
    /** Draws the orders. Without one the default generator does, which `manualSeed` sets. */
    generator: instanceOf("a Generator", Generator),
    /** Makes a batch of a list of samples. Default: {@link defaultCollate}. */
    collateFn: callable<(samples: never[]) => unknown>(),
  },
  {
    example: "new DataLoader(dataset, { batchSize: 32, shuffle: true })",
    renamed: {
      numWorkers: inMemory,
      pinMemory: inMemory,
      prefetchFactor: inMemory,
      persistentWorkers: inMemory,
      timeout: inMemory,
      sampler: "write new Subset(dataset, indices)",
      batchSampler: "write new Subset(dataset, indices)",
      seed: "write generator: new Generator(0)",
    },
  },
);

/** Options of {@link DataLoader}. */
export interface DataLoaderOptions<S, B> extends Omit<OptionsOf<typeof loaderOptions>, "collateFn"> {
  /** Makes a batch of a list of samples. Default: {@link defaultCollate}. */
  readonly collateFn?: ((samples: readonly S[]) => B) | undefined;
}

/**
 * Batches of a dataset, PyTorch's `DataLoader`. Each `for … of` is one epoch. A batch is freed when the next is asked for,
 * unless `keep` named it or `collateFn` made it.
 *
 * @example
 * const data = new TensorDataset(arange(5), arange(5).square());
 * Array.from(new DataLoader(data, { batchSize: 2 }), ([x]) => x.toArray()) // [[0, 1], [2, 3], [4]]
 */
export class DataLoader<S, B = Collated<S>> implements Iterable<B> {
  readonly dataset: Dataset<S>;
  readonly batchSize: number;
  readonly shuffle: boolean;
  readonly dropLast: boolean;
  readonly #generator: Generator | undefined;
  readonly #batchOf: (indices: Int32Array) => unknown;
  // Whether the loader made the tensors of a batch, not a function that may hand on the dataset's own.
  readonly #ours: boolean;

  /** @throws ArgumentError for anything but a dataset, or a wrong option. */
  constructor(dataset: Dataset<S>, given: DataLoaderOptions<S, B> = {}) {
    refuseExtra(loaderOptions, arguments, 2);
    checkDataset("DataLoader", "dataset", dataset);
    const { batchSize, shuffle, dropLast, generator, collateFn } = loaderOptions(
      given as OptionsOf<typeof loaderOptions>,
    );
    if (dropLast && dataset.length < batchSize)
      throw badArgument(
        "DataLoader",
        "batchSize",
        `at most ${dataset.length}, the number of samples, with dropLast`,
        batchSize,
      );
    this.dataset = dataset;
    this.batchSize = batchSize;
    this.shuffle = shuffle;
    this.dropLast = dropLast;
    this.#generator = generator;
    const collate: (samples: never[]) => unknown = collateFn ?? defaultCollate;
    const one = (indices: Int32Array): unknown =>
      scope(() => collate(Array.from(indices, (i) => dataset.get(i)) as never[]));
    this.#ours = collateFn === undefined;
    this.#batchOf =
      this.#ours && dataset.getBatch !== undefined ? (indices) => dataset.getBatch?.(indices) : one;
  }

  /** The number of batches of an epoch. */
  get length(): number {
    const batches = this.dataset.length / this.batchSize;
    return this.dropLast ? Math.floor(batches) : Math.ceil(batches);
  }

  *[Symbol.iterator](): Iterator<B> {
    const { dataset, batchSize, length } = this;
    const order = this.shuffle
      ? orderOf(dataset.length, this.#generator)
      : Int32Array.from({ length: dataset.length }, (_, i) => i);
    for (let i = 0; i < length; i++) {
      const batch = this.#batchOf(order.subarray(i * batchSize, (i + 1) * batchSize)) as B;
      yield batch;
      if (this.#ours) for (const x of tensorsIn(batch)) if (!x.kept) giveUp(x);
    }
  }
}

refuseIndices(DataLoader.prototype, "DataLoader", "write for (const batch of loader)");

function* tensorsIn(batch: unknown): Iterable<Tensor> {
  if (batch instanceof Tensor) yield batch;
  else if (Array.isArray(batch)) for (const item of batch) yield* tensorsIn(item);
  else if (Object.getPrototypeOf(batch ?? 0) === Object.prototype)
    yield* tensorsIn(Object.values(Object(batch)));
}
