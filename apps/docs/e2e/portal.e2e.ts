import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import { writeServiceWorker } from "@saccade/offline";
import ts from "typescript";

// A network that answers requests itself, as a hotel's does until its guests have signed in: with a page, and status 200.

test.use({ serviceWorkers: "allow" });

const files: Readonly<Record<string, string>> = {
  "index.html": '<!doctype html><title>Site</title><script type="module" src="/assets/first.js"></script>',
  "assets/first.js": "window.first = 1;",
  "editor/assets/later.js": "window.later = 1;",
};
const portal = "<!doctype html><title>Sign in</title>";

const options = {
  keep: (path: string): boolean => !path.startsWith("editor/"),
  prefix: "test",
  skipWaiting: true,
  ignoreParameters: ".",
  later: [
    { path: "/editor/assets/", from: "cache", cacheName: "test-assets" },
    { path: "", from: "network", cacheName: "test-pages" },
  ],
} as const;
const keepCode = ts.transpile(
  readFileSync(fileURLToPath(import.meta.resolve("@saccade/offline/keep")), "utf8"),
  {
    target: ts.ScriptTarget.ES2022,
  },
);

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
  await writeServiceWorker(folder, options);
  captured = null;
  fetched.length = 0;
  server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://a").pathname;
    // The browser looks for a newer worker when it likes.
    if (path !== "/sw.js") fetched.push(path);
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

/** A worker keeps a file after it has answered: that takes a moment. */
async function expectKept(page: Page, path: keyof typeof files): Promise<void> {
  await expect
    .poll(async () => {
      fetched.length = 0;
      return [await read(page, `/${path}`), ...fetched];
    })
    .toEqual([files[path]]);
}

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
  await expectKept(page, "editor/assets/later.js");
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
  await expectKept(page, "editor/assets/later.js");
  captured = /./;
  expect(await read(page, "/assets/first.js")).toBe(files["assets/first.js"]);
  expect(await read(page, "/editor/assets/later.js")).toBe(files["editor/assets/later.js"]);
});

for (const skipWaiting of [true, false])
  test(`nothing is kept before the reader says so; what is removed stays away, also while its worker is still there, and can be kept again (${skipWaiting})`, async ({
    page,
  }) => {
    await writeServiceWorker(folder, { ...options, skipWaiting });
    await page.goto(site);
    await page.addScriptTag({ type: "module", content: `${keepCode}\nwindow.OfflineCopy = OfflineCopy;` });
    /** Does something with the page's copy, and returns what it told. */
    const does = (what: "look" | "keep" | "remove"): Promise<unknown[]> =>
      page.evaluate(async (what) => {
        const told: unknown[] = [];
        const Copy = Reflect.get(window, "OfflineCopy");
        await new Copy(new URL("/sw.js", location.href), (state: unknown) => told.push(state))[what]();
        return told;
      }, what);
    const kept = (): Promise<string[]> => page.evaluate(() => caches.keys());
    expect(await does("look")).toEqual(["no"]);
    expect(await kept()).toEqual([]);
    for (let round = 0; round < 2; round++) {
      const told = await does("keep");
      expect([told[0], told.at(-1)]).toEqual([0, "yes"]);
      expect(await does("look")).toEqual(["yes"]);
      await expect
        .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
        .toBe("activated");
      fetched.length = 0;
      expect(await read(page, "/assets/first.js")).toBe(files["assets/first.js"]);
      expect(fetched).toEqual([]);
      expect(await read(page, "/editor/assets/later.js")).toBe(files["editor/assets/later.js"]);
      await expect.poll(kept).toHaveLength(2);
      expect(await does("remove")).toEqual(["no"]);
      for (const path of ["assets/first.js", "editor/assets/later.js"] as const)
        expect(await read(page, `/${path}`)).toBe(files[path]);
      expect(await kept()).toEqual([]);
      expect(await does("look")).toEqual(["no"]);
    }
    // Half of it is of no use.
    captured = /first\.js$/;
    expect((await does("keep")).at(-1)).toBe("failed");
    expect(await kept()).toEqual([]);
  });
