// Builds the playground's editor: vite build --config .vitepress/editor.config.ts
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { declarations } from "./types.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  base: "./",
  publicDir: false,
  plugins: [declarations()],
  build: {
    target: "es2022",
    outDir: here("./editor"),
    emptyOutDir: true,
    chunkSizeWarningLimit: 8000,
    reportCompressedSize: false,
    lib: {
      entry: here("./theme/playground/editor.ts"),
      formats: ["es"],
      fileName: "editor",
      cssFileName: "editor",
    },
  },
  worker: { format: "es" },
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
});
