import { playwright } from "@vitest/browser-playwright";
import { defaultClientConditions } from "vite";
import { defineConfig } from "vitest/config";
import { builtWorkers } from "./apps/demo/test/built-workers.ts";

// Components of the demo, and whole pages of it, in one tab whose modules are loaded once. The page is isolated, so that its
// workers have threads.
const headers = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

export default defineConfig({
  resolve: { conditions: ["@saccade/source", ...defaultClientConditions] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  server: { headers },
  plugins: [
    {
      name: "isolation",
      configureServer(server) {
        server.middlewares.use((_request, response, next) => {
          for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
          next();
        });
      },
    },
    builtWorkers(),
  ],
  test: {
    include: ["apps/demo/test/**/*.browser.ts"],
    setupFiles: ["apps/demo/test/shown.setup.ts"],
    testTimeout: 60_000,
    fileParallelism: false,
    isolate: false,
    passWithNoTests: false,
    expect: { poll: { timeout: 30_000, interval: 20 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      commands: { emulateMedia: ({ page }, media) => page.emulateMedia(media) },
      provider: playwright({
        actionTimeout: 15_000,
        launchOptions: {
          executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
          args: [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
          ],
        },
      }),
      instances: [{ browser: "chromium" }],
    },
  },
});
