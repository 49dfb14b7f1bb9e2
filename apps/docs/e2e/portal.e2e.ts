import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { writeServiceWorker } from "@saccade/offline";

// A network that answers requests itself, as a hotel's does until its guests have signed in: with a page, and status 200.

test.use({ serviceWorkers: "allow" });

const files: Readonly<Record<string, string>> = {
  "index.html": '<!doctype html><title>Site</title><script type="module" src="/assets/first.js"></script>',
  "assets/first.js": "window.first = 1;",
  "editor/assets/later.js": "window.later = 1;",
};
const portal = "<!doctype html><title>Sign in</title>";

let folder: string;
let server: Server;
let site: string;
/** Which addresses the portal answers. */
let captured: RegExp | null;
const fetched: string[] = [];

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "saccade-portal-"));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  await writeServiceWorker(folder, {
    keep: (path) => !path.startsWith("editor/"),
    prefix: "test",
    skipWaiting: true,
    ignoreParameters: ".",
    later: [
      { path: "/editor/assets/", from: "cache", cacheName: "test-assets" },
      { path: "", from: "network", cacheName: "test-pages" },
    ],
  });
  captured = null;
  fetched.length = 0;
  server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://a").pathname;
    fetched.push(path);
    const file = path === "/" ? "index.html" : path.slice(1);
    if (captured?.test(path)) response.setHeader("content-type", "text/html").end(portal);
    else {
      const body = await readFile(join(folder, file)).catch(() => null);
      response.statusCode = body ? 200 : 404;
      response.setHeader("content-type", file.endsWith(".js") ? "text/javascript" : "text/html").end(body);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

test.afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

/** Registers the service worker. @returns whether it was installed */
function install(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const { installing, active } = await navigator.serviceWorker.register("/sw.js");
    const worker = installing ?? active;
    while (worker && worker.state !== "activated" && worker.state !== "redundant")
      await new Promise((changed) => worker.addEventListener("statechange", changed, { once: true }));
    return worker?.state === "activated";
  });
}

const read = (page: Page, path: string): Promise<string> =>
  page.evaluate(async (path) => (await fetch(path)).text(), path);

test("a portal's page is not kept in place of a file, and the site is whole when it is gone", async ({
  page,
}) => {
  captured = /first\.js$/;
  await page.goto(site);
  expect(await install(page)).toBe(false);
  captured = null;
  expect(await install(page)).toBe(true);
  await page.reload();
  expect(await page.evaluate(() => Reflect.get(window, "first"))).toBe(1);
  captured = /./;
  expect(await read(page, "/editor/assets/later.js")).toBe(portal);
  expect(await read(page, "/assets/first.js")).toBe(files["assets/first.js"]);
  captured = null;
  expect(await read(page, "/editor/assets/later.js")).toBe(files["editor/assets/later.js"]);
  fetched.length = 0;
  expect(await read(page, "/editor/assets/later.js")).toBe(files["editor/assets/later.js"]);
  expect(fetched).toEqual([]);
});

test("a part of the site that is broken already heals", async ({ page }) => {
  await page.goto(site);
  expect(await install(page)).toBe(true);
  await page.reload();
  expect(await read(page, "/editor/assets/later.js")).toBe(files["editor/assets/later.js"]);
  await page.evaluate(async (portal) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if (request.url.includes(".js"))
          await cache.put(request, new Response(portal, { headers: { "content-type": "text/html" } }));
    }
  }, portal);
  await page.reload();
  expect(await page.evaluate(() => Reflect.get(window, "first"))).toBe(1);
  expect(await read(page, "/editor/assets/later.js")).toBe(files["editor/assets/later.js"]);
  // And is kept again.
  captured = /./;
  expect(await read(page, "/assets/first.js")).toBe(files["assets/first.js"]);
  expect(await read(page, "/editor/assets/later.js")).toBe(files["editor/assets/later.js"]);
});
