import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));
const largest = 4_000_000; // bytes

/**
 * Writes `sw.js` of the app in the folder `dist`, with which it opens without a network, and `offline.json`, which says how much a
 * reader keeps who wants that (keep.ts).
 *
 * - `keep`: whether a file, by its path from `dist`, is fetched when a reader keeps the app
 * - `ignoreParameters`: the parameters of an address that do not change what it shows, as the source of a regular expression
 * - `later`: files that are kept when they are visited: `path` of the address, as the source of a regular expression; where
 *   they come `from`, "cache" or "network" first; `cacheName`
 * - `prefix` of the names of caches; `skipWaiting`: the worker replaces the one before it at once
 */
export async function writeServiceWorker(dist, { keep, ...options }) {
  const paths = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => path !== "sw.js" && path !== "offline.json" && keep(path))
    .sort();
  let size = 0;
  const files = paths.map((url) => {
    const bytes = readFileSync(join(dist, url));
    if (bytes.length > largest) throw new Error(`${url} has ${bytes.length} bytes: too large to be kept`);
    size += bytes.length;
    // Files under assets/ have a hash in their names.
    const revision = /(^|\/)assets\//.test(url) ? null : createHash("sha256").update(bytes).digest("hex");
    const integrity = `sha256-${createHash("sha256").update(bytes).digest("base64")}`;
    return { url, revision, integrity };
  });
  writeFileSync(join(dist, "offline.json"), JSON.stringify({ files: files.length, bytes: size }));
  await build({
    configFile: false,
    root: here,
    logLevel: "warn",
    define: {
      OPTIONS: JSON.stringify({ files, ...options }),
      "process.env.NODE_ENV": JSON.stringify("production"),
    },
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
  console.log(`offline: ${files.length} files, ${(size / 1e6).toFixed(1)} MB`);
}
