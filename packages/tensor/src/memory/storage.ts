import { active } from "../apply/capture/active.ts";
import type { Meta } from "../apply/op.ts";
import type { Backend } from "../current-backend.ts";
import { BackendError, OutOfMemoryError } from "../errors.ts";
import { bytesPerElement, type DType, type TypedArray, typedArray } from "./dtype.ts";
import { formatShape, numelOf } from "./shape.ts";

/** Live tensors and the bytes their storages hold, on all backends. */
export interface MemoryUse {
  /** Tensors (handles, views included) whose memory has not been given back. */
  readonly tensors: number;
  /** Bytes of the storages they share. */
  readonly bytes: number;
  /** The most bytes there were at once. */
  readonly peak: number;
}

/** What a new storage holds: nothing yet, what the host gives, or (`parked`) a value without memory. */
interface Contents {
  readonly filled?: TypedArray;
  readonly parked?: TypedArray;
}

export const counters: { tensors: number; bytes: number; peak: number } = { tensors: 0, bytes: 0, peak: 0 };

/**
 * A share-counted block of memory on one backend. Tensors hold shares; the last one to go frees it.
 * A storage whose only value left every scope is parked: `parked` holds it outside the backend.
 */
export class Storage {
  readonly backend: Backend;
  readonly dtype: DType;
  readonly length: number;
  shares: number = 1;
  /** Counts the writes in place: what was read before one may differ after it. */
  writes: number = 0;
  #buffer: unknown;
  // Where the buffer goes back to.
  #home: Pick<Backend, "allocate" | "free">;
  #parked: TypedArray | null;

  constructor(backend: Backend, dtype: DType, length: number, contents?: Contents) {
    if (!backend.dtypes.includes(dtype)) {
      throw new BackendError(
        `${backend.name} backend: no ${dtype} here (it has ${backend.dtypes.join(", ")}); use the reference backend.`,
      );
    }
    this.backend = backend;
    this.dtype = dtype;
    this.length = length;
    this.#home = active?.backend === backend ? active.log : backend;
    const filled = contents?.filled;
    this.#parked = contents?.parked ?? null;
    if (this.#parked === null) this.#buffer = this.#allocate(filled !== undefined);
    active?.madeStorage(this);
    if (filled === undefined) return;
    active?.filled(this, filled);
    backend.write(this.#buffer, filled);
  }

  get bytes(): number {
    return this.length * bytesPerElement[this.dtype];
  }

  get buffer(): unknown {
    if (this.#parked !== null) {
      this.#home = this.backend;
      this.#buffer = this.#allocate();
      this.backend.write(this.#buffer, this.#parked);
      this.#parked = null;
    }
    return this.#buffer;
  }

  /** The value of a parked storage. */
  get parked(): TypedArray | null {
    return this.#parked;
  }

  get isParked(): boolean {
    return this.#parked !== null;
  }

  /**
   * Leaves the other holders a copy of the block in new memory, and gives the block itself, at its address, as a
   * storage of its own. `copy` copies from buffer to buffer.
   */
  separate(copy: (from: unknown, to: unknown) => void): Storage {
    const own = new Storage(this.backend, this.dtype, this.length, { parked: typedArray(this.dtype, 0) });
    own.#parked = null;
    own.#buffer = this.#buffer;
    own.#home = this.#home;
    own.writes = this.writes;
    this.#home = this.backend;
    this.#buffer = this.#allocate();
    copy(own.#buffer, this.#buffer);
    return own;
  }

  /** The whole block as the host sees it; valid until the next allocation. */
  view(what: string): TypedArray {
    active?.reads(what, this);
    if (this.#parked !== null) return this.#parked;
    if (this.backend.view === undefined) {
      throw new BackendError(
        `${what}: the ${this.backend.name} backend cannot be read synchronously; use await tensor.data().`,
      );
    }
    return this.backend.view(this.#buffer, this.dtype, this.length);
  }

  read(): Promise<TypedArray> {
    active?.reads("data", this);
    if (this.#parked !== null) return Promise.resolve(this.#parked.slice());
    return this.backend.read(this.#buffer, this.dtype, this.length);
  }

  /** Moves the block's bytes out of the backend: a few garbage-collected bytes remain. Host backends only. */
  park(): void {
    if (this.#parked !== null || this.backend.view === undefined) return;
    this.#parked = this.view("park").slice();
    this.#free();
  }

  release(): void {
    if (--this.shares === 0 && this.#parked === null) this.#free();
  }

  #allocate(lasting: boolean = false): unknown {
    const { dtype, length } = this;
    const log = lasting && active?.log === this.#home ? active.log : null;
    const buffer = log ? log.reserve(dtype, length) : this.#home.allocate(dtype, length);
    counters.bytes += this.bytes;
    if (counters.bytes > counters.peak) counters.peak = counters.bytes;
    return buffer;
  }

  #free(): void {
    this.#home.free(this.#buffer, this.dtype, this.length);
    this.#buffer = undefined;
    counters.bytes -= this.bytes;
  }
}

/**
 * A storage for a tensor.
 *
 * @throws OutOfMemoryError which names the tensor, where the backend has no room for it.
 */
export function storageOf(backend: Backend, { shape, dtype }: Meta, contents?: Contents): Storage {
  const length = numelOf(shape);
  try {
    return new Storage(backend, dtype, length, contents);
  } catch (error) {
    if (!(error instanceof OutOfMemoryError)) throw error;
    const bytes = length * bytesPerElement[dtype];
    throw new OutOfMemoryError(`${dtype}${formatShape(shape)} takes ${bytes} bytes. ${error.message}`);
  }
}
