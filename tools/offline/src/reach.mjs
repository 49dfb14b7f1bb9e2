import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/**
 * The files of `dist/assets` that a program may fetch which begins with `starts`: what their text names, and so on, but nothing in `stop`
 * or beyond. Bundlers give each of these files a name of its own. `also` adds what is not named in a file's text.
 *
 * @param dist a folder that a bundler has written
 * @param starts paths from `dist`
 * @returns paths from `dist`, in the order in which they were found
 */
export function reach(dist, starts, { stop = [], also = () => [] } = {}) {
  const names = namesIn(dist);
  const found = new Set();
  const visit = (path) => {
    if (found.has(path) || stop.includes(path)) return;
    found.add(path);
    for (const next of also(path)) visit(next);
    if (!/\.(html|js|css)$/.test(path)) return;
    // The list of what Vite preloads for later imports has files of all of them; each import is named in the text too.
    const text = readFileSync(join(dist, path), "utf8").replace(/\bm\.f=\[[^\]]*\]/, "");
    for (const [name] of text.matchAll(/[\w@.-]+\.\w+/g)) if (names.has(name)) visit(names.get(name));
  };
  for (const path of starts) visit(path);
  return [...found];
}

const known = new Map();

function namesIn(dist) {
  if (!known.has(dist)) {
    const files = readdirSync(join(dist, "assets"), { recursive: true, encoding: "utf8" });
    known.set(
      dist,
      new Map(files.map((file) => [basename(file), join("assets", file).replaceAll("\\", "/")])),
    );
  }
  return known.get(dist);
}
