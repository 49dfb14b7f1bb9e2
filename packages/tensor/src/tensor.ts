// For programs whose `lib` lacks Symbol.dispose.
/// <reference lib="esnext.disposable" preserve="true" />

import { ArgumentError, badArgument, FreedTensorError, ShapeError } from "@saccade/contract";
import type { Backend, Operand } from "./kernel.ts";
import { type DType, type TypedArray, typedArray } from "./memory/dtype.ts";
import type { Handle } from "./memory/handle.ts";
import { track } from "./memory/lifetime.ts";
import { dispose, keep } from "./memory/scope.ts";
import { formatShape, isContiguous, numelOf, type Shape, sealOf } from "./memory/shape.ts";
import type { Storage } from "./memory/storage.ts";
import { type Nested, type NestedArray, nest } from "./nested.ts";
import { formatTensor } from "./print.ts";
import { gatherElements } from "./reference/iterate.ts";

/** The sizes of `N` dims: a tuple for N from 1 to 6, otherwise an array. */
export type Sizes<N extends number> = N extends 1
  ? [number]
  : N extends 2
    ? [number, number]
    : N extends 3
      ? [number, number, number]
      : N extends 4
        ? [number, number, number, number]
        : N extends 5
          ? [number, number, number, number, number]
          : N extends 6
            ? [number, number, number, number, number, number]
            : number[];

/**
 * An n-dimensional array: a strided window on a share-counted storage. Only optimizers and loadStateDict write to it.
 * It has no `grad` and does not need to be freed. Create one with `tensor`, `zeros` or `randn`, not with `new`.
 *
 * @example
 * const x = tensor([[1, 2], [3, 4]]);
 * [x.shape, x.dtype, x.mul(10)] // [[2, 2], "float32", tensor([[10, 20], [30, 40]])]
 */
export class Tensor implements Handle, Operand {
  // Public fields have a getter and no setter, so that an assignment throws. See other-libraries.ts.
  /** @internal */ readonly shape_: Shape;
  /** @internal */ readonly strides_: Shape;
  /** @internal */ readonly offset_: number;
  /** @internal */ storage: Storage;
  /** @internal */ shares: number = 1;
  /** @internal */ owned: boolean = true;
  /** @internal */ kept: boolean = false;
  /** @internal */ counted: boolean = true;
  /** @internal */ inNet: boolean = false;
  /** @internal True once `dispose` was called. */
  disposed: boolean = false;
  /** @internal Where a tape adds up the gradient of this tensor. */
  slot: unknown = undefined;
  /** @internal Of shape and strides, to notice when a caller writes to them: kernels trust them. */
  readonly seal: number;

  /** @internal Takes over one share of the storage. */
  constructor(storage: Storage, shape: Shape, strides: Shape, offset: number) {
    if (strides === undefined) throw madeByNew();
    this.storage = storage;
    this.shape_ = shape;
    this.strides_ = strides;
    this.offset_ = offset;
    this.seal = sealOf(shape, strides);
    track(this);
  }

  /** Sizes of the dims, outermost first; `[]` for a scalar. Read-only: if it is modified, using the tensor throws. */
  get shape(): Shape {
    return this.shape_;
  }

  /** For each dim, the distance in elements from one index to the next. */
  get strides(): Shape {
    return this.strides_;
  }

  /** The distance in elements from the start of the storage to the first element. */
  get offset(): number {
    return this.offset_;
  }

  /** The type of the elements. */
  get dtype(): DType {
    return this.storage.dtype;
  }

  /** The number of dims; 0 for a scalar. */
  get ndim(): number {
    return this.shape.length;
  }

  /** The number of elements. A property: `x.numel`, without parentheses. */
  get numel(): number {
    return numelOf(this.shape_);
  }

  /** The backend that holds the elements and computes with them. */
  get backend(): Backend {
    return this.storage.backend;
  }

  /** Whether the elements are in row-major order without gaps. */
  get isContiguous(): boolean {
    return isContiguous(this.shape_, this.strides_);
  }

  /** The backend's buffer, for kernels. */
  get buffer(): unknown {
    return this.storage.buffer;
  }

  /**
   * The size of one dim; negative dims count from the end.
   *
   * @throws ArgumentError unless `dim` is a whole number; ShapeError if there is no such dim.
   * @example zeros([2, 3]).size(-1) // 3
   */
  size(dim: number): number {
    const size = Number.isInteger(dim) ? this.shape.at(dim) : undefined;
    if (size !== undefined) return size;
    if (Number.isInteger(dim))
      throw new ShapeError(`size: dim ${dim} is out of range for ${this.describe()}.`);
    throw badArgument("size", "dim", "a whole number", dim, "all sizes are x.shape");
  }

  /**
   * The sizes of all `n` dims, typed as a tuple for n from 1 to 6.
   *
   * @throws ShapeError unless the tensor has n dims.
   * @example
   * const [b, d] = zeros([2, 3]).dims(2);
   * b * d // 6
   */
  dims<N extends number>(n: N): Sizes<N>;
  dims(n: number): number[] {
    if (n !== this.shape.length) throw wrongRank("dims", this, n);
    return this.shape.slice();
  }

