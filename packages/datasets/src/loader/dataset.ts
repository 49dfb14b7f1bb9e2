import { ArgumentError, fromData, IndexError, scope, Tensor } from "@saccade/tensor";
import { badArgument, checkTensor, formatShape } from "@saccade/tensor/backend";

/**
 * Makes `dataset[0]` throw and suggest a fix, where JavaScript would return undefined. A proxy at the end of the prototype
 * chain only sees names that neither an object nor its class has.
 */
export function refuseIndices(prototype: object, what: string, fix: string): void {
  const get = (object: object, name: string | symbol, owner: unknown): unknown => {
    if (typeof name === "string" && /^-?\d+$/.test(name))
      throw new ArgumentError(`${what}: it has no [${name.slice(0, 20)}]; ${fix}.`);
    return Reflect.get(object, name, owner);
  };
  Object.setPrototypeOf(prototype, new Proxy(Object.prototype, { get }));
}

/** Samples by number, from 0: PyTorch's map-style dataset. */
export interface Dataset<S> {
  /** The number of samples. */
  readonly length: number;
  /** Sample i. Its tensors are freed after batching; a dataset that caches tensors passes them to `keep`. */
  get(i: number): S;
  /** The batch of samples, if it can be made in one step rather than sample by sample. */
  getBatch?(indices: Int32Array): unknown;
}

/** The tensors of a sample or a batch. */
export type TensorsOf<T extends readonly Tensor[]> = { readonly [K in keyof T]: Tensor };

/**
 * Samples that are rows of tensors: sample i is `[x[i], y[i], …]`. A batch is made in one step: rows in order are views, others are
 * gathered.
 *
 * @example
 * const data = new TensorDataset(tensor([[1, 2], [3, 4]]), tensor([0, 1]));
 * [data.length, data.get(1)] // [2, [tensor([3, 4]), tensor(1)]]
 */
export class TensorDataset<T extends readonly Tensor[]> implements Dataset<TensorsOf<T>> {
  readonly tensors: T;
  readonly length: number;

  /** @throws ArgumentError for no tensors, a scalar, or tensors that differ in rows. */
  constructor(...tensors: T) {
    const [first] = tensors;
    if (first === undefined)
      throw new ArgumentError("TensorDataset: it takes tensors; write new TensorDataset(x, y).");
    for (const [i, x] of tensors.entries()) {
      checkTensor("TensorDataset", `tensors[${i}]`, x);
      if (x.ndim === 0) throw badArgument("TensorDataset", `tensors[${i}]`, "(n, …), n samples", x);
      if (x.size(0) !== first.size(0))
        throw new ArgumentError(
          `TensorDataset: tensors[${i}] ${formatShape(x.shape)} beside tensors[0] ${formatShape(first.shape)}; all ` +
            "must have the same number of rows.",
        );
    }
    this.tensors = tensors;
    this.length = first.size(0);
  }

  /** @throws IndexError unless i counts from 0 to below length. */
  get(i: number): TensorsOf<T> {
    checkIndex("TensorDataset.get", "i", i, this.length);
    return this.tensors.map((x) => x.select(0, i)) as readonly Tensor[] as TensorsOf<T>;
  }

  /** The rows at these indices. */
  getBatch(indices: Int32Array): TensorsOf<T> {
    const start = indices[0] ?? 0;
    const inOrder = indices.every((index, i) => index === start + i);
    const rows = (x: Tensor): Tensor => {
      if (inOrder) return x.slice(0, { start, stop: start + indices.length });
      return scope(() =>
        x.indexSelect(0, fromData(Int32Array.from(indices), [indices.length], { backend: x.backend })),
      );
    };
    return this.tensors.map(rows) as readonly Tensor[] as TensorsOf<T>;
  }
}

/**
 * The samples of a dataset at some indices.
 *
 * @example new Subset(new TensorDataset(tensor([5, 6, 7])), [2, 0]).get(0) // [tensor(7)]
 */
