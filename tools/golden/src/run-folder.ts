import { readFileSync } from "node:fs";
import { setBackend } from "@saccade/tensor";
import type { Context } from "./adapter.ts";
import { backends, named } from "./backends.ts";
import { CaseError } from "./case.ts";
import type { Folder } from "./folder.ts";
import { LiveTensors } from "./memory.ts";
import { listTasks } from "./tasks.ts";

export interface RunOptions {
  /** Names of {@link named}; those of {@link backends} by default. */
  readonly backends?: readonly string[];
  /** Where the text of the English-French pairs may be; the first that exists is read. */
  readonly corpusPaths?: readonly string[];
  /** Only tasks whose file, name or op holds this text. */
  readonly filter?: string;
  readonly onResult?: (result: Result, done: number, total: number) => void;
}

export interface Result {
  readonly file: string;
  readonly name: string;
  /** The problems; none when it passed. */
  readonly findings: readonly string[];
}

export interface Outcome {
  readonly results: readonly Result[];
  readonly passed: number;
  readonly failed: number;
  readonly notes: readonly string[];
}

/** Runs everything in a folder on each backend, and finally checks that no tensor leaked. */
export async function runFolder(folder: Folder, options: RunOptions = {}): Promise<Outcome> {
  const names = options.backends ?? Object.keys(backends);
  const { tasks, notes } = listTasks(folder);
  const wanted = tasks.filter(({ label }) => label.includes(options.filter ?? ""));
  const context = contextOf(options.corpusPaths ?? []);
  const total = wanted.length * names.length + names.length;
  const results: Result[] = [];
  const add = (result: Result): void => {
    results.push(result);
    options.onResult?.(result, results.length, total);
  };
  for (const name of names) {
    setBackend(await makeBackend(name));
    const suffix = names.length > 1 ? ` [${name}]` : "";
    const live = new LiveTensors();
    for (const task of wanted) {
      const where = `${task.file}: ${task.name}`;
      const { findings } = await live.watch(where, task.mayKeep, () => task.run(context));
      add({ file: task.file, name: task.name + suffix, findings });
    }
    add({ file: "memory", name: `live tensors${suffix}`, findings: await live.findings() });
  }
  setBackend(await makeBackend("reference"));
  const failed = results.filter(({ findings }) => findings.length > 0).length;
  return { results, passed: results.length - failed, failed, notes };
}

async function makeBackend(name: string): ReturnType<(typeof named)[string]> {
  const make = named[name];
  if (make === undefined)
    throw new Error(`unknown backend ${name}; there are ${Object.keys(named).join(", ")}`);
  return make();
}

function contextOf(paths: readonly string[]): Context {
  let text: string | undefined;
  return {
    corpus(): string {
      text ??= firstText(paths);
      return text;
    },
  };
}

function firstText(paths: readonly string[]): string {
  for (const path of paths) {
    try {
      return readFileSync(path, "utf8");
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    }
  }
  throw new CaseError(
    `needs the English-French pairs, which are not at ${paths.join(" or ") || "any path"}; pass --data FILE`,
  );
}
