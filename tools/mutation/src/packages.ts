import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { applyMutant, type Mutant, mutants, runtimeCode } from "./mutants.ts";
import { shuffled } from "./shuffle.ts";
import { stagesOf } from "./stages.ts";
import type { Result } from "./table.ts";
import type { Change, Trials } from "./trial.ts";
import { sourcesIn } from "./workspace.ts";

export const packages = [
  "contract",
  "tensor",
  "autograd",
  "nn",
  "attention",
  "models",
  "train",
  "datasets",
  "pretrained",
  "lens",
];

export interface Choice {
  readonly packages: readonly string[];
  /** Only sources whose path contains one of these. */
  readonly files: readonly string[];
  readonly count: number;
  readonly seed: number;
  /** Whether of the dependent packages only the lowest is tested. */
  readonly quick: boolean;
}

interface Place {
  readonly path: string;
  readonly name: string;
  readonly mutant: Mutant;
}

interface Chosen extends Place {
  readonly change: Change;
}

function places(root: string, { packages, files }: Choice): Place[] {
  return packages.flatMap((name) =>
    sourcesIn(join(root, "packages", name, "src"))
      .filter((path) => files.some((text) => relative(root, path).includes(text)))
      .flatMap((path) => mutants(path, readFileSync(path, "utf8")).map((mutant) => ({ path, name, mutant }))),
  );
}

/** The mutated source, or undefined when it does not compile or runs the same code. */
async function changeOf({ path, mutant }: Place): Promise<Change | undefined> {
  const before = readFileSync(path, "utf8");
  const after = applyMutant(before, mutant);
  const original = await runtimeCode(path, before);
  const other = await runtimeCode(path, after).catch(() => original);
  return other === original ? undefined : { path, before, after };
}

async function choose(root: string, choice: Choice): Promise<readonly Chosen[]> {
  const chosen: Chosen[] = [];
  for (const place of shuffled(places(root, choice), choice.seed)) {
    if (chosen.length === choice.count) break;
    const change = await changeOf(place);
    if (change !== undefined) chosen.push({ ...place, change });
  }
  return chosen;
}

function lineAt(source: string, offset: number): string {
  const from = source.lastIndexOf("\n", offset - 1) + 1;
  return source.slice(from).split("\n", 1)[0]?.trim() ?? "";
}

/** Changes tokens of packages, and reports what catches each change. */
export async function* tryPackages(root: string, choice: Choice, trials: Trials): AsyncGenerator<Result> {
  for (const { path, name, mutant, change } of await choose(root, choice)) {
    const { before, after } = change;
    const line = before.slice(0, mutant.start).split("\n").length;
    yield {
      id: `${relative(root, path)}:${line}`,
      kind: name,
      change: `\`${lineAt(before, mutant.start)}\` → \`${lineAt(after, mutant.start)}\``,
      caught: await trials.caughtBy(change, stagesOf(root, name, path, choice.quick)),
    };
  }
}
