import { execFile } from "node:child_process";
import { join, resolve } from "node:path";

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const root = resolve(import.meta.dirname, "..", "..");

/** Runs an example, such as "kernel-regression.ts", from source, as its script in package.json does. */
export function runProgram(file: string, args: readonly string[]): Promise<Ended> {
  const program = ["--import", "tsx", "--conditions=@saccade/source", join("examples", file), ...args];
  return new Promise((done) => {
    execFile(process.execPath, program, { cwd: root }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
      done({ code, stdout, stderr });
    });
  });
}
