import { OutOfMemoryError, referenceBackend, scope } from "@saccade/tensor";

/**
 * Calls `make` while memory runs out at the first allocation, at the second and so on, until it succeeds. The faults: other errors,
 * and tensors that outlive the scope around it.
 */
export function faultsWithoutMemory(make: () => unknown): string[] {
  const backend = referenceBackend();
  const { allocate, free } = backend;
  const faults: string[] = [];
  for (let room = 0, full = true; full && room < 2000; room++) {
    let made = 0;
    full = false;
    // Only what is allocated here counts: garbage of other tests may be freed meanwhile.
    const live = new Set<unknown>();
    backend.allocate = (...given) => {
      if (made++ < room) {
        const buffer = allocate(...given);
        live.add(buffer);
        return buffer;
      }
      full = true;
      throw new OutOfMemoryError("reference backend: no room.");
    };
    backend.free = (buffer, ...sizes) => {
      live.delete(buffer);
      free(buffer, ...sizes);
    };
    try {
      scope(() => {
        make();
      });
    } catch (error) {
      if (!(error instanceof OutOfMemoryError)) faults.push(`allocation ${room}: ${String(error)}`);
    } finally {
      Object.assign(backend, { allocate, free });
    }
    if (full && live.size > 0) faults.push(`allocation ${room}: ${live.size} buffers left`);
  }
  return faults;
}
