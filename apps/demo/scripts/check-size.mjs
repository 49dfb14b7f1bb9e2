// Fails the build when what a first visit fetches has grown past its ceiling, or all JavaScript together has. Per page: the
// HTML, its scripts and styles, the page's own, and the workers that it starts, each gzipped. Checkpoints (*.safetensors)
// are not counted, nor is what is imported later: the GPU's backend, when the reader asks for the GPU.
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

// They may only go down. When workers came to share chunks, a walk through all pages went from 992 to 418 kB, and all
// JavaScript from 1,764 to 631, but the page that is opened first fetches up to 20 kB more than with a worker bundled for
// it alone: a module is shared whole, with functions that only others call, and smaller files compress less. Texts in Chinese
// went into files of their own: each page is 2 to 5 kB smaller in English, and fetches two files more in Chinese. Cards to share, a foot
// under saved pictures and the answer of the Transformer's first picture took 4 kB, which are fetched when something is saved or shared:
// the code of saving is no part of a first load any more.
// Programs and summaries of attention took 4 kB of every page with kernels, of which 3.7 are the compiled module, and 1 of each page
// with attention. What pages are made of (ui/parts.tsx) is one module that comes with the frame: up to 1 kB less a page.
const ceilings = {
  opening: 179.5,
  "kernel-regression": 184,
  scoring: 166,
  translator: 60.5,
  transformer: 65,
  "language-model": 55, // its top five and the vectors of its tokens are there at once
  arena: 203, // as kernel regression, and in its worker what a small GPT of each mechanism and its training take
  speed: 177,
}; // kB
// 561.5 before the opening's larger model, cards to share, and a page of the language model that learns subwords in the tab.
// 576 before the arena: its page, the results of three seeds, its worker, and convolutions, which no other page has.
const ceilingOfAll = 605.5; // kB
const ceilingOfChinese = 29.3; // kB; 27.1 before the arena

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, "utf8"));
const chunks = new Map(Object.values(manifest).map((chunk) => [chunk.file, chunk]));
const files = readdirSync(`${dist}assets`).map((name) => `assets/${name}`);

/** A file, all it imports at once, their styles, and every worker and other asset that their text names. */
function reach(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  const { imports = [], css = [] } = chunks.get(file) ?? {};
  for (const key of imports) reach(manifest[key].file, found);
  for (const style of css) reach(style, found);
  const text = readFileSync(dist + file, "utf8");
  for (const other of files) {
    // A worker is an entry; other chunks and their styles are named where they are imported later.
    const isLater = chunks.has(other) ? !chunks.get(other).isEntry : /\.(css|safetensors)$/.test(other);
    if (!isLater && text.includes(basename(other))) reach(other, found);
  }
  return found;
}

const size = (name) => gzipSync(readFileSync(dist + name)).length / 1000;
const sum = (names) => [...names].reduce((all, name) => all + size(name), 0);
let failed = false;

function check(what, names, ceiling) {
  const total = sum(names);
  const verdict = total > ceiling ? `more than the ${ceiling} kB that it may take` : "ok";
  console.log(`${what}: ${total.toFixed(1)} kB gzipped in ${names.length} files, ${verdict}`);
  if (total <= ceiling) return;
  failed = true;
  for (const name of names) console.log(`  ${size(name).toFixed(1).padStart(7)} kB  ${name}`);
}

const first = reach(manifest["index.html"].file);
const walked = new Set(["index.html", ...first]);
for (const [key, chunk] of Object.entries(manifest)) {
  const page = /^src\/pages\/([^/]+)\/index\.tsx$/.exec(key)?.[1];
  if (page === undefined || !chunk.isDynamicEntry) continue;
  const all = new Set(["index.html", ...first, ...reach(chunk.file)]);
  for (const name of all) walked.add(name);
  check(`first load of ${page}`, [...all], ceilings[page] ?? 0);
}
console.log(`a walk through all pages: ${sum(walked).toFixed(1)} kB gzipped in ${walked.size} files`);
const scripts = readdirSync(dist, { recursive: true }).filter((name) => name.endsWith(".js"));
const isChinese = (name) => /\bzh-[^/]*$/.test(name);
check(
  "all JavaScript but texts in Chinese",
  scripts.filter((name) => !isChinese(name)),
  ceilingOfAll,
);
check("texts in Chinese", scripts.filter(isChinese), ceilingOfChinese);
if (failed) process.exit(1);
