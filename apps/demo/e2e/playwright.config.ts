import { defineConfig, type PlaywrightTestConfig } from "@playwright/test";
import { launchOptions } from "@saccade/e2e/launch";

const { E2E_PORT = "4601", E2E_PLAIN_PORT = "4602" } = process.env;
const isolated = `http://localhost:${E2E_PORT}/`;
// A plain static host, under a path, with a space: no headers for threads.
const plainBase = "/some where/else/";
const plain = `http://localhost:${E2E_PLAIN_PORT}${encodeURI(plainBase)}`;

// What threads and paths can change is done on both hosts: what is tagged @plain makes every worker compute and fetches every
// kind of file. The rest is done on one.

const config: PlaywrightTestConfig = defineConfig({
  testDir: ".",
  testMatch: "*.e2e.ts",
  outputDir: "../../../out/e2e",
  reporter: "list",
  fullyParallel: false,
  workers: 2,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  use: {
    launchOptions,
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    // What a page fetches is what is tested; hosts.e2e.ts lets it come from the service worker.
    serviceWorkers: "block",
  },
  projects: [
    { name: "isolated", use: { baseURL: isolated } },
    { name: "plain", grep: /@plain/, use: { baseURL: plain } },
  ],
  webServer: [
    { command: `node ../scripts/serve.mjs --port ${E2E_PORT}`, url: isolated, reuseExistingServer: false },
    {
      command: `node ../scripts/serve.mjs --port ${E2E_PLAIN_PORT} --base "${plainBase}" --no-isolation`,
      url: plain,
      reuseExistingServer: false,
    },
  ],
});

export default config;
