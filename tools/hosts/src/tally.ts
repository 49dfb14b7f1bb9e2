/** Checks that ran, as the last line counts them. */
export const count = { passed: 0, failed: 0 };

/** Prints a check with what is wrong, and counts it. */
export function tell(name: string, problems: readonly string[]): void {
  console.log(`${problems.length === 0 ? "ok    " : "FAILED"} ${name}`);
  for (const problem of problems) console.log(`       ${problem}`);
  count[problems.length === 0 ? "passed" : "failed"]++;
}

/** Prints what did not run, and why. */
export function skip(name: string, reason: string): void {
  console.log(`skip   ${name}: ${reason}`);
}

/** Prints the last line, and sets the exit code that goes with it. */
export function end(): void {
  console.log(`\n${count.passed} passed, ${count.failed} failed`);
  process.exitCode = count.failed > 0 ? 1 : 0;
}
