import type { Backend } from "./backend.ts";
import { bytesPerElement, type DType, type TypedArray } from "./dtype.ts";
import { BackendError } from "./errors.ts";

/** Live tensors and the bytes their storages hold, on all backends. */
export interface MemoryUse {
  /** Tensors (handles, views included) whose memory has not been given back. */
  readonly tensors: number;
  /** Bytes of the storages they share. */
  readonly bytes: number;
  /** The most bytes there were at once. */
  readonly peak: number;
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
  #buffer: unknown;
  #parked: TypedArray | null = null;

  constructor(backend: Backend, dtype: DType, length: number) {
    if (!backend.dtypes.includes(dtype)) {
      throw new BackendError(
        `${backend.name} backend: no ${dtype} here (it has ${backend.dtypes.join(", ")}); use the reference backend.`,
      );
    }
    this.backend = backend;
    this.dtype = dtype;
    this.length = length;
    this.#buffer = this.#allocate();
  }

  get bytes(): number {
    return this.length * bytesPerElement[this.dtype];
  }

  get buffer(): unknown {
    if (this.#parked !== null) {
      this.#buffer = this.#allocate();
      this.backend.write(this.#buffer, this.#parked);
      this.#parked = null;
    }
    return this.#buffer;
  }

  get isParked(): boolean {
    return this.#parked !== null;
  }

  /** The whole block as the host sees it; valid until the next allocation. */
  view(what: string): TypedArray {
    if (this.#parked !== null) return this.#parked;
    if (this.backend.view === undefined) {
      throw new BackendError(
        `${what}: the ${this.backend.name} backend cannot be read synchronously; use await tensor.data().`,
      );
    }
    return this.backend.view(this.#buffer, this.dtype, this.length);
  }

  read(): Promise<TypedArray> {
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

  #allocate(): unknown {
    const buffer = this.backend.allocate(this.dtype, this.length);
    counters.bytes += this.bytes;
    if (counters.bytes > counters.peak) counters.peak = counters.bytes;
    return buffer;
  }

  #free(): void {
    this.backend.free(this.#buffer, this.dtype, this.length);
    this.#buffer = undefined;
    counters.bytes -= this.bytes;
  }
}
