import { memory, OutOfMemoryError, referenceBackend, scope } from "@saccade/tensor";

/**
 * Calls `make` while memory runs out at the first allocation, at the second and so on, until it succeeds. The faults: other errors,
 * and tensors that outlive the scope around it.
 */
export function faultsWithoutMemory(make: () => unknown): string[] {
  const backend = referenceBackend();
  const { allocate } = backend;
  const faults: string[] = [];
  for (let room = 0, full = true; full && room < 2000; room++) {
    let made = 0;
    full = false;
    const before = memory();
    Reflect.set(backend, "allocate", (...given: Parameters<typeof allocate>) => {
      if (made++ < room) return allocate.apply(backend, given);
      full = true;
      throw new OutOfMemoryError("reference backend: no room.");
    });
    try {
      scope(() => {
        make();
      });
    } catch (error) {
      if (!(error instanceof OutOfMemoryError)) faults.push(`allocation ${room}: ${String(error)}`);
    } finally {
      Reflect.set(backend, "allocate", allocate);
    }
    const { tensors, bytes } = memory();
    if (full && (tensors > before.tensors || bytes > before.bytes)) {
      faults.push(
        `allocation ${room}: ${tensors - before.tensors} tensors left, ${bytes - before.bytes} bytes`,
      );
    }
  }
  return faults;
}
