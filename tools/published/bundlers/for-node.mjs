// node for-node.mjs FROM TO PAGE EXTERNAL: PAGE for Node, by webpack and by Vite's SSR, without the packages that EXTERNAL
// matches, which Node loads: frameworks bundle some packages and leave others.
import { build } from "vite";
import webpack from "webpack";

const [from, to, page, pattern] = process.argv.slice(2);
const external = new RegExp(pattern);
webpack(
  {
    mode: "production",
    target: "node",
    context: from,
    entry: `./${page}.js`,
    output: { path: to, filename: "webpack.mjs", module: true, library: { type: "module" } },
    experiments: { outputModule: true },
    externalsType: "module",
    externals: [external],
    optimization: { minimize: false },
  },
  (error, stats) => {
    if (error ?? stats.hasErrors()) throw error ?? new Error(stats.toString());
  },
);
await build({
  root: from,
  logLevel: "warn",
  configFile: false,
  ssr: { noExternal: [new RegExp(`^(?!${pattern})`)] },
  build: {
    ssr: `${page}.js`,
    outDir: to,
    emptyOutDir: false,
    rolldownOptions: { output: { entryFileNames: "vite.mjs" } },
  },
});
