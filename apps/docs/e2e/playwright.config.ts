import { defineConfig, type PlaywrightTestConfig } from "@playwright/test";
import { launchOptions } from "@saccade/e2e/launch";

// DOCS_FROM_SOURCE serves the pages without a build, for the smoke test. SACCADE_TESTS=long runs every program.
const { E2E_PORT = "4603", DOCS_FROM_SOURCE } = process.env;
const baseURL = `http://localhost:${E2E_PORT}/`;

const config: PlaywrightTestConfig = defineConfig({
  testDir: ".",
  testMatch: DOCS_FROM_SOURCE ? "smoke.e2e.ts" : "*.e2e.ts",
  testIgnore: DOCS_FROM_SOURCE ? [] : ["smoke.e2e.ts"],
  outputDir: "../../../out/docs-e2e",
  reporter: "list",
  workers: 2,
  fullyParallel: true,
  timeout: 600_000,
  expect: { timeout: 30_000 },
  use: { launchOptions, baseURL, serviceWorkers: "block" },
  webServer: {
    command: DOCS_FROM_SOURCE
      ? `node ../node_modules/vitepress/bin/vitepress.js dev .. --port ${E2E_PORT}`
      : `node ../scripts/serve.mjs --port ${E2E_PORT}`,
    url: baseURL,
    reuseExistingServer: false,
  },
});

export default config;
