import { type Allocator, roundedSize } from "../allocator.ts";

/** The least bytes, and the part of what there is, that an arena grows by. */
const leastGrowth = 16_384;
const growth = 1 / 8;

/**
 * The memory of one recorded step. Blocks that it frees are only reused by itself, so that replays at the same addresses
 * overwrite nothing else. It grows by ranges of the backend's memory, which its own allocator splits into blocks.
 */
export class Arena {
  readonly #main: Allocator;
  readonly #own: Allocator;
  #ranges: (readonly [address: number, bytes: number])[] = [];
  // Blocks in use, and blocks that are never reused: bytes by address.
  readonly #live: Map<number, number> = new Map();
  readonly #reserved: Map<number, number> = new Map();
  #bytes: number = 0;

  constructor(main: Allocator, own: Allocator) {
    this.#main = main;
    this.#own = own;
  }

  /** @throws OutOfMemoryError when there is no room. */
  allocate(bytes: number): number {
    const address = this.#own.tryAllocate(bytes) ?? this.#grow(bytes);
    this.#live.set(address, bytes);
    return address;
  }

  /** A block that this arena uses for nothing else, before or after it is freed. */
  reserve(bytes: number): number {
    const address = this.keep(bytes);
    this.#live.set(address, bytes);
    return address;
  }

  /** A block that lasts as long as the arena, and is never freed before it. */
  keep(bytes: number): number {
    const address = this.#main.allocate(bytes);
    this.#reserved.set(address, bytes);
    return address;
  }

  free(address: number, bytes: number): void {
    this.#live.delete(address);
    if (!this.#reserved.has(address)) this.#own.free(address, bytes);
  }

  #grow(bytes: number): number {
    const need = roundedSize(bytes);
    const wanted = roundedSize(Math.max(need, leastGrowth, this.#bytes * growth));
    const size = this.#main.tryAllocate(wanted);
    const [address, got] = size === undefined ? [this.#main.allocate(need), need] : [size, wanted];
    this.#ranges.push([address, got]);
    this.#bytes += got;
    this.#own.add(address, address + got);
    return this.#own.allocate(bytes);
  }

  /** Gives everything back. */
  release(): void {
    for (const [address, bytes] of [...this.#ranges, ...this.#reserved]) this.#main.free(address, bytes);
    this.#ranges = [];
    this.#reserved.clear();
  }

  /** Frees everything except blocks in use, which the backend owns from then on. */
  dissolve(): void {
    for (const [address, bytes] of this.#reserved) {
      if (!this.#live.delete(address)) this.#main.free(address, bytes);
    }
    this.#main.cut(this.#ranges, [...this.#live]);
    this.#ranges = [];
    this.#reserved.clear();
  }
}
