// Puts the site, the playground's editor and the demo, which are built side by side, together in .vitepress/dist, and writes the service
// worker: with it, pages of the book and the guides open without a network, where a reader keeps them. The editor and the
// reference are kept from then on as they are visited, because together they are larger than the rest.
import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeServiceWorker } from "@saccade/offline";
import { reach } from "@saccade/offline/reach";

const inside = (folder) => fileURLToPath(new URL(`../.vitepress/${folder}`, import.meta.url));
const dist = inside("dist");
rmSync(dist, { recursive: true, force: true });
cpSync(inside("site"), dist, { recursive: true });
cpSync(inside("editor"), inside("dist/editor"), { recursive: true });
// The demo lies in a folder of the site, with a service worker of its own. Chapters and pages of the demo lead to each other.
cpSync(fileURLToPath(new URL("../../demo/dist", import.meta.url)), inside("dist/demo"), {
  recursive: true,
  filter: (path) => !/[\\/]\.vite$/.test(path),
});

const textOf = (path) => readFileSync(join(dist, path), "utf8");
const assets = readdirSync(inside("dist/assets"), { recursive: true, encoding: "utf8" }).map(
  (file) => `assets/${file.replaceAll("\\", "/")}`,
);
const isSearch = /@localSearchIndex/;
// The reference has thousands of pages, and the playground's editor two files of 3.3 and 6.9 MB: kept as they are visited.
const isVisited = /^(zh\/)?(reference|playground|source)\b|^editor\/|^assets\/(zh_)?(reference|playground)_/;

// Figures and programs come by their names, from tables of imports. A page needs those that it shows.
const byName = new Map();
for (const table of assets.filter((path) => /^assets\/chunks\/.*\.js$/.test(path))) {
  for (const [, name, file] of textOf(table).matchAll(/"([^"]+)":\(\)=>\w+\(\(\)=>import\(`\.\/([^`]+)`\)/g))
    byName.set(name, [...(byName.get(name) ?? []), `assets/chunks/${file}`]);
}
const all = (text, pattern) => Array.from(text.matchAll(pattern), ([, found]) => found);
const figuresOf = (html) => all(html, /data-figure="([^"]+)"/g).map((name) => `./${name}/figure.tsx`);
const programsOf = (html) => all(html, /data-program="([^"]+)"/g).map((name) => `../../code/${name}`);
const importsOf = (html) =>
  [...figuresOf(html), ...programsOf(html)].flatMap((name) => {
    if (!byName.has(name))
      throw new Error(`offline: the build has no import of ${name}; how does Vite write them now?`);
    return byName.get(name);
  });
// What runs programs is larger than all the rest that every page needs: only pages with programs take it along.
const [runtime] = assets.filter((path) => /\/runtime\.[\w-]+\.js$/.test(path));

// Of a font's three formats every browser takes the first.
const isRead = (path) => !/\.(woff|ttf)$/.test(path);
const search = assets.filter((path) => isSearch.test(path));
const inTables = [...byName.values()].flat();
const shell = reach(dist, ["404.html", "icon.svg", "hashmap.json"], {
  stop: [...inTables, ...search, runtime],
}).filter(isRead);
const pages = {
  search: { title: "", files: search.filter((path) => path.includes("root")) },
  "zh/search": { title: "", files: search.filter((path) => path.includes("zh")) },
};
for (const file of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
  const path = file.replaceAll("\\", "/");
  if (!path.endsWith(".html") || path === "404.html" || /^demo\//.test(path) || isVisited.test(path))
    continue;
  const html = textOf(path);
  const name = path.replace(/(^|\/)index\.html$|\.html$/, "$1");
  const module = `assets/${path.replace(/\.html$/, "").replaceAll("/", "_")}.md.`;
  const starts = [path, ...assets.filter((asset) => asset.startsWith(module)), ...importsOf(html)];
  const files = reach(dist, starts, {
    stop: [...shell, ...inTables.filter((other) => !starts.includes(other)), runtime],
  });
  if (programsOf(html).length > 0) files.push(runtime);
  const [title] = all(html, /<title>([^<|]*)/g);
  pages[name] = {
    title: title.trim().replaceAll("&amp;", "&").replaceAll("&lt;", "<"),
    files: files.filter(isRead),
  };
}

await writeServiceWorker(dist, {
  shell,
  pages,
  // A search looks into all pages of its language, so its index is one file; it is kept with the whole book only.
  larger: isSearch,
  missing: "404.html",
  visited: isVisited.source,
  skipWaiting: true,
  formerly: ["saccade-2-assets", "saccade-2-pages"],
});
