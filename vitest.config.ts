import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { defaultClientConditions, defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

// Tests run from source: "@saccade/source" stands first in every package's exports.
const source = "@saccade/source";
const here = process.cwd();
const inPackage = existsSync(resolve(here, "src"));

export default defineConfig({
  resolve: { conditions: [source, ...defaultClientConditions] },
  ssr: { resolve: { conditions: [source, ...defaultServerConditions] } },
  test: {
    root: here,
    include: inPackage ? ["{src,test}/**/*.test.ts"] : ["{packages,apps}/*/{src,test}/**/*.test.ts"],
    testTimeout: 30_000,
    maxWorkers: "100%", // the default leaves a core idle, which on two cores is half of them
    passWithNoTests: false,
  },
});
