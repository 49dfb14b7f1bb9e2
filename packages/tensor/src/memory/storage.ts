import { BackendError, OutOfMemoryError } from "../errors.ts";
import type { Backend, KernelLog, Meta } from "../kernel.ts";
import { counters } from "./counters.ts";
import { bytesPerElement, type DType, type TypedArray, typedArray } from "./dtype.ts";
import { formatShape, numelOf } from "./shape.ts";

/** What a new storage holds: nothing yet, what the host gives, or (`parked`) a value without memory. */
interface Contents {
  readonly filled?: TypedArray;
  readonly parked?: TypedArray;
}

/** Watches storages: the capture of a compiled step does, see `apply/listeners.ts`. */
export interface StorageListener {
  /** Where new storages on a backend get their buffers instead of from the backend itself; null for no change. */
  memoryFor(backend: Backend): KernelLog | null;
  madeStorage(storage: Storage): void;
  /** The host wrote `data` into a new storage. */
  filled(storage: Storage, data: TypedArray): void;
  /** The host is about to read a storage. */
  reads(what: string, storage: Storage): void;
}

let listeners: readonly StorageListener[] = [];

/** Sets who watches storages. Only the list in `apply/listeners.ts` calls it. */
export function setStorageListeners(next: readonly StorageListener[]): void {
  listeners = next;
}

function logFor(backend: Backend): KernelLog | null {
  let log: KernelLog | null = null;
  for (const listener of listeners) log = listener.memoryFor(backend) ?? log;
  return log;
}

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
    const log = listeners.length === 0 ? null : logFor(backend);
    this.#home = log ?? backend;
    const filled = contents?.filled;
    this.#parked = contents?.parked ?? null;
    // What the host fills is filled once: a log must keep it from one replay to the next.
    if (this.#parked === null) this.#buffer = this.#allocate(filled === undefined ? null : log);
    for (let i = 0; i < listeners.length; i++) listeners[i]!.madeStorage(this);
    if (filled === undefined) return;
    for (let i = 0; i < listeners.length; i++) listeners[i]!.filled(this, filled);
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
    for (let i = 0; i < listeners.length; i++) listeners[i]!.reads(what, this);
    if (this.#parked !== null) return this.#parked;
    if (this.backend.view === undefined) {
      throw new BackendError(
        `${what}: the ${this.backend.name} backend cannot be read synchronously; use await tensor.data().`,
      );
    }
    return this.backend.view(this.#buffer, this.dtype, this.length);
  }

  read(): Promise<TypedArray> {
    for (let i = 0; i < listeners.length; i++) listeners[i]!.reads("data", this);
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

  #allocate(reserveIn: KernelLog | null = null): unknown {
    const { dtype, length } = this;
    const buffer = reserveIn ? reserveIn.reserve(dtype, length) : this.#home.allocate(dtype, length);
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
