import { createHash, randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { errorCode } from "./errors.ts";

// A folder may be shared by hosts, whose process ids say nothing here.
const host = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);
/** When this process started, in seconds: a container's processes may all have the same id, one after another. */
const started = Math.round(Date.now() / 1000 - process.uptime());

const pattern = /^\.saccade-([0-9a-f]{8})-(\d+)-(\d+)-[0-9a-f]{12}\.tmp$/;

/** Path of a temp file in the folder of `target`; its length does not depend on the name of `target`. */
export function tempPathBeside(target: string): string {
  const random = randomBytes(6).toString("hex");
  return join(dirname(target), `.saccade-${host}-${process.pid}-${started}-${random}.tmp`);
}

/** Whether a file of this name is the temp file of a process of this host that no longer runs. */
export function isOrphan(name: string): boolean {
  const [, itsHost, pid, itsStart] = pattern.exec(name) ?? [];
  if (itsHost !== host) return false;
  // Threads of one process compute the start to within a second.
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
