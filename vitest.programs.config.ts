import { defineConfig } from "vitest/config";
import unit from "./vitest.config.ts";

// Examples and tools: tests that run whole programs. The unit suite leaves them out, to stay short.
export default defineConfig({
  ...unit,
  test: { ...unit.test, include: ["tools/*/{src,test}/**/*.test.ts", "examples/**/*.test.ts"] },
});
