import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";

export interface Outcome {
  readonly verdict: "passed" | "failed" | "timeout";
  readonly output: string;
}

/** Runs a command of the shell to its end. */
export type Run = (command: string) => Promise<Outcome>;

/** Runs commands in a folder, in separate process groups, which are killed after `seconds`, or when `signal` aborts. */
export function runnerIn(folder: string, seconds: number, signal: AbortSignal): Run {
  return (command) => runCommand(folder, command, seconds, signal);
}

function runCommand(folder: string, command: string, seconds: number, signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const PATH = [join(folder, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
    const env = { ...process.env, PATH, NO_COLOR: "1", FORCE_COLOR: "0", CI: "1" };
    const stdio = ["ignore", "pipe", "pipe"] as const;
    const child = spawn(command, { cwd: folder, env, stdio: [...stdio], shell: true, detached: true });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    let isLate = false;
    const kill = (): void => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has ended already.
      }
    };
    const timer = setTimeout(() => {
      isLate = true;
      kill();
    }, seconds * 1000);
    signal.addEventListener("abort", kill, { once: true });
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", kill);
      if (signal.aborted) reject(signal.reason);
      else resolve({ verdict: isLate ? "timeout" : code === 0 ? "passed" : "failed", output });
    });
  });
}

// The output of Vitest, Playwright, tsc, Biome and the golden runner for the first failure.
const failures = [
  /^\s*FAIL\s+(.+)$/m,
  /^\s+1\) (.+?)[\s─]*$/m,
  /^(\S+\(\d+,\d+\): error .+)$/m,
  /^(\S+:\d+:\d+ (?:lint|format|assist|parse)\S*)/m,
  /^(.*\b(?:fail|error)\b.*)$/im,
];

/** The first test that failed, or what else a command complains of. */
export function firstFailure(output: string): string {
  for (const form of failures) {
    const found = form.exec(output)?.[1];
    if (found !== undefined) return found.trim().slice(0, 200);
  }
  return output.trim().split("\n").at(-1)?.slice(0, 200) ?? "";
}
