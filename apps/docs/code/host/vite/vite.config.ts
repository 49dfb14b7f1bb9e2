import { defineConfig } from "vite";

// Pages with these two headers may use threads.
const headers = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

export default defineConfig({
  build: { target: "es2022" }, // for await at the top of a module
  worker: { format: "es" },
  server: { headers },
  preview: { headers },
});