  /** The elements in row-major order, as a copy. Works on every backend. */
  async data(): Promise<TypedArray> {
    this.checkLive("data");
    return inOrder(await this.storage.read(), this);
  }

  /** A copy of the elements in row-major order, synchronously. @throws BackendError if the host cannot read them. */
  dataSync(): TypedArray {
    return elementsNow("dataSync", this);
  }

  /** The value of a tensor of one element. @throws ShapeError for any other number of elements. */
  item(): number {
    this.checkLive("item");
    if (this.numel !== 1)
      throw new ShapeError(
        `item: ${this.describe()} has ${this.numel} elements; reduce it first, or use toArray().`,
      );
    return this.storage.view("item")[this.offset]!;
  }

  /**
   * The elements as nested arrays, or a number for a scalar. Elements of bool tensors are booleans. With the number of
   * dims the type is exact: `toArray(2)` gives `number[][]`, and `toArray<2, boolean>(2)` is for masks.
   *
   * @throws ShapeError unless the tensor has `ndim` dims.
   * @example tensor([[1, 2]]).toArray(2)[0][1] // 2
   */
  toArray<N extends number = number, E extends number | boolean = number>(ndim?: N): Nested<N, E>;
  toArray(ndim?: number): NestedArray {
    if (ndim !== undefined && ndim !== this.ndim) throw wrongRank("toArray", this, ndim);
    return nest(elementsNow("toArray", this), this.shape, this.dtype);
  }

  /** Frees the memory now, before its scope ends. Later use throws. */
  dispose(): void {
    dispose(this);
  }

  /** Called by `using x = …` at the end of its block: same as `dispose`. */
  [Symbol.dispose](): void {
    dispose(this);
  }

  /** Keeps the tensor beyond every open scope. */
  keep(): this {
    return keep(this);
  }

  /** Dtype and shape for messages: `float32[2, 3]`. */
  describe(): string {
    return `${this.dtype}${formatShape(this.shape)}`;
  }

  /** The tensor as PyTorch prints it, long dims shortened. */
  toString(): string {
    if (this.shares <= 0) return "tensor(freed)";
    const { view, readSync } = this.backend;
    const data = view === undefined && readSync === undefined ? null : elementsNow("toString", this);
    return formatTensor(data, this.shape, this.dtype);
  }

  /**
   * Converts to text in template strings.
   *
   * @throws ArgumentError in arithmetic and comparisons, which JavaScript has for numbers only.
   */
  [Symbol.toPrimitive](hint: string): string {
    if (hint === "string") return this.toString();
    throw new ArgumentError(
      `${this.describe()} cannot be used with JavaScript operators: write x.add(1) for x + 1, x.eq(1) for x == 1, ` +
        "x.item() for its number, and String(x) for text.",
    );
  }

  /** Refuses conversion to JSON, which would be lossy and long. @throws ArgumentError always. */
  toJSON(): never {
    throw new ArgumentError(
      `JSON.stringify: ${this.describe()} is not a JSON value; write toArray() for nested arrays, or item() for one number.`,
    );
  }

  /** @internal In `vmap`, the batched tensor that this one is part of, which lives as long as this one; elsewhere itself. */
  get physical(): Tensor {
    return this;
  }

  /** @internal Throws if the tensor was freed, or its shape or strides were modified. */
  checkLive(what: string): void {
    if (this.shares > 0 && sealOf(this.shape_, this.strides_) === this.seal) return;
    throw notUsable(what, this);
  }
}

function elementsNow(what: string, x: Tensor): TypedArray {
  x.checkLive(what);
  return inOrder(x.storage.view(what), x);
}

function inOrder(block: TypedArray, x: Tensor): TypedArray {
  const out = typedArray(x.dtype, x.numel);
  gatherElements(block, x, out);
  return out;
}

function madeByNew(): ArgumentError {
  return new ArgumentError("Tensor: tensors are not made by new; write tensor([1, 2]) or zeros([2, 3]).");
}

function wrongRank(what: string, x: Tensor, n: number): Error {
  if (!Number.isInteger(n) || n < 0)
    return badArgument(what, what === "dims" ? "n" : "ndim", "the number of dims", n, `as in x.${what}(3)`);
  return new ShapeError(`${what}: expected ${n} dims, got ${x.ndim}: ${x.describe()}.`);
}

function notUsable(what: string, x: Tensor): Error {
  if (x.shares > 0) {
    return new ArgumentError(
      `${what}: the shape or strides of this tensor were written to: ${formatShape(x.shape)}, ` +
        `${formatShape(x.strides)}. Write to a copy, [...x.shape], or reshape().`,
    );
  }
  if (x.disposed) {
    return new FreedTensorError(
      `${what}: this ${x.describe()} was disposed; call dispose() after its last use, or not at all.`,
    );
  }
  return new FreedTensorError(
    `${what}: this ${x.describe()} was freed when its scope ended; return it from the scope, or keep(t) it inside.`,
  );
}
