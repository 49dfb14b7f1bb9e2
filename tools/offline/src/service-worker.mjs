// Runs in the browser. write.mjs puts the options of the app in place of OPTIONS.
import { cacheNames, clientsClaim, setCacheNameDetails } from "workbox-core";
import { addPlugins, cleanupOutdatedCaches, precacheAndRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { CacheFirst, NetworkFirst } from "workbox-strategies";

const { files, prefix, skipWaiting = false, ignoreParameters, later = [] } = OPTIONS;

// A network that asks its guests to sign in answers any request with a page, and status 200. A page is nothing that a script, a
// style or an image can be: it is neither kept for one nor, where an earlier version kept it, shown, so that it is fetched anew.
const isPage = (response) => /^text\/html\b/.test(response.headers.get("content-type") ?? "");
const asksForPage = ({ url }) => !/\.(?!html$)\w+$/.test(new URL(url).pathname);
const fits = (request, response) => asksForPage(request) || !isPage(response);
// A worker may live on after its reader has removed what it kept (keep.ts): then it keeps nothing.
const isKept = async (event) => event?.type === "install" || (await caches.has(cacheNames.precache));
const onlyFitting = {
  cacheWillUpdate: async ({ request, response, event }) =>
    response.status === 200 && fits(request, response) && (await isKept(event)) ? response : null,
  cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
    cachedResponse && fits(request, cachedResponse) ? cachedResponse : null,
};
// The files that are kept from the start are known by their hashes. Where one is missing later, the site may be newer than this worker.
const fromNetwork = {
  handlerDidError: async ({ request, event }) => (event.type === "install" ? undefined : fetch(request)),
};

if (prefix !== undefined) setCacheNameDetails({ prefix });
// Where nothing is kept, no tab depends on it.
self.addEventListener("install", (event) =>
  event.waitUntil(
    caches.has(cacheNames.precache).then((isThere) => (skipWaiting || !isThere) && self.skipWaiting()),
  ),
);
clientsClaim();
cleanupOutdatedCaches();
addPlugins([onlyFitting, fromNetwork]);
precacheAndRoute(files, { ignoreURLParametersMatching: [new RegExp(ignoreParameters)] });
for (const { path, from, cacheName } of later) {
  const pattern = new RegExp(path);
  const Strategy = from === "cache" ? CacheFirst : NetworkFirst;
  registerRoute(
    ({ sameOrigin, url }) => sameOrigin && pattern.test(url.pathname),
    new Strategy({ cacheName, plugins: [onlyFitting] }),
  );
}
