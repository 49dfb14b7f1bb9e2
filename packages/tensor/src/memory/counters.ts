import { counters, type MemoryUse } from "./storage.ts";

/** Live tensors, the bytes they share, and the most bytes there were at once since the last reset. */
export function memory(): MemoryUse {
  return { ...counters };
}

/** Lets the peak that {@link memory} reports start again from now. */
export function resetPeakMemory(): void {
  counters.peak = counters.bytes;
}
