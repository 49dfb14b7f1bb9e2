import { execFile } from "node:child_process";

/** The output of a program, and its exit status. */
export interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

// A user's npm knows nothing of the package manager that runs these tests, only the registry.
const kept = Object.entries(process.env).filter(
  ([name]) => !/^npm_/i.test(name) || /^npm_config_(registry|cache)$/i.test(name),
);

/** The environment of a user's terminal. */
export const environment: NodeJS.ProcessEnv = { ...Object.fromEntries(kept), NO_COLOR: "1" };

/** Runs a program to its end, with no terminal to ask at. */
export function command(folder: string, program: string, ...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: environment, maxBuffer: 2 ** 26, timeout: 300_000 };
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
      resolve({ status, stdout, stderr });
    });
    child.stdin?.end();
  });
}

/** The problems of a program that should have succeeded: the end of its output. */
export function failure({ status, stdout, stderr }: Ended): string[] {
  return status === 0
    ? []
    : [`ended with status ${status}`, ...`${stdout}\n${stderr}`.trim().split("\n").slice(-20)];
}
