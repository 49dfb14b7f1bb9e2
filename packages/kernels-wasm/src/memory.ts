import { memory, OutOfMemoryError } from "@saccade/tensor";
import { pageBytes } from "./shared/layout.ts";

/**
 * The one linear memory of a backend, shared with workers or not. Views of it are made on demand: those of before a
 * growth are empty, or too short where the memory is shared.
 */
export class LinearMemory {
  readonly memory: WebAssembly.Memory;
  readonly #mostPages: number;
  #words: Int32Array;

  constructor(initialPages: number, mostPages: number, shared: boolean) {
    this.memory = new WebAssembly.Memory({ initial: initialPages, maximum: mostPages, shared });
    this.#mostPages = mostPages;
    this.#words = new Int32Array(this.memory.buffer);
  }

  get buffer(): ArrayBuffer {
    return this.memory.buffer;
  }

  /** All of the memory as 32-bit words, to write blocks of parameters; not to be kept across an allocation. */
  get words(): Int32Array {
    return this.#words;
  }

  /** Makes the memory reach `bytes`, with room to spare where there is some. False where the host refuses. */
  reach(bytes: number): boolean {
    const have = this.memory.buffer.byteLength / pageBytes;
    const need = Math.ceil(bytes / pageBytes);
    if (need <= have) return true;
    const generous = Math.min(Math.max(need, Math.ceil(have * 1.5)), this.#mostPages);
    return this.#growTo(generous, have) || this.#growTo(need, have);
  }

  #growTo(pages: number, have: number): boolean {
    try {
      this.memory.grow(pages - have);
      this.#words = new Int32Array(this.memory.buffer);
      return true;
    } catch {
      return false;
    }
  }
}

/** Grows a memory to at least `bytes`; false where it cannot. */
type Grow = (bytes: number) => boolean;

/** How a memory is used, in bytes. */
export interface AllocatorUse {
  /** Blocks that are in use, and their bytes, rounded up as they were handed out. */
  readonly blocks: number;
  /** Bytes of blocks in use. */
  readonly live: number;
  /** Bytes that were given back and wait for reuse. */
  readonly free: number;
  /** The end of the highest block there ever was. */
  readonly top: number;
  /** The most that the memory may have. */
  readonly limit: number;
}

const smallest = 16;
const steps = 8; // size classes a doubling: at most an eighth of a block is wasted

/**
 * Hands out blocks of a linear memory: 16-byte aligned, of size classes, reused last in first out from a list a
 * class. Where a list is empty, a block is cut from a free range, else from the untouched end, else all free
 * blocks are merged with their neighbors and split again, else the memory is full.
 */
export class Allocator {
  readonly #grow: Grow;
  readonly #limit: number;
  readonly #lists: number[][] = [];
  // Free ranges that belong to no class: [start, end) pairs.
  #ranges: (readonly [start: number, end: number])[] = [];
  #top: number;
  #free: number = 0;
  #live: number = 0;
  #blocks: number = 0;

  /**
   * @param start the first byte to hand out, a multiple of 16.
   * @param limit the byte after the last one that may ever be allocated.
   * @param grow makes the memory reach a size.
   */
  constructor(start: number, limit: number, grow: Grow) {
    this.#top = start;
    this.#limit = limit;
    this.#grow = grow;
  }

  get use(): AllocatorUse {
    const ranges = this.#ranges.reduce((n, [start, end]) => n + end - start, 0);
    return {
      blocks: this.#blocks,
      live: this.#live,
      free: this.#free + ranges,
      top: this.#top,
      limit: this.#limit,
    };
  }

  /**
   * The address of a block of at least `bytes`.
   *
   * @throws OutOfMemoryError when there is no room, without changing anything.
   */
  allocate(bytes: number): number {
    const address = this.tryAllocate(bytes);
    if (address === undefined) throw this.#full(bytes);
    return address;
  }

  /** {@link allocate}, or undefined where there is no room. */
  tryAllocate(bytes: number): number | undefined {
    const index = classOf(bytes);
    const size = sizeOf(index);
    let address = this.#lists[index]?.pop();
    if (address !== undefined) this.#free -= size;
    else address = this.#cut(size);
    if (address === undefined) return undefined;
    this.#live += size;
    this.#blocks++;
    return address;
  }

  /** Frees a block that `allocate` returned for the same number of bytes. */
  free(address: number, bytes: number): void {
    const index = classOf(bytes);
    const size = sizeOf(index);
    let list = this.#lists[index];
    if (list === undefined) {
      list = [];
      this.#lists[index] = list;
    }
    list.push(address);
    this.#free += size;
    this.#live -= size;
    this.#blocks--;
  }

