import { writeFileSync } from "node:fs";
import { firstFailure, type Run } from "./command.ts";

/** A command that fails when it catches a change; the cheaper ones come first. */
export interface Level {
  readonly name: string;
  readonly run: string;
}

/** The changed source of a file. */
export interface Change {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

export interface Catch {
  readonly level: string;
  /** The first test that failed. */
  readonly test: string;
}

/** Makes changes in a copy of the workspace, one at a time, and reports what catches them. */
export class Trials {
  readonly #run: Run;
  readonly #trust: boolean;
  /** Commands that are known to pass without a change. */
  readonly #sound: Set<string> = new Set();

  /** @param trust whether to believe that a level that fails passes without the change */
  constructor(run: Run, trust: boolean) {
    this.#run = run;
    this.#trust = trust;
  }

  /** The first level that fails with the change; undefined when all pass. */
  async caughtBy({ path, before, after }: Change, levels: readonly Level[]): Promise<Catch | undefined> {
    writeFileSync(path, after);
    try {
      for (const { name, run } of levels) {
        const { verdict, output } = await this.#run(run);
        if (verdict === "passed") continue;
        writeFileSync(path, before);
        await this.#check(name, run);
        return { level: name, test: verdict === "timeout" ? "over the time limit" : firstFailure(output) };
      }
      return undefined;
    } finally {
      writeFileSync(path, before);
    }
  }

  // A level that fails without a change, too, catches nothing.
  async #check(name: string, command: string): Promise<void> {
    if (this.#trust || this.#sound.has(command)) return;
    const { verdict, output } = await this.#run(command);
    if (verdict !== "passed")
      throw new Error(
        `mutation: ${name} fails without a change (${verdict}): ${command}\n${output.slice(-4000)}`,
      );
    this.#sound.add(command);
  }
}
