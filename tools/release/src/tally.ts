/** Prints checks as they end, and counts them. */
export class Tally {
  passed = 0;
  failed = 0;

  /** A check without problems has passed. */
  tell(name: string, problems: readonly string[]): void {
    console.log(`${problems.length === 0 ? "ok    " : "FAILED"} ${name}`);
    for (const problem of problems) console.log(`       ${problem.replaceAll("\n", "\n       ")}`);
    if (problems.length === 0) this.passed++;
    else this.failed++;
  }

  /** The last line, and the exit code that goes with it. */
  end(): void {
    console.log(`\n${this.passed} passed, ${this.failed} failed`);
    process.exitCode = this.failed > 0 ? 1 : 0;
  }
}
