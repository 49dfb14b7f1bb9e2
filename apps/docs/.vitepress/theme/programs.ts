import type { Program } from "../runner/messages.ts";
import { withoutRegions } from "../runner/regions.ts";

// The programs of `code/` that a page can run: as JavaScript for the Run button, as text for the editor.
const code = import.meta.glob<Program>(
  ["../../code/**/*.ts", "!../../code/node/**", "!../../code/host/**", "!../../code/**/*.solution.ts"],
  { query: "?program", import: "default" },
);
const text = import.meta.glob<string>(
  [
    "../../code/**/*.ts",
    "!../../code/node/**",
    "!../../code/host/**",
    "!../../code/**/*.check.ts",
    "!../../code/**/*.solution.ts",
  ],
  { query: "?raw", import: "default" },
);

const solutions = import.meta.glob<string>("../../code/exercises/*.solution.ts", {
  query: "?raw",
  import: "default",
});

/** A program as `runProgram` takes it. */
export async function compiled(file: string): Promise<Program> {
  return load(code, file);
}

/** A program as it was written, without the marks of the parts that pages show. */
export async function source(file: string): Promise<string> {
  return withoutRegions(await load(text, file));
}

/** The solution of an exercise. */
export async function solutionOf(exercise: string): Promise<string> {
  return load(solutions, `exercises/${exercise}.solution.ts`);
}

/** Whether a page can run a program of that name. */
export function isProgram(file: string): boolean {
  return Object.hasOwn(text, pathOf(file));
}

function load<T>(modules: Record<string, () => Promise<T>>, file: string): Promise<T> {
  const module = modules[pathOf(file)];
  if (module === undefined) throw new Error(`There is no program "${file}".`);
  return module();
}

function pathOf(file: string): string {
  return `../../code/${file}`;
}
