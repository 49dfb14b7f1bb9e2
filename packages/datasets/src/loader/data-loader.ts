import { ArgumentError, Generator, scope, Tensor } from "@saccade/tensor";
import { badArgument, describeValue, giveUp, isPlainObject } from "@saccade/tensor/backend";
import { callable, flag, instanceOf, type OptionsOf, options, size, whole } from "@saccade/tensor/contract";
import { type Collated, defaultCollate } from "./collate.ts";
import { checkDataset, type Dataset, refuseIndices } from "./dataset.ts";
import { checkIndexOf, checkOrder, given, inOrder, type Orders, samplerOf, shuffled } from "./sampler.ts";

const inMemory = "samples come from memory, without workers";

const loaderOptions = options(
  "DataLoader",
  {
    /** Samples of a batch. The last batch may have fewer. Default 1. */
    batchSize: size(1),
    /** Whether each iteration has its own random order. Default false. */
    shuffle: flag(false),
    /** The indices of an epoch's samples, in place of `shuffle`: a list, or a {@link Sampler}. */
    sampler: samplerOf<number>("indices"),
    /** The lists of indices of an epoch's batches, in place of `batchSize`, `shuffle`, `sampler` and `dropLast`. */
    batchSampler: samplerOf<ArrayLike<number>>("lists of indices"),
    /** Whether to drop an incomplete last batch. Default false. */
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
      seed: "write generator: new Generator(0)",
    },
  },
);

/** Options of {@link DataLoader}. */
export interface DataLoaderOptions<S, B> extends Omit<OptionsOf<typeof loaderOptions>, "collateFn"> {
  /** Makes a batch of a list of samples. Default: {@link defaultCollate}. */
  readonly collateFn?: ((samples: readonly S[]) => B) | undefined;
}

/** The place of a {@link DataLoader}: JSON. */
export interface DataLoaderState {
  /** Batches of the epoch that were handed out; 0 between epochs. */
  readonly position: number;
  /** The state of the generator or sampler that determines this epoch's order; null between epochs. */
  readonly start: unknown;
  /** The state that determines the next epoch's order. */
  readonly now: unknown;
}

/**
 * Batches of a dataset, PyTorch's `DataLoader`. Each `for … of` is one epoch. A batch is freed when the next is asked for,
 * unless `keep` named it or `collateFn` made it. `state` and `restore` resume an epoch at any batch.
 *
 * @example
 * const data = new TensorDataset(arange(5), arange(5).square());
 * Array.from(new DataLoader(data, { batchSize: 2 }), ([x]) => x.toArray()) // [[0, 1], [2, 3], [4]]
 */
export class DataLoader<S, B = Collated<S>> implements Iterable<B> {
  readonly dataset: Dataset<S>;
  /** Samples of a batch; null with a batch sampler. */
  readonly batchSize: number | null;
  readonly shuffle: boolean;
  readonly dropLast: boolean;
  /** The batches of an epoch, or its samples, which are cut. */
  readonly #orders: Orders<number> | Orders<ArrayLike<number>>;
  readonly #what: string;
  readonly #batchOf: (indices: Int32Array) => unknown;
  // Whether the loader made the tensors of a batch, rather than a function that may return the dataset's own.
  readonly #ours: boolean;
  // The position of the latest iteration, from which the next one continues.
  #place: Pick<DataLoaderState, "position" | "start"> | null = null;
  #resume: DataLoaderState | null = null;

  /** @throws ArgumentError for anything but a dataset, a wrong option, or options that contradict each other. */
  constructor(dataset: Dataset<S>, options: DataLoaderOptions<S, B> = {}) {
    checkDataset("DataLoader", "dataset", dataset);
    const settings = loaderOptions(options as OptionsOf<typeof loaderOptions>);
    const { batchSize, shuffle, dropLast, generator, collateFn, sampler, batchSampler } = settings;
    refuseBeside(options, "batchSampler", ["batchSize", "shuffle", "sampler", "dropLast"]);
    refuseBeside(options, "sampler", ["shuffle"]);
    if (shuffle) checkOrder("DataLoader: shuffle", dataset.length);
    const n = (): number => dataset.length;
    const samples = sampler === undefined ? undefined : given(sampler);
    const orders = samples ?? (shuffle ? shuffled(n, generator) : inOrder(n));
    if (dropLast && orders.length < batchSize)
      throw badArgument("DataLoader", "batchSize", `at most ${orders.length}, the number of samples, with dropLast`, batchSize); // biome-ignore format: one line
    this.dataset = dataset;
    this.batchSize = batchSampler === undefined ? batchSize : null;
    this.shuffle = shuffle;
    this.dropLast = dropLast;
    this.#orders = batchSampler === undefined ? orders : given(batchSampler);
    this.#what = batchSampler === undefined ? "sampler" : "batchSampler";
    const collate: (samples: never[]) => unknown = collateFn ?? defaultCollate;
    const get = (i: number): unknown => atOnce(`dataset.get(${i})`, dataset.get(i));
    const one = (indices: Int32Array): unknown =>
      scope(() => atOnce("collateFn", collate(Array.from(indices, get) as never[])));
    this.#ours = collateFn === undefined;
    this.#batchOf =
      this.#ours && dataset.getBatch !== undefined
        ? (indices) => atOnce("dataset.getBatch", dataset.getBatch?.(indices))
        : one;
  }

