/** Counts checks and prints each with its problems. */
export class Tally {
  passed = 0;
  failed = 0;

  /** Nothing wrong is a passed check. */
  tell(name: string, problems: readonly string[]): void {
    console.log(`${problems.length === 0 ? "ok    " : "FAILED"} ${name}`);
    for (const problem of problems) console.log(`       ${problem}`);
    this[problems.length === 0 ? "passed" : "failed"]++;
  }

  /** Runs a check, which tells what is wrong; an error that it throws is wrong, too. */
  async check(name: string, run: () => Promise<readonly string[]>): Promise<void> {
    this.tell(
      name,
      await run().catch((error) => [String(error instanceof Error ? error.message : error).slice(0, 2000)]),
    );
  }
}
