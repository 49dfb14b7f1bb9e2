import type { DType } from "./dtype.ts";
import { formatShape, numelOf, type Shape, sealOf } from "./shape.ts";
import type { Storage } from "./storage.ts";

/**
 * The part of a tensor that memory management knows: a strided window on a share-counted storage, and who holds it.
 * `Tensor` extends it; nothing else does.
 */
export abstract class Handle {
  /** Sizes of the dims, outermost first; `[]` for a scalar. Not to be written: a tensor whose shape was throws. */
  readonly shape: Shape;
  /** Elements from one index of a dim to the next. */
  readonly strides: Shape;
  /** Elements from the storage's start to the first element. */
  readonly offset: number;
  /** The type of the elements: float32, float64, int32 or bool. */
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
  /** @internal True once `dispose` was called. */
  disposed: boolean = false;
  /** @internal Of shape and strides, to notice when a caller writes to them. */
  readonly seal: number;

  /** @internal Takes over one share of the storage. */
  constructor(storage: Storage, shape: Shape, strides: Shape, offset: number) {
    this.storage = storage;
    this.shape = shape;
    this.strides = strides;
    this.offset = offset;
    this.dtype = storage.dtype;
    this.seal = sealOf(shape, strides);
  }

  /** How many elements it has. */
  get numel(): number {
    return numelOf(this.shape);
  }

  /** Dtype and shape for messages: `float32[2, 3]`. */
  describe(): string {
    return `${this.dtype}${formatShape(this.shape)}`;
  }
}
