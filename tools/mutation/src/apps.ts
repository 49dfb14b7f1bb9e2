import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { firstFailure, type Outcome, type Run } from "./command.ts";
import { type AppLevel, appOf, type Fault, reaches, withFaults } from "./faults.ts";
import type { Result } from "./table.ts";

interface FaultOptions {
  readonly run: Run;
  /** Whether to believe that levels pass without a fault; one that fails catches nothing. */
  readonly trust: boolean;
  readonly warn: (text: string) => void;
}

/**
 * Makes the faults, level by level, and reports which level catches each. Most faults pass most levels, so a level tries
 * all that are left together, and halves of them where it fails, down to single faults.
 */
export async function* tryFaults(
  root: string,
  faults: readonly Fault[],
  levels: readonly AppLevel[],
  { run, trust, warn }: FaultOptions,
): AsyncGenerator<Result> {
  let left = faults;
  for (const level of levels) {
    for (const group of groupsOf(level, left)) {
      if (!trust) {
        const outcome = await run(commandOf(level, group));
        if (outcome.verdict !== "passed") {
          warn(`${level.name} fails without a fault, and is left out: ${testOf(outcome)}`);
          continue;
        }
      }
      for (const [fault, test] of await caughtIn(group)) {
        left = left.filter((other) => other !== fault);
        yield resultOf(fault, { level: level.name, test });
      }
    }

    async function caughtIn(group: readonly Fault[], fails = false): Promise<[Fault, string][]> {
      const [first] = group;
      if (first === undefined) return [];
      if (group.length === 1 || !fails) {
        const outcome = await made(root, group, () => run(commandOf(level, group)));
        if (outcome.verdict === "passed") return [];
        if (group.length === 1) return [[first, testOf(outcome)]];
      }
      const middle = Math.ceil(group.length / 2);
      const caught = await caughtIn(group.slice(0, middle));
      return [...caught, ...(await caughtIn(group.slice(middle), caught.length === 0))];
    }
  }
  for (const fault of left) yield resultOf(fault, undefined);
}

function resultOf({ id, kind, page, notices }: Fault, caught: Result["caught"]): Result {
  return { id, kind, change: `${page}: ${notices}`, caught };
}

function testOf({ verdict, output }: Outcome): string {
  return verdict === "timeout" ? "over the time limit" : firstFailure(output);
}

/** The faults that one command of a level tries. */
function groupsOf(level: AppLevel, faults: readonly Fault[]): readonly (readonly Fault[])[] {
  const groups = new Map<string, Fault[]>();
  for (const fault of faults.filter((one) => reaches(level, one))) {
    const key = level.run.includes("{app}") ? appOf(fault) : "";
    groups.set(key, [...(groups.get(key) ?? []), fault]);
  }
  return [...groups.values()];
}

function commandOf({ run }: AppLevel, group: readonly Fault[]): string {
  const files = [...new Set(group.map(({ file }) => file))].join(" ");
  return run.replaceAll("{files}", files).replaceAll("{app}", appOf(group[0]!));
}

/** Does something while the faults are in the files. */
async function made<T>(root: string, faults: readonly Fault[], work: () => Promise<T>): Promise<T> {
  const files = [...new Set(faults.map(({ file }) => file))].map((file) => {
    const path = join(root, file);
    const before = readFileSync(path, "utf8");
    const own = faults.filter((fault) => fault.file === file);
    return { path, before, after: withFaults(before, own) };
  });
  try {
    for (const { path, after } of files) writeFileSync(path, after);
    return await work();
  } finally {
    for (const { path, before } of files) writeFileSync(path, before);
  }
}
