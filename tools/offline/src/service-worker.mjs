// Runs in the browser and does two things: it adds the headers that give pages threads, where the host does not send them, and it
// answers from the cache that keep.ts fills once a reader asks for that. write.mjs puts the app's options in place of OPTIONS.
import { isolation } from "./headers.mjs";
import { Copy, cacheName, cacheNames, fetchList } from "./list.ts";

const { version, missing, visited, skipWaiting = false, formerly = [] } = OPTIONS;
const { scope } = self.registration;
const isVisited = new RegExp(visited ?? "(?!)");
const own = cacheName(scope, version);

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(scope)) event.respondWith(answer(event.request));
});

/** Fetches the pages that the reader keeps in this version; what has not changed is copied. */
async function install() {
  const names = (await cacheNames(scope)).filter((name) => name !== own);
  for (const name of names) {
    const older = await Copy.find(scope, name);
    if (older === null) continue;
    const list = await ownList();
    const pages = older.pages.filter((page) => page in list.pages);
    await (await Copy.open(scope, list)).add(pages, { older });
  }
  const earlier = await earlierNames();
  if (earlier.length > 0) {
    const list = await ownList();
    await (await Copy.open(scope, list)).add(Object.keys(list.pages));
  }
  // Where nothing is kept, no tab depends on it.
  if (skipWaiting || names.length + earlier.length === 0) await self.skipWaiting();
}

/** @throws Error if the host has a newer list: the browser then installs the worker that belongs to it */
async function ownList() {
  const list = await fetchList(scope);
  if (list.version !== version) throw new Error(`the list is of version ${list.version}, not ${version}`);
  return list;
}

/** The caches of earlier builds, which kept all pages at once. */
async function earlierNames() {
  return (await caches.keys()).filter((name) => name.endsWith(`-precache-v2-${scope}`));
}

async function activate() {
  const names = (await cacheNames(scope)).filter((name) => name !== own);
  const earlier = await earlierNames();
  await Promise.all([...names, ...earlier, ...formerly].map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request) {
  const isPage = request.mode === "navigate";
  const response = await (isVisited.test(request.url.slice(scope.length)) ? lastVisited : keptOrNew)(
    request,
    isPage,
  );
  return isPage || /worker$/.test(request.destination) ? isolated(response) : response;
}

async function keptOrNew(request, isPage) {
  const found = await kept(request.url);
  if (found) return found;
  try {
    return await fetch(request);
  } catch (error) {
    // Without a network a page that is not kept says so.
    const page = isPage && missing !== undefined ? await kept(new URL(missing, scope).href) : undefined;
    if (page) return page;
    throw error;
  }
}

/** A file that is too large to be kept, or one of too many: once the reader keeps anything, it is kept as it was visited last. */
async function lastVisited(request, isPage) {
  const response = await fetch(request).catch(() => null);
  if (response === null) return keptOrNew(request, isPage);
  // A network that asks its guests to sign in answers with a page, which is nothing that a script or a style can be.
  const isHtml = /^text\/html\b/.test(response.headers.get("content-type") ?? "");
  if (response.status === 200 && !response.redirected && isHtml === isPage && (await caches.has(own))) {
    const { origin, pathname } = new URL(request.url);
    await (await caches.open(own)).put(origin + pathname, response.clone());
  }
  return response;
}

/** The kept file of an address, whatever its parameters: no host has others for them. */
async function kept(url) {
  const { origin, pathname } = new URL(url);
  for (const ending of pathname.endsWith("/") ? ["index.html"] : ["", ".html"]) {
    const found = await caches.match(origin + pathname + ending, { cacheName: own, ignoreVary: true });
    if (found) return found;
  }
}

/** A host that sends these headers keeps its own. */
function isolated(response) {
  if (response.status === 0) return response; // a redirection, which the browser follows
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(isolation)) if (!headers.has(name)) headers.set(name, value);
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}
