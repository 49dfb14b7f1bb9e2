// Runs in the browser. write.mjs puts the options of the app in place of OPTIONS.
import { clientsClaim, setCacheNameDetails } from "workbox-core";
import { cleanupOutdatedCaches, precacheAndRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { CacheFirst, NetworkFirst } from "workbox-strategies";

const { files, prefix, skipWaiting = false, ignoreParameters, later = [] } = OPTIONS;

if (prefix !== undefined) setCacheNameDetails({ prefix });
if (skipWaiting) self.skipWaiting();
clientsClaim();
cleanupOutdatedCaches();
precacheAndRoute(files, { ignoreURLParametersMatching: [new RegExp(ignoreParameters)] });
for (const { path, from, cacheName } of later) {
  const pattern = new RegExp(path);
  const Strategy = from === "cache" ? CacheFirst : NetworkFirst;
  registerRoute(
    ({ sameOrigin, url }) => sameOrigin && pattern.test(url.pathname),
    new Strategy({ cacheName }),
  );
}
