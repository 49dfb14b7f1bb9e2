import { playwright } from "@vitest/browser-playwright";
import { defaultClientConditions } from "vite";
import { defineConfig } from "vitest/config";

// What must hold in a browser too: the figures, golden cases, gradients, and every kernel against the reference, with and without
// relaxed SIMD, on one thread and two. The page is isolated, so that it has threads.
const headers = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

export default defineConfig({
  resolve: { conditions: ["@saccade/source", ...defaultClientConditions] },
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
  ],
  test: {
    include: [
      "apps/figures/test/*.browser.ts",
      "tools/golden/test/*.browser.ts",
      "packages/kernels-webgpu/test/*.browser.ts",
      "packages/autograd/test/ops.test.ts",
      "packages/kernels-wasm/test/{accuracy,attention,bit-equality,contract,layers,random,random-shapes,sequence}.test.ts",
    ],
    testTimeout: 120_000,
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
