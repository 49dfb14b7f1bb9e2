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

// The service worker and the page's side of it, on a small site: which files are kept, also from a network that answers requests
// itself, as a hotel's does until its guests have signed in: with a page, and status 200; new builds; and the headers for threads.

test.use({ serviceWorkers: "allow" });

const files: Record<string, string> = {
  "index.html":
    '<!doctype html><title>Site</title><script type="module" src="/assets/first.js"></script><input>',
  "second.html":
    '<!doctype html><title>Second</title><script type="module" src="/assets/second.js"></script>',
  "404.html": "<!doctype html><title>Not kept</title>",
  "assets/first.js": "window.first = 1;",
  "assets/second.js": "window.second = 1;",
  "editor/later.js": "window.later = 1;",
};
const portal = "<!doctype html><title>Sign in</title>";
const options = {
  shell: ["404.html"],
  pages: {
    first: { title: "First", files: ["index.html", "assets/first.js"] },
    second: { title: "Second", files: ["second.html", "assets/second.js"] },
  },
  missing: "404.html",
  visited: "^editor/",
};
// The modules that an app bundles, as they are.
for (const name of ["list", "keep", "isolate"])
  files[`${name}.js`] = ts.transpile(
    readFileSync(fileURLToPath(import.meta.resolve("@saccade/offline/keep")).replace("keep", name), "utf8"),
    {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ES2022,
      rewriteRelativeImportExtensions: true,
    },
  );

let folder: string;
let server: Server;
let site: string;
/** Which addresses the portal answers. */
let captured: RegExp | null;
const fetched: string[] = [];

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "saccade portal-"));
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
      const body = await readFile(join(folder, file))
        .catch(() => readFile(join(folder, `${file}.html`)))
        .catch(() => null);
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

/** Does something with the page's copy, and returns what comes of it. */
const does = (page: Page, what: "keep" | "remove" | "pages", ...given: unknown[]): Promise<unknown> =>
  page.evaluate(
    async ([what, given]) => {
      const { OfflineCopy } = await import(new URL("/keep.js", location.href).href);
      const came = await new OfflineCopy(new URL("/sw.js", location.href))[what](...given);
      return came instanceof Map ? [...came] : came;
    },
    [what, given] as const,
  );
const read = (page: Page, path: string): Promise<string> =>
  page.evaluate(async (path) => (await fetch(path)).text(), path);
const kept = (page: Page): Promise<string[]> => page.evaluate(() => caches.keys());
const stored = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const all: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) all.push(new URL(url).pathname);
    return all.sort();
  });
const untilControlled = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");

test("a page is kept with what it needs and nothing else; what is removed stays away, and can be kept again", async ({
  page,
  context,
}) => {
  await page.goto(site);
  for (let round = 0; round < 2; round++) {
    expect(await kept(page)).toEqual([]);
    expect(await does(page, "keep", ["first"])).toBe(true);
    expect(await does(page, "pages")).toEqual([["first", "First"]]);
    expect(await stored(page)).toEqual(["/404.html", "/assets/first.js", "/index.html", "/offline.json"]);
    await untilControlled(page);
    fetched.length = 0;
    expect(await read(page, "/assets/first.js")).toBe(files["assets/first.js"]);
    expect(fetched).toEqual([]);
    // What is kept as it is visited.
    expect(await read(page, "/editor/later.js")).toBe(files["editor/later.js"]);
    await expect.poll(() => stored(page)).toContain("/editor/later.js");
    await context.setOffline(true);
    await page.goto(`${site}?lang=zh`);
    expect(await page.evaluate(() => Reflect.get(window, "first"))).toBe(1);
    expect(await read(page, "/editor/later.js")).toBe(files["editor/later.js"]);
    await page.goto(`${site}second`);
    await expect(page).toHaveTitle("Not kept");
    await context.setOffline(false);
    await page.goto(site);
    await does(page, "remove");
    for (const path of ["assets/first.js", "editor/later.js"])
      expect(await read(page, `/${path}`)).toBe(files[path]);
  }
  expect(await kept(page)).toEqual([]);
});

