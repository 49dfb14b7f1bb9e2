import { playwright } from "@vitest/browser-playwright";
import { defaultClientConditions } from "vite";
import { defineConfig } from "vitest/config";
import { byLevel, level } from "./vitest.config.ts";

// What must hold in a browser too: the figures, golden cases, and every kernel against the reference, with and without relaxed
// SIMD, on one thread and two. The page is isolated, so that it has threads. What only computes in JavaScript is the same in
// Node; each night it runs here as well.
const headers = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

export default defineConfig({
  resolve: { conditions: ["@saccade/source", ...defaultClientConditions] },
  server: { headers },
  plugins: [
    ...byLevel.plugins,
    {
      name: "isolation",
      configureServer(server) {
        server.middlewares.use((_request, response, next) => {
          for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
          next();
        });
      },
    },
  ],
  test: {
    ...byLevel.test,
    include: [
      "packages/figures/test/*.browser.ts",
      "tools/golden/test/*.browser.ts",
      "packages/kernels-webgpu/test/*.browser.ts",
      "packages/kernels-wasm/test/{bit-equality,contract,random}.test.ts",
      ...(level === "long"
        ? ["packages/autograd/test/ops.test.ts", "packages/kernels-wasm/test/{attention,layers}.test.ts"]
        : []),
    ],
    fileParallelism: false,
    passWithNoTests: false,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
          args: [
            "--no-sandbox",
            "--disable-gpu",
            // A GPU in software, for the tests of WebGPU.
            "--enable-unsafe-webgpu",
            "--use-webgpu-adapter=swiftshader",
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
