/** Live tensors and the bytes of their storages, on all backends. */
export interface MemoryUse {
  /** Tensors (including views) that have not been freed. */
  readonly tensors: number;
  /** Bytes of the storages they share. */
  readonly bytes: number;
  /** Peak memory use in bytes. */
  readonly peak: number;
}

export const counters: { tensors: number; bytes: number; peak: number } = { tensors: 0, bytes: 0, peak: 0 };

/**
 * The number of live tensors, their memory in bytes, and the peak since the last reset.
 *
 * @example
 * const before = memory().tensors;
 * const x = ones([10]);
 * memory().tensors - before // 1
 */
export function memory(): MemoryUse {
  return { ...counters };
}

/**
 * Restarts the peak that {@link memory} reports from the bytes in use now.
 *
 * @example
 * resetPeakMemory();
 * const { bytes, peak } = memory();
 * peak === bytes // true
 */
export function resetPeakMemory(): void {
  counters.peak = counters.bytes;
}
