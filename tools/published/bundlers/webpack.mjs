// node webpack.mjs FROM TO [--unminified] PAGE…: most of its time is the minifier's.
import webpack from "webpack";

const [from, path, ...args] = process.argv.slice(2);
const pages = args.filter((arg) => arg !== "--unminified");
const entry = Object.fromEntries(pages.map((page) => [page, `${from}/${page}.js`]));
const optimization = { minimize: pages.length === args.length };
webpack({ mode: "production", context: from, entry, output: { path }, optimization }, (error, stats) => {
  if (error ?? stats.hasErrors()) throw error ?? new Error(stats.toString());
});
