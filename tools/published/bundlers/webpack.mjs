// node webpack.mjs FROM TO PAGE…
import webpack from "webpack";

const [from, path, ...pages] = process.argv.slice(2);
const entry = Object.fromEntries(pages.map((page) => [page, `${from}/${page}.js`]));
webpack({ mode: "production", context: from, entry, output: { path } }, (error, stats) => {
  if (error ?? stats.hasErrors()) throw error ?? new Error(stats.toString());
});
