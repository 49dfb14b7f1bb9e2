import { defineConfig } from "vitest/config";
import { base } from "../../vitest.config.ts";

// Tests of the built site's files: one process, which reads them once.
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ["apps/docs/test/site/*.site.ts"],
    fileParallelism: false,
    isolate: false,
  },
});
