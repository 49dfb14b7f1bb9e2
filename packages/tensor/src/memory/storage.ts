import { BackendError } from "@saccade/contract";
import type { Backend, KernelLog } from "../kernel.ts";
import { counters } from "./counters.ts";
import { bytesPerElement, type DType, type TypedArray, typedArray } from "./dtype.ts";

/** The initial contents of a storage: nothing, data from the host, or (`parked`) a value held outside the backend. */
export interface Contents {
  readonly filled?: TypedArray;
  readonly parked?: TypedArray;
}

/** An observer of storages: the capture of a compiled step. See `apply/listeners.ts`. */
export interface StorageListener {
  /** The log that allocates the buffers of new storages instead of the backend; null for the backend itself. */
  memoryFor(backend: Backend): KernelLog | null;
  madeStorage(storage: Storage): void;
  /** The host wrote `data` into a new storage. */
  filled(storage: Storage, data: TypedArray): void;
  /** The host is about to read a storage. */
  reads(what: string, storage: Storage): void;
}

let listeners: readonly StorageListener[] = [];

/** Sets the observers of storages. Only `apply/listeners.ts` calls it. */
export function setStorageListeners(next: readonly StorageListener[]): void {
  listeners = next;
}

/** Whether storages are observed. */
export function isWatched(): boolean {
  return listeners.length > 0;
}

function logFor(backend: Backend): KernelLog | null {
  let log: KernelLog | null = null;
  for (const listener of listeners) log = listener.memoryFor(backend) ?? log;
  return log;
}

/**
 * The garbage collector's reference to a storage. It does not reference a parked value, so that the value can be
 * collected too.
 */
export interface Claim {
  storage: Storage | null;
  /** Tensors collected while `storage` was null: shares to give back when it returns. */
  lost: number;
}

const noClone: symbol = Symbol(
  "a tensor cannot be cloned or posted; send await x.data() and x.shape, and rebuild it with fromData(data, shape)",
);

/**
 * A share-counted block of memory on one backend. Tensors hold shares; releasing the last one frees the block.
 * A storage whose only value left every scope is parked: `parked` holds it outside the backend.
 */
export class Storage {
  /** Its clone would hold no elements: `structuredClone` and `postMessage` refuse symbols, and their error quotes this. */
  readonly clone: symbol = noClone;
  readonly backend: Backend;
  readonly dtype: DType;
  readonly length: number;
  readonly bytes: number;
  shares: number = 1;
  /** True for long-lived storages, such as parameters, which are never parked to make room. */
  lasting: boolean = false;
  /** The number of in-place writes. Values read before a write may differ after it. */
  writes: number = 0;
  /** The host's last write to a block that it cannot read, so that indices can be checked without reading it. */
  readonly #written: TypedArray | null = null;
  #buffer: unknown;
  // The backend or log that frees the buffer.
  #home: Pick<Backend, "allocate" | "free">;
  #parked: TypedArray | null;
  #claim: Claim | null = null;

  constructor(backend: Backend, dtype: DType, length: number, contents?: Contents) {
    if (!backend.dtypes.includes(dtype))
      throw new BackendError(
        `${backend.name} backend: no ${dtype} here (it has ${backend.dtypes.join(", ")}); use the reference backend.`,
      );
    this.backend = backend;
    this.dtype = dtype;
    this.length = length;
    this.bytes = length * bytesPerElement[dtype];
    const log = listeners.length === 0 ? null : logFor(backend);
    this.#home = log ?? backend;
    const filled = contents?.filled;
    this.#parked = contents?.parked ?? null;
    // The host fills this buffer only once, so a log must keep it between replays.
    if (this.#parked === null) this.#buffer = this.#allocate(filled === undefined ? null : log);
    for (let i = 0; i < listeners.length; i++) listeners[i]!.madeStorage(this);
    if (filled === undefined) return;
    if (backend.view === undefined && dtype === "int32") this.#written = filled.slice();
    for (let i = 0; i < listeners.length; i++) listeners[i]!.filled(this, filled);
    backend.write(this.#buffer, filled);
  }

  get buffer(): unknown {
    if (this.#parked !== null) {
      this.#home = this.backend;
      this.#buffer = this.#allocate();
      this.backend.write(this.#buffer, this.#parked);
      this.#parked = null;
      if (this.#claim !== null) this.#return(this.#claim);
    }
    return this.#buffer;
  }

  // A storage that was parked and is used after all is likely to be used again.
  #return(claim: Claim): void {
    this.lasting = true;
    this.shares -= claim.lost;
    claim.lost = 0;
    claim.storage = this;
  }

  /** True once a tensor on it was left to the garbage collector. */
  get isClaimed(): boolean {
    return this.#claim !== null;
  }

  /** For freeing the storage when its tensors are collected. */
  get claim(): Claim {
    this.#claim ??= { storage: this.isParked ? null : this, lost: 0 };
    return this.#claim;
  }

  /** The value of a parked storage. */
  get parked(): TypedArray | null {
    return this.#parked;
  }

  get isParked(): boolean {
    return this.#parked !== null;
  }

  /**
   * Moves the other owners to a copy in new memory, and returns the original block, at its address, as a separate
   * storage. `copy` copies between buffers.
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

  /** The elements, where the host knows them without waiting for the backend; null elsewhere. */
  get known(): TypedArray | null {
    return this.writes === 0 ? this.#written : null;
  }

  /** The whole block as a typed array, valid until the next allocation. */
  view(what: string): TypedArray {
    for (let i = 0; i < listeners.length; i++) listeners[i]!.reads(what, this);
    if (this.#parked !== null) return this.#parked;
    if (this.known !== null) return this.known;
    const { readSync } = this.backend;
    if (this.backend.view === undefined && readSync !== undefined)
      return readSync(this.#buffer, this.dtype, this.length);
    if (this.backend.view === undefined)
      throw new BackendError(
        `${what}: the ${this.backend.name} backend cannot be read synchronously; use await tensor.data().`,
      );
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
    if (this.#claim !== null) this.#claim.storage = null;
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
