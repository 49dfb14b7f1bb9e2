import { defineConfig } from "vitest/config";
import { base } from "../../vitest.config.ts";

// What can be seen in the files of the built site: one process, which reads them once.
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ["apps/docs/test/site/*.site.ts"],
    fileParallelism: false,
    isolate: false,
  },
});
