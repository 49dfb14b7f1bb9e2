import { createHash, randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { errorCode } from "./errors.ts";

// A folder may be shared between hosts, whose process ids are unrelated.
const host = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);
/** The start time of this process in seconds. In a container, successive processes may have the same id. */
const started = Math.round(Date.now() / 1000 - process.uptime());

const pattern = /^\.saccade-([0-9a-f]{8})-(\d+)-(\d+)-[0-9a-f]{12}\.tmp$/;

/** Path of a temp file in the folder of `target`; its length does not depend on the name of `target`. */
export function tempPathBeside(target: string): string {
  const random = randomBytes(6).toString("hex");
  return join(dirname(target), `.saccade-${host}-${process.pid}-${started}-${random}.tmp`);
}

/** Whether this is the name of a temp file of an ended process of this host. */
export function isOrphan(name: string): boolean {
  const [, itsHost, pid, itsStart] = pattern.exec(name) ?? [];
  if (itsHost !== host) return false;
  // Threads of one process compute the start time to within a second.
  if (Number(pid) === process.pid) return Math.abs(Number(itsStart) - started) > 2;
  return !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0); // sends nothing
    return true;
  } catch (error) {
    return errorCode(error) !== "ESRCH";
  }
}

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
