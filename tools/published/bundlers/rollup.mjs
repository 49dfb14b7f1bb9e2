// node rollup.mjs FROM TO PAGE…: with @rollup/plugin-node-resolve, without which rollup knows no packages.
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { rollup } from "rollup";

const [from, dir, ...pages] = process.argv.slice(2);
const bundle = await rollup({
  input: pages.map((page) => `${from}/${page}.js`),
  plugins: [nodeResolve()],
  onLog: (level, { message }) => {
    throw new Error(`rollup ${level}: ${message}`); // such as a circular import
  },
});
await bundle.write({ dir });
