import type { Storage } from "./storage.ts";

/**
 * Storages of tensors that no scope owns. The garbage collector frees those tensors, and says so only between turns of
 * the event loop: a synchronous loop would fill the backend's memory first. So where much has gathered here, the oldest
 * storages are parked: their values move from the backend to memory of the host, which the collector frees in the
 * middle of a loop too, and come back when they are used.
 */
const unscoped: Set<Storage> = new Set();
let bytes = 0;

/** Beyond so many bytes the older half is parked. */
const crowdedAbove = 2 ** 28;

/** Adds the storage of a tensor that was left to the garbage collector. */
export function addUnscoped(storage: Storage): void {
  if (storage.lasting || storage.isParked || storage.backend.view === undefined || unscoped.has(storage))
    return;
  unscoped.add(storage);
  bytes += storage.bytes;
}

/** Forgets a storage: it is freed, or meant to last. */
export function removeUnscoped(storage: Storage): void {
  if (unscoped.delete(storage)) bytes -= storage.bytes;
}

/** True where so much has gathered that the older half should be parked. */
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