test("a portal's page is not kept in place of a file, and half of a page is not kept at all", async ({
  page,
}) => {
  captured = /first\.js$/;
  await page.goto(site);
  expect(await does(page, "keep", ["first"])).toBe(false);
  expect(await kept(page)).toEqual([]);
  captured = null;
  expect(await does(page, "keep", ["first"])).toBe(true);
  captured = /second\.js$/;
  expect(await does(page, "keep", ["second"])).toBe(false);
  expect(await does(page, "pages")).toEqual([["first", "First"]]);
  captured = /./;
  await page.reload();
  expect(await page.evaluate(() => Reflect.get(window, "first"))).toBe(1);
  expect(await read(page, "/editor/later.js")).toBe(portal);
  captured = null;
  expect(await read(page, "/editor/later.js")).toBe(files["editor/later.js"]);
});

test("a new build fetches what has changed of the pages that are kept, and drops the old", async ({
  page,
}) => {
  await page.goto(site);
  await does(page, "keep", ["second"]);
  await untilControlled(page);
  const before = await kept(page);
  await writeFile(join(folder, "assets/second.js"), "window.second = 2;");
  await writeServiceWorker(folder, { ...options, skipWaiting: true });
  fetched.length = 0;
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect.poll(async () => (await kept(page)).filter((name) => !before.includes(name)).length).toBe(1);
  await expect.poll(async () => (await kept(page)).filter((name) => before.includes(name)).length).toBe(0);
  expect(fetched).toEqual(["/offline.json", "/assets/second.js"]);
  expect(await does(page, "pages")).toEqual([["second", "Second"]]);
  captured = /./;
  await page.goto(`${site}second`);
  expect(await page.evaluate(() => Reflect.get(window, "second"))).toBe(2);
});

test("a file above the limit fails the build, by its name", async () => {
  await writeFile(join(folder, "assets/second.js"), "x".repeat(2 * 1024 * 1024 + 1));
  await expect(writeServiceWorker(folder, options)).rejects.toThrow(
    /assets\/second\.js has 2097153 bytes, and a file that a reader keeps may have 2097152/,
  );
  await writeServiceWorker(folder, { ...options, larger: /second/ });
});

test("a page gets threads from the worker, keeps what is typed, and is never loaded in a loop", async ({
  page,
}) => {
  let loads = 0;
  page.on("load", () => loads++);
  const isolate = (): Promise<unknown> =>
    page.evaluate(async () => {
      const { isolate } = await import(new URL("/isolate.js", location.href).href);
      const asked = isolate(new URL("/sw.js", location.href));
      document.querySelector("input")?.dispatchEvent(new Event("input", { bubbles: true }));
      return asked;
    });
  await page.goto(site);
  expect(await isolate()).toBe("later");
  expect(await kept(page)).toEqual([]);
  expect(loads).toBe(1);
  await page.reload();
  expect(await isolate()).toBe("yes");
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  // Forgotten by the browser, as when its data are cleared.
  const forgotten = async (): Promise<void> => {
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.unregister());
    await page.goto("about:blank");
    loads = 0;
    await page.goto(site);
  };
  const ask = async () => {
    const { isolate } = await import(new URL("/isolate.js", location.href).href);
    return isolate(new URL("/sw.js", location.href));
  };
  await forgotten();
  // The reload ends the page that asked.
  page.evaluate(ask).catch(() => {});
  await expect.poll(() => loads).toBe(2);
  await untilControlled(page);
  await forgotten();
  expect(await page.evaluate(ask)).toBe("later");
  await untilControlled(page);
  const [entry] = await page.evaluate(() =>
    performance.getEntriesByType("navigation").map((one) => one.toJSON()),
  );
  expect(entry.type).toBe("navigate");
  expect(loads).toBe(1);
});
