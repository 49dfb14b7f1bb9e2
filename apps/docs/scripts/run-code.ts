// Runs every program of code/ and compares what it prints with the outputs.txt of its folder:
//   pnpm docs:code [part of a path …]            compare
//   pnpm docs:code --update [part of a path …]   write, and where PyTorch is, what its programs print: test/python.test.ts compares
import { fork } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { code, outputOf, recordOutput } from "./outputs.ts";
import type { Ran } from "./run-programs.ts";
import { printsOurs, pythonPrograms, runPython } from "./run-python.ts";

const { values, positionals } = parseArgs({
  options: { update: { type: "boolean" } },
  allowPositionals: true,
});
const programs = readdirSync(code, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !/^(host|exercises)\//.test(file))
  .filter((file) => positionals.length === 0 || positionals.some((part) => file.includes(part)))
  .sort();
if (programs.length === 0)
  throw new Error(`No program's path in code/ contains ${positionals.join(" or ")}.`);

const count = { passed: 0, failed: 0 };
const scratch = mkdtempSync(join(tmpdir(), "saccade-code-"));
try {
  // Two processes, as there may be two cores; each runs its programs one after the other.
  await Promise.all([0, 1].map((half) => runAll(programs.filter((_, i) => i % 2 === half))));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
if (values.update) updatePython();
console.log(`\n${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed === 0 ? 0 : 1;

function runAll(files: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const waiting = new Set(files);
    const child = fork(fileURLToPath(new URL("./run-programs.ts", import.meta.url)), [
      scratch,
      code,
      ...files,
    ]);
    child.on("message", (ran: Ran) => {
      waiting.delete(ran.file);
      tell(ran.file, problemOf(ran));
    });
    child.on("exit", (code) => {
      for (const file of waiting) tell(file, `the process ended with ${code} before the program did`);
      resolve();
    });
  });
}

function updatePython(): void {
  for (const [file, output] of runPython(pythonPrograms) ?? [])
    if (outputOf(file) !== undefined || !printsOurs(file, output)) recordOutput(file, output);
}

/** The problem of a run, or null. */
function problemOf({ file, output, error }: Ran): string | null {
  if (error !== null) return error;
  if (values.update) recordOutput(file, output);
  const expected = outputOf(file);
  if (expected === undefined) return "its output is not recorded; write it with --update";
  if (expected === output) return null;
  return `it prints other text than recorded; if the change is meant, run --update. It printed:\n${output}`;
}

function tell(file: string, problem: string | null): void {
  console.log(
    `${problem === null ? "ok    " : "FAILED"} ${file}${problem === null ? "" : `\n       ${problem}`}`,
  );
  count[problem === null ? "passed" : "failed"]++;
}
