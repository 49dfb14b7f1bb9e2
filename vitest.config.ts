import { existsSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { defaultClientConditions, defaultServerConditions } from "vite";
import { defineConfig, type Plugin } from "vitest/config";
import { LeftOut } from "./vitest.left-out.ts";
import type { Level } from "./vitest.level.ts";
import { LongFirst } from "./vitest.sequencer.ts";

// Tests run from source: "@saccade/source" stands first in every package's exports.
const source = "@saccade/source";
const root = fileURLToPath(new URL(".", import.meta.url));
const here = process.cwd();
const inPackage = existsSync(resolve(here, "src"));

const filters: Readonly<Record<Level, string[] | undefined>> = {
  short: ["!all && !long"],
  all: ["!long"],
  long: undefined,
};
export const level = (process.env["SACCADE_TESTS"] ?? "short") as Level;
if (!(level in filters)) {
  throw new Error(`SACCADE_TESTS is "${level}"; write ${Object.keys(filters).join(", ")}`);
}

// Loading the sources takes longer than most test files run, so the test files of a worker share the loaded modules, and
// leave no global state but what vitest.setup.ts resets. These load them anew: they replace the host's globals or modules,
// kill threads, measure all memory of the process, or configure VitePress, which keeps its first renderer.
const alone = [
  "apps/docs/test/{chapters,names,reference}.test.ts",
  "packages/kernels-wasm/test/{backend,death,threads,unscoped}.test.ts",
  "packages/kernels-wasm/test/recording/memory.test.ts",
  "packages/models/test/definitions/called.test.ts",
  "packages/saccade/test/best-backend.test.ts",
  "packages/train/test/worker.test.ts",
];
const files = "{src,test}/**/*.test.ts";
// Tests that take long and seldom fail alone: vitest.programs.config.ts has them.
const long = "**/*.long.test.ts";

const quiet = resolve(root, "vitest.quiet.ts");
const sharing = { isolate: false, setupFiles: [quiet, resolve(root, "vitest.setup.ts")] };

/** A plugin that prints how many cases were left out. */
const leftOut: Plugin = {
  name: "left-out",
  // Also beside reporters that the command line names; once, though each project loads this file anew.
  configureVitest: ({ vitest: { config } }) => {
    const has = config.reporters.some((reporter) => reporter.constructor.name === LeftOut.name);
    if (!has) config.reporters.push(new LeftOut());
  },
};

/** What depends on the level, for the tests in a browser too. */
export const byLevel = {
  plugins: [leftOut],
  test: {
    // Longer than anything takes beside other programs: a test that hangs is found, and no test fails by load.
    testTimeout: level === "long" ? 1_200_000 : 120_000,
    provide: { level },
    tags: [
      { name: "all", description: "runs with --all and --long" },
      { name: "long", description: "runs with --long" },
    ],
    tagsFilter: filters[level],
    setupFiles: [quiet],
  },
};

/** What the unit suite and the suite of examples and tools have in common. */
export const base = {
  plugins: byLevel.plugins,
  resolve: { conditions: [source, ...defaultClientConditions] },
  ssr: { resolve: { conditions: [source, ...defaultServerConditions] } },
  test: {
    root,
    ...byLevel.test,
    hookTimeout: 120_000,
    maxWorkers: "100%", // the default leaves a core idle, which on two cores is half of them
    passWithNoTests: false,
    sequence: { sequencer: LongFirst },
  },
};

const tested = inPackage ? relative(root, here).split(sep).join("/") : "{packages,apps}/*";
const aloneHere = alone.filter((pattern) => !inPackage || pattern.startsWith(`${tested}/`));

const projects = [
  {
    extends: true as const,
    test: { name: "shared", include: [`${tested}/${files}`], exclude: [...alone, long], ...sharing },
  },
  { extends: true as const, test: { name: "isolated", include: aloneHere, exclude: [long] } },
];

export default defineConfig({
  ...base,
  test: { ...base.test, projects: aloneHere.length > 0 ? projects : projects.slice(0, 1) },
});
