// node vite.mjs FROM TO PAGE…: pages are HTML files that name their scripts.
import { build } from "vite";

const [from, outDir, ...pages] = process.argv.slice(2);
await build({
  root: from,
  base: "./",
  logLevel: "warn",
  configFile: false,
  build: {
    outDir,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: pages.map((page) => `${from}/${page}.html`) },
  },
});
