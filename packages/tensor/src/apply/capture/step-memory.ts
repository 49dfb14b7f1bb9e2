import type { Backend } from "../../kernel.ts";
import type { DType } from "../../memory/dtype.ts";

/**
 * The memory of a captured step, on any backend: blocks that it frees are used again by the step only.
 *
 * @example
 * const memory = new StepMemory(referenceBackend());
 * const block = memory.allocate("float32", 2);
 * memory.free(block, "float32", 2);
 * memory.allocate("float32", 2) === block // true
 */
export class StepMemory {
  readonly #backend: Pick<Backend, "allocate" | "free">;
  // Every block of the step, with the arguments of `free` and whether it is in use.
  readonly #blocks: Map<unknown, { dtype: DType; length: number; used: boolean }> = new Map();
  readonly #reserved: Set<unknown> = new Set();
  readonly #spare: Map<string, unknown[]> = new Map();

  constructor(backend: Pick<Backend, "allocate" | "free">) {
    this.#backend = backend;
  }

  /** A block of `length` elements: one that the step freed, if there is one of this size. */
  allocate(dtype: DType, length: number): unknown {
    let buffer = this.#spare.get(`${dtype} ${length}`)?.pop();
    buffer ??= this.#backend.allocate(dtype, length);
    this.#blocks.set(buffer, { dtype, length, used: true });
    return buffer;
  }

  /** A block that is never used again, even when freed. */
  reserve(dtype: DType, length: number): unknown {
    const buffer = this.#backend.allocate(dtype, length);
    this.#blocks.set(buffer, { dtype, length, used: true });
    this.#reserved.add(buffer);
    return buffer;
  }

  /** Whether {@link reserve} made a block. */
  isReserved(buffer: unknown): boolean {
    return this.#reserved.has(buffer);
  }

  /** Keeps a block for the step's next one of this size. */
  free(buffer: unknown, dtype: DType, length: number): void {
    this.#blocks.get(buffer)!.used = false;
    if (this.#reserved.has(buffer)) return;
    const key = `${dtype} ${length}`;
    const list = this.#spare.get(key);
    if (list) list.push(buffer);
    else this.#spare.set(key, [buffer]);
  }

  /** Gives every block back, but for those that are in use, which pass to the backend. */
  dissolve(): void {
    for (const [buffer, { used }] of this.#blocks) if (used) this.#blocks.delete(buffer);
    this.release();
  }

  /** Gives every block back. */
  release(): void {
    for (const [buffer, { dtype, length }] of this.#blocks) this.#backend.free(buffer, dtype, length);
    this.#blocks.clear();
  }
}
