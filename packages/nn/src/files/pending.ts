import { rmSync } from "node:fs";

/** Temp files of writes under way, which an exit of the process would leave behind. */
const pending = new Set<string>();

function removePending(): void {
  for (const path of pending) {
    try {
      rmSync(path, { force: true });
    } catch {
      // The process is on its way out; the file is left.
    }
  }
}

/** Has `path` removed should the process exit before {@link settle} is called. */
export function track(path: string): void {
  if (pending.size === 0) process.on("exit", removePending);
  pending.add(path);
}

/** Ends the watch over `path`. */
export function settle(path: string): void {
  pending.delete(path);
  if (pending.size === 0) process.removeListener("exit", removePending);
}
