// Builds the app into dist, from the sources of all packages, with the service worker that opens it offline.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { writeServiceWorker } from "@saccade/offline";
import { reach } from "@saccade/offline/reach";
import { build } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = fileURLToPath(new URL("../dist", import.meta.url));
/** Weights that are fetched, and kept, only where the reader says so. */
const larger = /^assets\/subwords-[^/]*\.safetensors$/;
const began = performance.now();
try {
  await build({ root, logLevel: "warn" });
  await writeServiceWorker(dist, {
    ...filesToKeep(),
    larger,
    // A tab that is open fetches its pages when they are first opened: it must find the files of its own version.
    skipWaiting: false,
  });
} catch (error) {
  if (!/ENOSPC|No space left on device/.test(error.message)) throw error;
  console.error(`The disk is full: ${dist} could not be written. Make room; the next run builds it again.`);
  process.exit(1);
}
console.log(`Built the demo in ${((performance.now() - began) / 1000).toFixed(1)} s.`);

/** What every page needs, and each page by its name: its code and styles, its workers and what they import, its weights. */
function filesToKeep() {
  const manifest = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, "utf8"));
  const chunks = Object.values(manifest);
  const also = (path) => chunks.find(({ file }) => file === path)?.css ?? [];
  const entries = Object.entries(manifest).flatMap(([key, { file }]) => {
    const name = /^src\/pages\/([^/]+)\/index\.tsx$/.exec(key)?.[1];
    return name === undefined ? [] : [[name, file]];
  });
  const stop = entries.map(([, file]) => file);
  const shell = reach(dist, ["index.html", "icon.svg", "page.js"], { stop, also });
  const files = (entry) =>
    reach(dist, [entry], { stop: [...shell, ...stop.filter((file) => file !== entry)], also });
  const small = (all) => all.filter((file) => !larger.test(file));
  const pages = Object.fromEntries(
    entries.map(([name, file]) => {
      // Its addresses to share, if it has some, without the card, which no reader of the app sees.
      const own = [`${name}/index.html`, `zh/${name}/index.html`].filter((path) =>
        existsSync(`${dist}/${path}`),
      );
      return [name, { title: name, files: [...small(files(file)), ...own] }];
    }),
  );
  pages["larger-translator"] = {
    title: "larger-translator",
    files: readdirSync(`${dist}/assets`, { recursive: true })
      .map((file) => `assets/${file}`)
      .filter((file) => larger.test(file)),
  };
  // What no page reaches would be missing offline, and nobody would see why.
  const kept = new Set([...shell, ...Object.values(pages).flatMap((page) => page.files)]);
  const left = readdirSync(`${dist}/assets`).filter((file) => !kept.has(`assets/${file}`));
  if (left.length > 0) throw new Error(`offline: no page reaches ${left.join(", ")}`);
  return { shell, pages };
}
