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
const level = (process.env["SACCADE_TESTS"] ?? "short") as Level;
if (!(level in filters)) {
  throw new Error(`SACCADE_TESTS is "${level}"; write ${Object.keys(filters).join(", ")}`);
}

// Loading the sources takes longer than most test files run, so the test files of a worker share the loaded modules, and
// leave no global state but what vitest.setup.ts resets. These load them anew: their tests replace the host's globals,
// start threads, or count what is live since the start.
const files = "{src,test}/**/*.test.ts";
const alone = [
  "apps/docs",
  "apps/figures",
  "packages/create-saccade",
  "packages/kernels-wasm",
  "packages/saccade",
  "packages/train",
];
const inAlone = alone.map((folder) => `${folder}/${files}`);
// Tests that take long and seldom fail alone: vitest.programs.config.ts has them.
const long = "**/*.long.test.ts";

const quiet = resolve(root, "vitest.quiet.ts");
const sharing = { isolate: false, setupFiles: [quiet, resolve(root, "vitest.setup.ts")] };

const leftOut: Plugin = {
  name: "left-out",
  configureVitest: ({ vitest }) => {
    if (!vitest.reporters.some((reporter) => reporter instanceof LeftOut))
      vitest.reporters.push(new LeftOut());
  },
};

/** What the unit suite and the suite of examples and tools have in common. */
export const base = {
  plugins: [leftOut],
  resolve: { conditions: [source, ...defaultClientConditions] },
  ssr: { resolve: { conditions: [source, ...defaultServerConditions] } },
  test: {
    root: here,
    // Longer than anything takes beside other programs: a test that hangs is found, and no test fails by load.
    testTimeout: level === "long" ? 1_200_000 : 120_000,
    hookTimeout: 120_000,
    maxWorkers: "100%", // the default leaves a core idle, which on two cores is half of them
    passWithNoTests: false,
    setupFiles: [quiet],
    provide: { level },
    tags: [
      { name: "all", description: "runs with --all and --long" },
      { name: "long", description: "runs with --long" },
    ],
    tagsFilter: filters[level],
    sequence: { sequencer: LongFirst },
  },
};

const isShared = !alone.includes(relative(root, here).split(sep).join("/"));
const onePackage = { include: [files], exclude: [long], ...(isShared ? sharing : {}) };

const wholeWorkspace = {
  projects: [
    {
      extends: true as const,
      test: {
        name: "shared",
        include: [`{packages,apps}/*/${files}`],
        exclude: [...inAlone, long],
        ...sharing,
      },
    },
    {
      extends: true as const,
      test: { name: "isolated", include: inAlone, exclude: [long] },
    },
  ],
};

export default defineConfig({
  ...base,
  test: { ...base.test, ...(inPackage ? onePackage : wholeWorkspace) },
});
