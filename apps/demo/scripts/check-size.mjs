// Fails the build when what a first visit fetches has grown past its ceiling. Per page: the HTML, its scripts and styles,
// the page's own, and the workers that it starts, each gzipped. Checkpoints (*.safetensors) are not counted, nor is what a
// worker imports later: the GPU's backend, when the reader asks for the GPU.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

// Raised from 200 to 205 kB when every public function came to check its arguments and options, lowered to 200 again when
// the translator's sentences came from a grammar, raised to 205 when the shell came to undo, to present and to open
// offline, which is 3 kB on every page; to 213 when the packages came to refuse what they had ignored (arguments beyond the
// last, replaced parts, values that make no sense), which is 7 kB of the language model's worker; to 214.5 while packages move their checks to contracts, and the worker has
// both; to 217 when runs came to go on at any batch, to wait for their checkpoints, to keep their best weights and random
// numbers of their own, and errors to say where in the model they are. It may only go down.
const ceiling = 217_000; // bytes

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, "utf8"));
const files = readdirSync(`${dist}assets`);

/** A chunk, all it imports at once, their styles, and every asset (such as a worker) that their text names. */
function reach(key, found = new Set()) {
  const { file, imports = [], css = [] } = manifest[key];
  if (found.has(file)) return found;
  for (const name of [file, ...css]) addWithNamed(name, found);
  for (const next of imports) reach(next, found);
  return found;
}

function addWithNamed(name, found) {
  if (found.has(name)) return;
  found.add(name);
  const text = readFileSync(dist + name, "utf8");
  const own = new Set(Object.values(manifest).flatMap((chunk) => [chunk.file, ...(chunk.css ?? [])]));
  for (const file of files) {
    const path = `assets/${file}`;
    const later = new RegExp(`import\\(["'\`]\\./${file}["'\`]\\)`, "g");
    const isNamed = text.replaceAll(later, "").includes(file);
    if (isNamed && !own.has(path) && !file.endsWith(".safetensors")) addWithNamed(path, found);
  }
}

const size = (name) => gzipSync(readFileSync(dist + name)).length;
const first = reach("index.html");
let failed = false;
for (const [key, chunk] of Object.entries(manifest)) {
  const page = /^src\/pages\/([^/]+)\/index\.tsx$/.exec(key)?.[1];
  if (page === undefined || !chunk.isDynamicEntry) continue;
  const all = new Set(["index.html", ...first, ...reach(key)]);
  const total = [...all].reduce((sum, name) => sum + size(name), 0);
  const verdict = total > ceiling ? `more than the ${ceiling / 1000} kB that a first load may take` : "ok";
  console.log(
    `first load of ${page}: ${(total / 1000).toFixed(1)} kB gzipped in ${all.size} files, ${verdict}`,
  );
  if (total > ceiling) {
    failed = true;
    for (const name of all) console.log(`  ${(size(name) / 1000).toFixed(1).padStart(7)} kB  ${name}`);
  }
}
if (failed) process.exit(1);
