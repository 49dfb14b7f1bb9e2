import { writeFileSync } from "node:fs";
import { firstFailure, runCommand } from "./command.ts";

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

export interface TrialOptions {
  /** A level that takes longer counts as failed. */
  readonly seconds: number;
  /** Whether to believe that a level that fails passes without the change. */
  readonly trust: boolean;
  readonly signal: AbortSignal;
}

/** Makes changes in a copy of the workspace, one at a time, and tells what catches them. */
export class Trials {
  readonly #folder: string;
  readonly #options: TrialOptions;
  /** Commands that are known to pass without a change. */
  readonly #sound: Set<string> = new Set();

  constructor(folder: string, options: TrialOptions) {
    this.#folder = folder;
    this.#options = options;
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

  #run(command: string): ReturnType<typeof runCommand> {
    return runCommand(this.#folder, command, this.#options.seconds, this.#options.signal);
  }

  // A level that fails without a change, too, catches nothing.
  async #check(name: string, command: string): Promise<void> {
    if (this.#options.trust || this.#sound.has(command)) return;
    const { verdict, output } = await this.#run(command);
    if (verdict !== "passed")
      throw new Error(
        `mutation: ${name} fails without a change (${verdict}): ${command}\n${output.slice(-4000)}`,
      );
    this.#sound.add(command);
  }
}
