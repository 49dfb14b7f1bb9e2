// Compiles the programs against the packed packages with every TypeScript that is supported, and asks the language
// service what an editor shows: pnpm test:types.
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { checkIn, count, skip, tell } from "../tally.ts";
import { Editor } from "./hover.ts";
import { makeProject } from "./project.ts";

const run = promisify(execFile);
const { resolve } = createRequire(import.meta.url);
/** The package of each supported version. The newest takes a second a project; each of the others compiles one, or both with --long. */
const versions = [
  { version: "5.9", compiler: "typescript-5.9", compiles: "a page, without @types/node" },
  { version: "6.0", compiler: "typescript-6", compiles: "Node, with @types/node" },
  { version: "7.0", compiler: "typescript", compiles: "both" },
];

/** A user's settings: stricter than most, with no lib beyond what they need. */
const common = {
  target: "ES2022",
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noUncheckedSideEffectImports: true,
  noEmit: true,
};

const settings = {
  "a page, without @types/node": {
    compilerOptions: {
      ...common,
      ...{ module: "ESNext", moduleResolution: "bundler", lib: ["ES2022", "DOM"], types: [] },
    },
    files: ["editor.ts", "training.ts"],
  },
  "Node, with @types/node": {
    compilerOptions: {
      ...common,
      ...{ module: "NodeNext", moduleResolution: "NodeNext", lib: ["ES2022", "DOM"], types: ["node"] },
    },
    files: ["editor.ts", "training.ts", "disposing.ts"],
  },
};

async function compile(project: string, compiler: string, config: object): Promise<readonly string[]> {
  const path = join(project, `tsconfig.${count.passed + count.failed}.json`);
  await writeFile(path, JSON.stringify(config));
  const tsc = resolve(`${compiler}/package.json`).replace(/package\.json$/, "bin/tsc");
  return run(process.execPath, [tsc, "-p", path], { cwd: project }).then(
    () => [],
    (error) =>
      String(error.stdout || error)
        .split("\n")
        .slice(0, 20),
  );
}

/** Differences from the texts that an editor must show at the calls in `editor.ts`. */
function shownProblems(editor: Editor): string[] {
  const problems: string[] = [];
  const shows = (what: string, shown: string, wanted: RegExp): void => {
    if (!wanted.test(shown)) problems.push(`${what} shows ${JSON.stringify(shown)}, not ${wanted}`);
  };
  shows(
    "x.sum",
    editor.hover("x.sum"),
    /^\(method\) Tensor\.sum\(dim\?: Dims, options\?: ReduceOptions\): Tensor\n.*sum over dims/i,
  );
  shows("x.relu", editor.hover("x.relu"), /max\(x, 0\)/);
  shows("x.dims(2)", editor.hover("x.dims"), /\(n: 2\): \[number, number\]\n/);
  shows("x.relu(", editor.signatures("relu").join("; "), /^relu\(\): Tensor$/);
  shows(
    "x.max(",
    editor.signatures("max").join("; "),
    /^max\(\): Tensor; max\(dim: number, options\?: ReduceOptions\): \w+$/,
  );
  shows("mask", editor.hover("  mask"), /true where a query MAY attend/);
  shows("keyMask", editor.hover(" keyMask"), /true where a key may be attended to/);
  shows("validLens", editor.hover(" validLens"), /the number of valid keys/);
  shows("causal", editor.hover(" causal"), /keys 0 to i only/);
  shows("bias", editor.hover(" bias"), /have biases/);
  shows("maskFill", editor.hover(" maskFill"), /masked keys are ignored/);
  return problems;
}

await checkIn("types", async (project) => {
  await makeProject(project);
  const long = process.argv.includes("--long");
  for (const { version, compiler, compiles } of versions) {
    for (const [name, config] of Object.entries(settings)) {
      const title = `TypeScript ${version}: ${name}`;
      if (long || compiles === "both" || compiles === name)
        tell(title, await compile(project, compiler, config));
      else skip(title, "another version compiles it; --long does all");
    }
  }
  const editor = new Editor(project);
  tell("every method of tensors has documentation", editor.undocumentedMembers("@saccade/tensor", "Tensor"));
  const { all, undocumented } = editor.options();
  tell(
    `every option of every export has documentation: ${all.length - undocumented.length} of ${all.length}`,
    undocumented,
  );
  tell(
    "an editor shows signatures, types without casts, no bogus overload, and what options mean",
    shownProblems(editor),
  );
});
