// Puts the site, the playground's editor and the demo, which are built side by side, together in .vitepress/dist, and writes the service
// worker: with it, the book and the guides open without a network, where a reader keeps them. The editor and the reference are
// kept from then on as they are visited, because together they are larger than the rest.
import { cpSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { writeServiceWorker } from "@saccade/offline";

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

await writeServiceWorker(dist, {
  keep: (path) =>
    /\.(html|js|css|woff2|svg|json)$/.test(path) &&
    !/^((zh\/)?reference\/|assets\/(zh_)?reference_|source\/|editor\/|demo\/)/.test(path),
  // Before programs ran in a sandbox, they could write to the site's caches: these names are new, so that nothing of the old
  // ones is ever shown.
  prefix: "saccade-2",
  skipWaiting: true,
  // No page of the site depends on what stands behind the "?" of its address, but for what its script makes of it.
  ignoreParameters: ".",
  later: [
    { path: "^/(assets|editor/assets)/", from: "cache", cacheName: "saccade-2-assets" },
    { path: "^/(?!demo/)", from: "network", cacheName: "saccade-2-pages" },
  ],
});
