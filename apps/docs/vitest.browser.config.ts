import { postcssIsolateStyles } from "vitepress";
import { defineConfig, mergeConfig } from "vitest/config";
import browser from "../../vitest.browser.config.ts";

// The docs' components in Chromium, all in one page.
const config = mergeConfig(
  browser,
  defineConfig({
    root: import.meta.dirname,
    css: { postcss: { plugins: [postcssIsolateStyles({ includeFiles: [/vp-doc\.css/] })] } },
    // All of them at the start: one that is found later would reload the page, with a second Preact, in the middle of a test.
    optimizeDeps: {
      include: [
        ...["preact", "preact/hooks", "@preact/signals"].map((name) => `@saccade/figures > ${name}`),
        "@saccade/e2e > axe-core",
      ],
      noDiscovery: true,
    },
    test: { isolate: false, browser: { isolate: false } },
  }),
);
config.test.include = ["test/*.browser.ts"];
export default config;
