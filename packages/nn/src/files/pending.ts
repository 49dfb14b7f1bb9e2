import { rmSync } from "node:fs";

/** Temp files of writes in progress, removed if the process exits. */
const pending = new Set<string>();

function removePending(): void {
  for (const path of pending) {
    try {
      rmSync(path, { force: true });
    } catch {
      // The process is exiting; the file stays.
    }
  }
}

/** Removes `path` if the process exits before {@link settle} is called. */
export function track(path: string): void {
  if (pending.size === 0) process.on("exit", removePending);
  pending.add(path);
}

/** Stops tracking `path`. */
export function settle(path: string): void {
  pending.delete(path);
  if (pending.size === 0) process.removeListener("exit", removePending);
}
