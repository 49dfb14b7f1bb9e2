// Puts the site and the playground's editor, which are built side by side, together in .vitepress/dist, and writes the service
// worker: after the first visit, the book and the guides open without a network. The
// editor and the reference are kept as they are visited, because together they are larger than the rest.
import { cpSync, rmSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { generateSW } from "workbox-build";

const inside = (folder) => fileURLToPath(new URL(`../.vitepress/${folder}`, import.meta.url));
const dist = inside("dist");
rmSync(dist, { recursive: true, force: true });
cpSync(inside("site"), dist, { recursive: true });
cpSync(inside("editor"), inside("dist/editor"), { recursive: true });

const { count, size, warnings } = await generateSW({
  globDirectory: dist,
  globPatterns: ["**/*.{html,js,css,woff2,svg,json}"],
  globIgnores: ["{,zh/}reference/**", "assets/{,zh_}reference_*", "source/**", "editor/**", "sw.js"],
  // The index of the search is the largest, 2.4 MB.
  maximumFileSizeToCacheInBytes: 4_000_000,
  // Before programs ran in a sandbox, they could write to the site's caches: these names are new, so that nothing of the old
  // ones is ever shown.
  cacheId: "saccade-2",
  swDest: `${dist}/sw.js`,
  sourcemap: false,
  inlineWorkboxRuntime: true,
  clientsClaim: true,
  skipWaiting: true,
  cleanupOutdatedCaches: true,
  // Files under assets/ have a hash in their names.
  dontCacheBustURLsMatching: /\/assets\//,
  // No page of the site depends on what stands behind the "?" of its address, but for what its script makes of it.
  ignoreURLParametersMatching: [/./],
  runtimeCaching: [
    {
      urlPattern: /\/(assets|editor\/assets)\//,
      handler: "CacheFirst",
      options: { cacheName: "saccade-2-assets" },
    },
    {
      urlPattern: ({ sameOrigin }) => sameOrigin,
      handler: "NetworkFirst",
      options: { cacheName: "saccade-2-pages" },
    },
  ],
});
for (const warning of warnings) console.warn(warning);
console.log(`offline: ${count} files, ${(size / 2 ** 20).toFixed(1)} MiB`);
if (warnings.length > 0) process.exitCode = 1;