  /** The number of batches of an epoch; Infinity if the sampler has no length. */
  get length(): number {
    const batches = this.#orders.length / (this.batchSize ?? 1);
    return this.dropLast ? Math.floor(batches) : Math.ceil(batches);
  }

  /** False if the sampler is neither a list nor has `state`: a resumed epoch may have another order then. */
  get canResume(): boolean {
    return this.#orders.canResume;
  }

  *[Symbol.iterator](): Iterator<B> {
    const resume = this.#resume;
    this.#resume = null;
    const start = resume?.start ?? this.#orders.state();
    const done = resume?.position ?? 0;
    let position = 0;
    for (const indices of this.#batches()) {
      if (position++ < done) continue;
      const batch = this.#batchOf(indices) as B;
      this.#place = { position, start };
      yield batch;
      if (this.#ours) for (const x of tensorsIn(batch)) if (!x.kept) giveUp(x);
    }
    this.#place = null;
  }

  *#batches(): Iterable<Int32Array> {
    const { batchSize, dropLast, dataset } = this;
    const index = (i: unknown): number => checkIndexOf(this.#what, i, dataset.length);
    let batch: number[] = [];
    for (const next of this.#orders.epoch()) {
      if (batchSize === null) yield Int32Array.from(listIn(next), index);
      else if (batch.push(index(next)) === batchSize) {
        yield Int32Array.from(batch);
        batch = [];
      }
    }
    if (batch.length > 0 && !dropLast) yield Int32Array.from(batch);
  }

  /** The place of the iteration that moved last. A batch that was handed out counts as done. */
  state(): DataLoaderState {
    return this.#resume ?? { ...(this.#place ?? between), now: this.#orders.state() };
  }

  /**
   * Goes back to a place that `state()` gave: the next iteration gives the rest of that epoch. Without one, as in files of
   * versions that did not save it, the next iteration is a whole epoch. The default generator is not put back: that is
   * `setRandomState`'s.
   *
   * @throws ArgumentError for anything else; nothing has changed then.
   * @example
   * const loader = new DataLoader(new TensorDataset(arange(4)), { batchSize: 2 });
   * for (const batch of loader) break;
   * loader.restore(loader.state());
   * Array.from(loader, ([x]) => x.toArray()) // [[2, 3]]
   */
  restore(state?: unknown): void {
    if (state === undefined) {
      this.#place = null;
      this.#resume = null;
      return;
    }
    const { position, start, now }: Record<string, unknown> = Object(state);
    if (!count.holds(position) || start === undefined || now === undefined)
      throw new ArgumentError(
        `DataLoader.restore: expected { position, start, now }, as state() gives them, got ${describeValue(state)}.`,
      );
    if (position > this.length)
      throw new ArgumentError(
        `DataLoader.restore: position ${position} is beyond the ${this.length} batches of an epoch; the data or batchSize differ.`,
      );
    this.#restoreOrders(start, now);
    this.#place = null;
    this.#resume = { position, start, now };
  }

  #restoreOrders(start: unknown, now: unknown): void {
    try {
      this.#orders.restore(start, now);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new ArgumentError(`DataLoader.restore: the state is not of this loader's orders: ${why}`);
    }
  }
}

const between = { position: 0, start: null };
const count = whole(0, { min: 0 });

function refuseBeside(options: object, name: string, others: readonly string[]): void {
  const has = (option: string): boolean => ![undefined, false].includes(Reflect.get(options, option));
  const other = has(name) ? others.find(has) : undefined;
  if (other === undefined) return;
  const why =
    name === "sampler" ? "a sampler determines the order" : "a batch sampler determines the batches";
  throw new ArgumentError(`DataLoader: ${name} together with ${other}; ${why}, so leave ${other} out.`);
}

/** @throws ArgumentError for a promise. */
function atOnce(what: string, value: unknown): unknown {
  if (!(value instanceof Promise)) return value;
  throw new ArgumentError(
    `DataLoader: ${what} gave a promise; ${inMemory.replace(", without workers", "")}, so await them before the loader is made.`,
  );
}

/** @throws ArgumentError unless it is a list with an item. */
function listIn(batch: unknown): ArrayLike<unknown> {
  const { length }: { length?: unknown } = Object(batch);
  if (typeof batch !== "object" || !count.holds(length))
    throw new ArgumentError(
      `DataLoader: batchSampler gave ${describeValue(batch)}; it gives lists of indices, one a batch.`,
    );
  if (length === 0) throw new ArgumentError("DataLoader: batchSampler gave an empty batch; leave it out.");
  return batch as ArrayLike<unknown>;
}

refuseIndices(DataLoader.prototype, "DataLoader", "write for (const batch of loader)");

function* tensorsIn(batch: unknown): Iterable<Tensor> {
  if (batch instanceof Tensor) yield batch;
  else if (Array.isArray(batch)) for (const item of batch) yield* tensorsIn(item);
  else if (isPlainObject(Object(batch ?? 0))) yield* tensorsIn(Object.values(Object(batch)));
}
