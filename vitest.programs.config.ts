import { defineConfig } from "vitest/config";
import { base } from "./vitest.config.ts";

// Tests that run whole programs, those of examples and tools, and tests of packages and apps that take long. The unit suite
// leaves them out, to stay short.
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    testTimeout: 120_000,
    include: [
      "tools/*/{src,test}/**/*.test.ts",
      "examples/**/*.test.ts",
      "scripts/*.test.ts",
      "{packages,apps}/*/test/**/*.long.test.ts",
    ],
  },
});
