import type { Backend, Operand } from "./current-backend.ts";
import { FreedTensorError, ShapeError } from "./errors.ts";
import type { DType, TypedArray } from "./memory/dtype.ts";
import { typedArray } from "./memory/dtype.ts";
import { dispose, keep, track } from "./memory/scope.ts";
import { formatShape, isContiguous, numelOf, type Shape } from "./memory/shape.ts";
import type { Storage } from "./memory/storage.ts";
import type { TensorMethods } from "./methods.ts";
import { type NestedArray, nest } from "./nested.ts";
import * as methods from "./ops/methods.ts";
import { formatTensor } from "./print.ts";
import { gatherElements } from "./reference/iterate.ts";

// The methods that ops give every tensor, attached below.
export interface Tensor extends TensorMethods {}

/**
 * An n-dimensional array: a strided window on a share-counted storage. It is never written but by
 * optimizers and loadStateDict, has no `grad` and needs no freeing. Made by `tensor`, `zeros`, `randn`
 * and the like, not by `new`.
 */
export class Tensor implements Operand {
  readonly shape: Shape;
  /** Elements from one index of a dim to the next. */
  readonly strides: Shape;
  /** Elements from the storage's start to the first element. */
  readonly offset: number;
  readonly dtype: DType;
  /** @internal */ storage: Storage;
  /** @internal Shares of this handle: its owner's (a scope or the net) and those of tapes. */
  shares: number = 1;
  /** @internal True until the owner's share is given back. */
  owned: boolean = true;
  /** @internal True once a `keep` took it out of its scopes. */
  kept: boolean = false;
  /** @internal False for a parked value, which is not counted as memory in use. */
  counted: boolean = true;
  /** @internal True while the garbage collector is what will free it. */
  inNet: boolean = false;

  /** @internal Takes over one share of the storage. */
  constructor(storage: Storage, shape: Shape, strides: Shape, offset: number) {
    this.storage = storage;
    this.shape = shape;
    this.strides = strides;
    this.offset = offset;
    this.dtype = storage.dtype;
    track(this);
  }

  get ndim(): number {
    return this.shape.length;
  }

  get numel(): number {
    return numelOf(this.shape);
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

  toString(): string {
    return this.shares > 0 ? formatTensor(this) : "tensor(freed)";
  }

  /** For messages: `float32[2, 3]`. */
  describe(): string {
    return `${this.dtype}${formatShape(this.shape)}`;
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

for (const [name, op] of Object.entries<(x: Tensor, ...args: never[]) => unknown>(methods)) {
  const method = function (this: Tensor, ...args: never[]): unknown {
    return op(this, ...args);
  };
  Object.defineProperty(Tensor.prototype, name, { value: method, writable: true, configurable: true });
}
