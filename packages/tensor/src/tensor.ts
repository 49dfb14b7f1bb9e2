import { FreedTensorError, ShapeError } from "./errors.ts";
import type { Backend, Operand } from "./kernel.ts";
import { type TypedArray, typedArray } from "./memory/dtype.ts";
import { Handle } from "./memory/handle.ts";
import { track } from "./memory/lifetime.ts";
import { dispose, keep } from "./memory/scope.ts";
import { isContiguous, type Shape } from "./memory/shape.ts";
import type { Storage } from "./memory/storage.ts";
import { type NestedArray, nest } from "./nested.ts";
import { formatTensor } from "./print.ts";
import { gatherElements } from "./reference/iterate.ts";

/**
 * An n-dimensional array: a strided window on a share-counted storage. It is never written but by
 * optimizers and loadStateDict, has no `grad` and needs no freeing. Made by `tensor`, `zeros`, `randn`
 * and the like, not by `new`.
 */
export class Tensor extends Handle implements Operand {
  /** @internal Takes over one share of the storage. */
  constructor(storage: Storage, shape: Shape, strides: Shape, offset: number) {
    super(storage, shape, strides, offset);
    track(this);
  }

  get ndim(): number {
    return this.shape.length;
  }

  get backend(): Backend {
    return this.storage.backend;
  }

  get isContiguous(): boolean {
    return isContiguous(this.shape, this.strides);
  }

  /** The backend's buffer, for kernels. */
  get buffer(): unknown {
    return this.storage.buffer;
  }

  /** The size of one dim; negative dims count from the end. */
  size(dim: number): number {
    const size = this.shape.at(dim);
    if (size === undefined) throw new ShapeError(`size: dim ${dim} is out of range for ${this.describe()}.`);
    return size;
  }

  /** The elements in row-major order, as a copy. Works on every backend. */
  async data(): Promise<TypedArray> {
    this.checkLive("data");
    return this.#inOrder(await this.storage.read());
  }

  /** The elements in row-major order, as a copy, at once. @throws BackendError where the host cannot see them. */
  dataSync(): TypedArray {
    this.checkLive("dataSync");
    return this.#inOrder(this.storage.view("dataSync"));
  }

  /** The value of a tensor of one element. @throws ShapeError for any other number of elements. */
  item(): number {
    this.checkLive("item");
    if (this.numel !== 1) {
      throw new ShapeError(
        `item: ${this.describe()} has ${this.numel} elements; reduce it first, or use toArray().`,
      );
    }
    return this.storage.view("item")[this.offset]!;
  }

  /** The elements as nested arrays (a number for a scalar); booleans for bool. */
  toArray(): NestedArray {
    return nest(this.dataSync(), this.shape, this.dtype);
  }

  /** Gives the memory back before the scope or the garbage collector would. Later use throws. */
  dispose(): void {
    dispose(this);
  }

  [Symbol.dispose](): void {
    dispose(this);
  }

  /** Keeps the tensor beyond every open scope. */
  keep(): this {
    return keep(this);
  }

  override toString(): string {
    if (this.shares <= 0) return "tensor(freed)";
    const data = this.backend.view === undefined ? null : this.dataSync();
    return formatTensor(data, this.shape, this.dtype);
  }

  /** @internal */
  checkLive(what: string): void {
    if (this.shares > 0) return;
    throw new FreedTensorError(
      `${what}: this ${this.describe()} was freed when its scope ended. Return it from the scope, ` +
        "or name it with keep(t) inside.",
    );
  }

  #inOrder(block: TypedArray): TypedArray {
    const out = typedArray(this.dtype, this.numel);
    gatherElements(block, this, out);
    return out;
  }
}
