import { isolation } from "@saccade/offline/headers";
import { playwright } from "@vitest/browser-playwright";
import { defaultClientConditions } from "vite";
import { defineConfig } from "vitest/config";
import { builtWorkers } from "./test/built-workers.ts";

// Components of the demo, and whole pages of it, in one tab whose modules are loaded once. The page is isolated, so that its
// workers have threads.
export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions: ["@saccade/source", ...defaultClientConditions] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  server: { headers: isolation },
  // All of them at the start: one that is found later would reload the tab in the middle of a test.
  optimizeDeps: {
    include: [
      ...["@preact/signals", "preact", "preact/hooks", "preact/jsx-runtime", "preact/jsx-dev-runtime"],
      ...["axe-core", "idb-keyval", "mediabunny", "@huggingface/tokenizers"],
    ],
    noDiscovery: true,
  },
  plugins: [
    {
      name: "isolation",
      configureServer(server) {
        server.middlewares.use((_request, response, next) => {
          for (const [name, value] of Object.entries(isolation)) response.setHeader(name, value);
          next();
        });
      },
    },
    builtWorkers(),
  ],
  test: {
    include: ["test/**/*.browser.ts"],
    setupFiles: ["../../vitest.quiet.ts", "test/shown.setup.ts"],
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
      commands: {
        emulateMedia: ({ page }, media) => page.emulateMedia(media),
        drag: async ({ page, iframe }, selector, from, to) => {
          const { x, y } = await iframe.locator(selector).boundingBox();
          await page.mouse.move(x + from[0], y + from[1]);
          await page.mouse.down();
          await page.mouse.move(x + to[0], y + to[1], { steps: 4 });
          await page.mouse.up();
        },
      },
      provider: playwright({
        actionTimeout: 15_000,
        // The tests' frame is scaled down where it does not fit, and the mouse then misses.
        contextOptions: { viewport: { width: 1280, height: 1000 } },
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
