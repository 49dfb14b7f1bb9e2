import { type ChildProcess, execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { manualSeed, referenceBackend, setBackend } from "@saccade/tensor";
import { afterAll, vi } from "vitest";

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const root = resolve(import.meta.dirname, "..", "..");

/** A new folder, which lasts as long as the tests of the file. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `saccade-${name}-`));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The lines that were printed as JSON, without what depends on the clock. */
export function linesOf({ stdout }: Ended): object[] {
  const lines = stdout.trim().split("\n");
  return lines.map((line) => ({ ...Object(JSON.parse(line)), tokens_per_sec: 0 }));
}

/** Runs an example, such as "kernel-regression.ts", from source, as its script in package.json does; `watch` sees it run. */
export function runProgram(
  file: string,
  args: readonly string[],
  watch: (program: ChildProcess) => void = () => {},
): Promise<Ended> {
  const program = ["--import", "tsx", "--conditions=@saccade/source", join("examples", file), ...args];
  return new Promise((done) => {
    const running = execFile(process.execPath, program, { cwd: root }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
      done({ code, stdout, stderr });
    });
    watch(running);
  });
}

let runs = 0;

/**
 * Runs an example's main module anew in this process: what it prints and its status, without the seconds that a process
 * takes to start. The generator and the backend are others than a run before has left.
 */
export async function runHere(file: string, args: readonly string[]): Promise<Ended> {
  runs++;
  setBackend(referenceBackend());
  manualSeed(1000 + runs);
  const [argv, code, listeners] = [process.argv, process.exitCode, process.stdout.listeners("error")];
  const printed = { stdout: "", stderr: "" };
  const take = (stream: "stdout" | "stderr") =>
    vi.spyOn(process[stream], "write").mockImplementation((text) => {
      printed[stream] += String(text);
      return true;
    });
  const spies = [take("stdout"), take("stderr")];
  process.argv = [process.execPath, join(root, "examples", file), ...args];
  process.exitCode = undefined;
  try {
    await import(/* @vite-ignore */ `${join(root, "examples", file)}?run=${runs}`);
    return { code: Number(process.exitCode ?? 0), ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
    for (const listener of process.stdout.rawListeners("error").slice(listeners.length))
      process.stdout.off("error", listener as () => void);
    [process.argv, process.exitCode] = [argv, code];
  }
}
