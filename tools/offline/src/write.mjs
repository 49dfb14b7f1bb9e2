import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));
// A reader on a slow network (1.6 Mbit/s) waits ten seconds for it, and a file that does not arrive whole begins anew.
const largest = 2 * 1024 * 1024; // bytes

/**
 * Writes `sw.js` of the app in the folder `dist`, which gives its pages threads on any host and opens them without a network where a
 * reader keeps them, and `offline.json`, the list of files from which a page is kept (keep.ts).
 *
 * - `shell`: the files that every page needs, as paths from `dist`
 * - `pages`: by the page's name, its title and the files that it needs beside them
 * - `larger`: the files that may be larger than others, as a regular expression
 * - `missing`: the file that is shown for a page that is not kept, without a network
 * - `visited`: the files that are kept as they are visited, where anything is kept: their path, as the source of a regular expression
 * - `skipWaiting`: the worker replaces the one before it at once
 * - `formerly`: names of caches of earlier builds, which are deleted
 */
export async function writeServiceWorker(dist, { shell, pages, larger = /(?!)/, ...options }) {
  const files = [];
  const placeOf = new Map();
  const place = (path) => {
    if (!placeOf.has(path)) {
      const bytes = readFileSync(join(dist, path));
      if (bytes.length > largest && !larger.test(path))
        throw new Error(
          `offline: ${path} has ${bytes.length} bytes, and a file that a reader keeps may have ${largest}. Split it, or leave it out of its page's files.`,
        );
      placeOf.set(path, files.length);
      files.push([path, bytes.length, createHash("sha256").update(bytes).digest("base64")]);
    }
    return placeOf.get(path);
  };
  const places = (paths) => [...new Set(paths)].sort().map(place);
  const list = { files, shell: places(shell), pages: {} };
  for (const [name, page] of Object.entries(pages))
    list.pages[name] = {
      title: page.title,
      files: places(page.files.filter((path) => !shell.includes(path))),
    };
  const version = createHash("sha256").update(JSON.stringify(list)).digest("hex").slice(0, 16);
  writeFileSync(join(dist, "offline.json"), JSON.stringify({ version, ...list }));
  await build({
    configFile: false,
    root: here,
    logLevel: "warn",
    define: { OPTIONS: JSON.stringify({ version, ...options }) },
    build: {
      outDir: dist,
      emptyOutDir: false,
      copyPublicDir: false,
      target: "es2022",
      rolldownOptions: { checks: { bundlerTimings: false } },
      lib: {
        entry: join(here, "service-worker.mjs"),
        formats: ["iife"],
        name: "worker",
        fileName: () => "sw.js",
      },
    },
  });
  const size = (all) => all.reduce((sum, at) => sum + files[at][1], 0);
  const most = Math.max(...Object.values(list.pages).map((page) => size(page.files)));
  const mb = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  console.log(
    `offline: ${Object.keys(pages).length} pages, ${mb(size(list.shell))} for all and at most ${mb(most)} for one; together ${files.length} files, ${mb(size([...files.keys()]))}`,
  );
}