export class Subset<S> implements Dataset<S> {
  readonly dataset: Dataset<S>;
  readonly indices: readonly number[];
  readonly getBatch?: (indices: Int32Array) => unknown;

  /** @throws ArgumentError for anything but a dataset, IndexError for an index that it has not. */
  constructor(dataset: Dataset<S>, indices: readonly number[] | Int32Array) {
    checkDataset("Subset", "dataset", dataset);
    if (!Array.isArray(indices) && !(indices instanceof Int32Array))
      throw badArgument("Subset", "indices", "a list of whole numbers", indices);
    this.dataset = dataset;
    this.indices = [...indices];
    for (const [i, index] of this.indices.entries())
      checkIndex("Subset", `indices[${i}]`, index, dataset.length);
    if (dataset.getBatch !== undefined)
      this.getBatch = (batch) => dataset.getBatch?.(batch.map((i) => this.indices[i]!));
  }

  get length(): number {
    return this.indices.length;
  }

  /** @throws IndexError unless i counts from 0 to below length. */
  get(i: number): S {
    checkIndex("Subset.get", "i", i, this.length);
    return this.dataset.get(this.indices[i]!);
  }
}

/**
 * The concatenation of several datasets.
 *
 * @example
 * const data = new ConcatDataset([new TensorDataset(tensor([5])), new TensorDataset(tensor([6, 7]))]);
 * [data.length, data.get(2)] // [3, [tensor(7)]]
 */
export class ConcatDataset<S> implements Dataset<S> {
  readonly datasets: readonly Dataset<S>[];
  readonly length: number;

  /** @throws ArgumentError unless `datasets` is a list of datasets, at least one. */
  constructor(datasets: readonly Dataset<S>[]) {
    if (!Array.isArray(datasets) || datasets.length === 0)
      throw badArgument("ConcatDataset", "datasets", "a list of datasets, at least one", datasets);
    for (const [i, dataset] of datasets.entries()) checkDataset("ConcatDataset", `datasets[${i}]`, dataset);
    this.datasets = datasets;
    this.length = datasets.reduce((sum, { length }) => sum + length, 0);
  }

  /** @throws IndexError unless i counts from 0 to below length. */
  get(i: number): S {
    checkIndex("ConcatDataset.get", "i", i, this.length);
    let at = i;
    for (const dataset of this.datasets) {
      if (at < dataset.length) return dataset.get(at);
      at -= dataset.length;
    }
    throw new IndexError(`ConcatDataset.get: a dataset has become shorter.`);
  }
}

refuseIndices(TensorDataset.prototype, "TensorDataset", "write dataset.get(i)");
refuseIndices(Subset.prototype, "Subset", "write dataset.get(i)");
refuseIndices(ConcatDataset.prototype, "ConcatDataset", "write dataset.get(i)");

/** @throws ArgumentError unless it is a dataset. */
export function checkDataset(what: string, name: string, dataset: unknown): void {
  if (!(dataset instanceof Tensor)) {
    const { length, get } = Object(dataset);
    if (typeof length === "number" && typeof get === "function") {
      if (Number.isSafeInteger(length) && length >= 0) return;
      throw badArgument(what, `${name}.length`, "a whole number ≥ 0", length);
    }
  }
  const fix =
    dataset instanceof Tensor || Array.isArray(dataset)
      ? "write new TensorDataset(x, y)"
      : "or an object { length, get(i) }";
  throw badArgument(what, name, "a dataset", dataset, fix);
}

function checkIndex(what: string, name: string, i: unknown, length: number): void {
  if (typeof i !== "number" || !Number.isInteger(i)) throw badArgument(what, name, "a whole number", i);
  if (i < 0 || i >= length)
    throw new IndexError(`${what}: ${name} must count from 0 to ${length - 1}, got ${i}.`);
}
