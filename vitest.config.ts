import { existsSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { defaultClientConditions, defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

// Tests run from source: "@saccade/source" stands first in every package's exports.
const source = "@saccade/source";
const root = fileURLToPath(new URL(".", import.meta.url));
const here = process.cwd();
const inPackage = existsSync(resolve(here, "src"));

// Loading the sources takes longer than most test files run. In these packages tests leave no global state but what
// vitest.setup.ts resets, so the test files of a worker share the loaded modules. The others load them for each file:
// their tests replace the host's globals, start threads, or count what is live since the start.
const shared = new Set([
  "packages/tensor",
  "packages/autograd",
  "packages/nn",
  "packages/attention",
  "packages/models",
  "packages/lens",
  "packages/datasets",
  "packages/pretrained",
  "packages/onnx",
  "packages/plot",
  "apps/demo",
]);
const files = "{src,test}/**/*.test.ts";
// Tests that take long and seldom fail alone: vitest.programs.config.ts has them.
const long = "**/*.long.test.ts";
const inShared = [...shared].map((folder) => `${folder}/${files}`);

const quiet = resolve(root, "vitest.quiet.ts");
const sharing = { isolate: false, setupFiles: [quiet, resolve(root, "vitest.setup.ts")] };

/** What the unit suite and the suite of examples and tools have in common. */
export const base = {
  resolve: { conditions: [source, ...defaultClientConditions] },
  ssr: { resolve: { conditions: [source, ...defaultServerConditions] } },
  test: {
    root: here,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: "100%", // the default leaves a core idle, which on two cores is half of them
    passWithNoTests: false,
    setupFiles: [quiet],
  },
};

const onePackage = {
  include: [files],
  exclude: [long],
  ...(shared.has(relative(root, here).split(sep).join("/")) ? sharing : {}),
};

// One group after the other: a worker with loaded modules is kept only while the next file may share them.
const wholeWorkspace = {
  projects: [
    {
      extends: true as const,
      test: {
        name: "shared",
        include: inShared,
        exclude: [long],
        sequence: { groupOrder: 1 },
        ...sharing,
      },
    },
    {
      extends: true as const,
      test: {
        name: "isolated",
        include: [`{packages,apps}/*/${files}`],
        exclude: [...inShared, long],
        sequence: { groupOrder: 0 },
      },
    },
  ],
};

export default defineConfig({
  ...base,
  test: { ...base.test, ...(inPackage ? onePackage : wholeWorkspace) },
});
