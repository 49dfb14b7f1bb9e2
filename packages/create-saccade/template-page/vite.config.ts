import { defineConfig } from "vite";

// With these headers a page may share memory between threads; without them everything runs on one thread. Send them from
// the host of the built page, too.
const headers = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

export default defineConfig({
  base: "./", // the built page runs in any folder of a site
  server: { headers },
  preview: { headers },
  worker: { format: "es" },
  // What only the Worker imports Vite would find late, at its first start, and load the page again.
  optimizeDeps: {
    include: [
      "@saccade/attention",
      "@saccade/autograd",
      "@saccade/datasets",
      "@saccade/kernels-wasm",
      "@saccade/models",
      "@saccade/nn",
      "@saccade/tensor",
    ],
  },
});