  /** Hands over a range of memory to cut blocks from. */
  add(start: number, end: number): void {
    this.#ranges.push([start, end]);
  }

  /** Takes over ranges that another allocator split: what is free of them, and the blocks in use, to be freed here. */
  adopt(split: Allocator, ranges: readonly (readonly [address: number, bytes: number])[]): void {
    split.#merge();
    this.#ranges.push(...split.#ranges);
    for (const [, bytes] of ranges) this.#live -= roundedSize(bytes);
    this.#live += split.#live;
    this.#blocks += split.#blocks - ranges.length;
  }

  #cut(size: number): number | undefined {
    // More waits in lists of other sizes than is in use: merge before growing further.
    const scattered = this.#free > this.#live && this.#free > 4 * size;
    return (
      this.#cutRange(size) ??
      (scattered ? this.#cutMerged(size) : undefined) ??
      this.#extend(size) ??
      this.#cutMerged(size) ??
      // Merging may have moved the end down.
      this.#extend(size)
    );
  }

  /** Takes from the untouched end. */
  #extend(size: number): number | undefined {
    const address = this.#top;
    if (address + size > this.#limit || !this.#grow(address + size)) return undefined;
    this.#top += size;
    return address;
  }

  #cutMerged(size: number): number | undefined {
    this.#merge();
    return this.#cutRange(size);
  }

  /** Cuts from the smallest range that is large enough. */
  #cutRange(size: number): number | undefined {
    let best = -1;
    let bestLength = Number.POSITIVE_INFINITY;
    for (let i = 0; i < this.#ranges.length; i++) {
      const [start, end] = this.#ranges[i]!;
      const length = end - start;
      if (length >= size && length < bestLength) {
        best = i;
        bestLength = length;
      }
    }
    if (best < 0) return undefined;
    const [start, end] = this.#ranges[best]!;
    if (bestLength === size) this.#ranges.splice(best, 1);
    else this.#ranges[best] = [start + size, end];
    return start;
  }

  /** Makes ranges of all free blocks; neighbors become one, and one at the end is untouched memory again. */
  #merge(): void {
    const all = [...this.#ranges];
    this.#lists.forEach((list, index) => {
      for (const start of list) all.push([start, start + sizeOf(index)]);
      list.length = 0;
    });
    all.sort(([a], [b]) => a - b);
    const merged: [number, number][] = [];
    for (const [start, end] of all) {
      const last = merged.at(-1);
      if (last !== undefined && last[1] === start) last[1] = end;
      else merged.push([start, end]);
    }
    const last = merged.at(-1);
    if (last !== undefined && last[1] === this.#top) {
      this.#top = last[0];
      merged.pop();
    }
    this.#ranges = merged;
    this.#free = 0;
  }

  #full(bytes: number): OutOfMemoryError {
    const { live, blocks, free, limit } = this.use;
    return new OutOfMemoryError(
      `wasm backend: no room for ${mib(bytes)}: ${blocks} live blocks hold ${mib(live)} (there are ` +
        `${memory().tensors} live tensors), ${mib(free)} are free in smaller pieces, and the limit is ${mib(limit)}. Free tensors (wrap a loop's body in scope(() => …)) or use ` +
        "smaller batches.",
    );
  }
}

function mib(bytes: number): string {
  return bytes < 2 ** 20 ? `${bytes} bytes` : `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}

// Below 128 bytes the classes are the multiples of 16; class i from 8 on has (9 + i % 8) · 2^(⌊i / 8⌋ + 3) bytes.
const sizes: readonly number[] = Array.from({ length: 26 * steps }, (_, i) =>
  i < steps ? (i + 1) * smallest : (steps + 1 + (i % steps)) * 2 ** (Math.floor(i / steps) + 3),
);

function classOf(bytes: number): number {
  if (bytes <= 128) return bytes <= smallest ? 0 : Math.ceil(bytes / smallest) - 1;
  const exponent = 31 - Math.clz32(bytes - 1); // 2^exponent ≤ bytes − 1: 7 or more
  return (exponent - 7) * steps + Math.ceil(bytes / (1 << (exponent - 3))) - 1;
}

// Beyond 4 GiB there is no class, and no room.
function sizeOf(index: number): number {
  return sizes[index] ?? Number.POSITIVE_INFINITY;
}

/** The bytes that a request for `bytes` takes. */
export function roundedSize(bytes: number): number {
  return sizeOf(classOf(bytes));
}
