import { defineConfig } from "vite";

// Pages with these two headers may use threads.
const headers = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

export default defineConfig({
  build: { target: "es2022" }, // for await at the top of a module
  worker: { format: "es" },
  // Vite does not look into Workers: name what they import, or the
  // first start loads the page again and a click is lost.
  optimizeDeps: { include: ["saccade"] },
  server: { headers },
  preview: { headers },
});
