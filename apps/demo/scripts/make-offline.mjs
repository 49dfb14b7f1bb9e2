// Writes the service worker of the built app, with every file of this version: after the first visit it opens offline.
import { fileURLToPath } from "node:url";
import { generateSW } from "workbox-build";

const dist = fileURLToPath(new URL("../dist", import.meta.url));
const { count, size, warnings } = await generateSW({
  globDirectory: dist,
  globPatterns: ["*.{html,svg}", "assets/**"],
  maximumFileSizeToCacheInBytes: 4_000_000,
  swDest: `${dist}/sw.js`,
  sourcemap: false,
  inlineWorkboxRuntime: true,
  clientsClaim: true,
  // A tab that is open fetches its pages when they are first opened: it must find the files of its own version.
  skipWaiting: false,
  cleanupOutdatedCaches: true,
  // Files under assets/ have a hash in their names.
  dontCacheBustURLsMatching: /\/assets\//,
  ignoreURLParametersMatching: [/^lang$/],
});
for (const warning of warnings) console.warn(warning);
console.log(`offline: ${count} files, ${(size / 1e6).toFixed(1)} MB`);
if (warnings.length > 0) process.exit(1);
