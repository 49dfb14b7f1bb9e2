import { defineConfig } from "vitest/config";
import { base } from "./vitest.config.ts";

// Examples and tools: tests that run whole programs. The unit suite leaves them out, to stay short.
export default defineConfig({
  ...base,
  test: { ...base.test, include: ["tools/*/{src,test}/**/*.test.ts", "examples/**/*.test.ts"] },
});
