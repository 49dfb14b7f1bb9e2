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
 * Live tensors, the bytes they share, and the most bytes there were at once since the last reset.
 *
 * @example memory().tensors
 */
export function memory(): MemoryUse {
  return { ...counters };
}

/** Restarts the peak that {@link memory} reports from the bytes in use now. */
export function resetPeakMemory(): void {
  counters.peak = counters.bytes;
}
