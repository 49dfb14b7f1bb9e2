import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The checks that ran. */
export const count = { passed: 0, failed: 0 };

/** Prints a check with its problems, and counts it: without problems it has passed. */
export function tell(name: string, problems: readonly string[]): void {
  console.log(`${problems.length === 0 ? "ok    " : "FAILED"} ${name}`);
  for (const problem of problems) console.log(`       ${problem.replaceAll("\n", "\n       ")}`);
  count[problems.length === 0 ? "passed" : "failed"]++;
}

/** Runs a check, which returns its problems; an error that it throws is one, too. */
export async function check(name: string, run: () => Promise<readonly string[]>): Promise<void> {
  const problems = await run().catch((error) => [String(error instanceof Error ? error.message : error)]);
  tell(
    name,
    problems.map((problem) => problem.slice(0, 2000)),
  );
}

/** Prints a check that did not run, and the reason. */
export function skip(name: string, reason: string): void {
  console.log(`skip   ${name}: ${reason}`);
}

/** Runs checks in a temporary folder. The last line counts them, and the exit code follows. */
export async function checkIn(name: string, checks: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), `saccade-${name}-`));
  try {
    await checks(folder);
  } catch (error) {
    tell("the checks themselves", [String(error instanceof Error ? error.stack : error)]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  console.log(`\n${count.passed} passed, ${count.failed} failed`);
  process.exitCode = count.failed > 0 ? 1 : 0;
}
