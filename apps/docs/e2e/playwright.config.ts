import { defineConfig, type PlaywrightTestConfig } from "@playwright/test";
import { launchOptions } from "@saccade/e2e/launch";

const { E2E_PORT = "4603" } = process.env;
const baseURL = `http://localhost:${E2E_PORT}/`;

const config: PlaywrightTestConfig = defineConfig({
  testDir: ".",
  testMatch: "*.e2e.ts",
  outputDir: "../../../out/docs-e2e",
  reporter: "list",
  workers: 2,
  fullyParallel: true,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: { launchOptions, baseURL, serviceWorkers: "block" },
  webServer: {
    command: `node ../scripts/serve.mjs --port ${E2E_PORT}`,
    url: baseURL,
    reuseExistingServer: false,
  },
});

export default config;
