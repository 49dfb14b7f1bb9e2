import type { Storage } from "./storage.ts";

/**
 * Storages of tensors that no scope owns. Their tensors are freed by a FinalizationRegistry, whose callbacks run only
 * between turns of the event loop: a synchronous loop would fill the backend's memory first. Above a limit, the oldest
 * storages are therefore parked: their values move to JavaScript memory, which is collected during a loop too, and move
 * back when they are used.
 */
const unscoped: Set<Storage> = new Set();
let bytes = 0;
/** The same of backends whose memory the host does not see: they cannot be parked. */
const unseen: Set<Storage> = new Set();
let unseenBytes = 0;

/** Above this many bytes, the older half is parked. */
const crowdedAbove = 2 ** 28;

/** Adds the storage of a tensor that was left to the garbage collector. */
export function addUnscoped(storage: Storage): void {
  if (storage.lasting || storage.isParked || unscoped.has(storage) || unseen.has(storage)) return;
  if (storage.backend.view === undefined) {
    unseen.add(storage);
    unseenBytes += storage.bytes;
  } else {
    unscoped.add(storage);
    bytes += storage.bytes;
  }
}

/** Removes a storage that was freed or is long-lived. */
export function removeUnscoped(storage: Storage): void {
  if (unscoped.delete(storage)) bytes -= storage.bytes;
  if (unseen.delete(storage)) unseenBytes -= storage.bytes;
}

/** How many bytes wait for the garbage collector. */
export function unscopedBytes(): number {
  return bytes + unseenBytes;
}

/** Whether the older half should be parked. */
export function isCrowded(): boolean {
  return bytes > crowdedAbove;
}

/** Parks the oldest storages until at most `most` bytes are left. Returns whether any was parked. */
export function parkOldest(most: number = crowdedAbove / 2): boolean {
  const before = bytes;
  for (const storage of unscoped) {
    if (bytes <= most) break;
    removeUnscoped(storage);
    storage.park();
  }
  return bytes < before;
}
