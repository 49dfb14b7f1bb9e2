import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as attention from "@saccade/attention";
import * as nn from "@saccade/nn";
import * as tensor from "@saccade/tensor";
import ts from "typescript";
import { expect, test } from "vitest";
import { exercises } from "../.vitepress/exercises.ts";
import { graded } from "../.vitepress/runner/grade.ts";
import { programFrom } from "../.vitepress/runner/lines.ts";
import type { Program } from "../.vitepress/runner/messages.ts";

const folder = join(import.meta.dirname, "../code/exercises");
const packages = new Map<string, object>(
  Object.entries({ "@saccade/attention": attention, "@saccade/nn": nn, "@saccade/tensor": tensor }),
);

function compiled(file: string): Program {
  const { outputText } = ts.transpileModule(readFileSync(join(folder, file), "utf8"), {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  return programFrom(outputText, '{"mappings":""}');
}

/** Runs a program against an exercise's checks as a page's worker does, and returns the error that it ends in. */
async function failureOf(exercise: string, file: string): Promise<Error | null> {
  const { code } = graded(compiled(file), compiled(`${exercise}.check.ts`));
  const run = new Function("require", "exports", "console", `return (async () => {${code}\n})();`);
  const load = (name: string): object => {
    const found = packages.get(name);
    if (found === undefined) throw new Error(`No exercise uses ${name} yet; add it to the test.`);
    return found;
  };
  try {
    await run(load, {}, { log: () => {} });
    return null;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return error;
  }
}

test("every exercise has a start, checks and a solution, and there are no others", () => {
  const files = Object.keys(exercises).flatMap((name) =>
    ["", ".check", ".solution"].map((part) => `${name}${part}.ts`),
  );
  expect(readdirSync(folder).sort()).toEqual(files.sort());
});

test.each(Object.keys(exercises))(
  "%s: the solution passes, the start is told what is wrong",
  async (name) => {
    expect(await failureOf(name, `${name}.solution.ts`)).toBeNull();
    const failure = await failureOf(name, `${name}.ts`);
    expect(failure?.constructor).toBe(Error); // of the checks, not of the library
    expect(failure?.message).toMatch(/^[A-Z\w].{30,}[.?]$/s);
  },
);
