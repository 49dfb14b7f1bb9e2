import type { DType } from "./dtype.ts";
import type { Shape } from "./shape.ts";
import type { Storage } from "./storage.ts";

/** The part of a tensor that memory management uses: a window on a share-counted storage, and its owners. */
export interface Handle {
  readonly shape: Shape;
  readonly strides: Shape;
  readonly offset: number;
  /** The type of the elements: float32, float64, int32 or bool. */
  readonly dtype: DType;
  readonly numel: number;
  storage: Storage;
  /** Shares of this handle: its owner's (a scope or the garbage collector) and those of tapes. */
  shares: number;
  /** True until the owner's share is given back. */
  owned: boolean;
  /** True once a `keep` took it out of its scopes. */
  kept: boolean;
  /** False for a parked value, which is not counted as memory in use. */
  counted: boolean;
  /** True while the tensor is left to the garbage collector. */
  inNet: boolean;
  /** True once `dispose` was called. */
  disposed: boolean;
  /** In `vmap`, the batched tensor that this one is part of, which lives as long as this one; elsewhere itself. */
  readonly physical: Handle;
  /** Dtype and shape for messages: `float32[2, 3]`. */
  describe(): string;
}

/** Whether a value is a tensor: this layer does not know the class. */
export function isHandle(value: unknown): value is Handle {
  return typeof value === "object" && value !== null && "inNet" in value && "storage" in value;
}
