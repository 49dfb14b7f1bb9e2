import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import { build, type Rollup } from "vite";

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** The façade as a CDN serves it: modules by name. */
async function modules(): Promise<ReadonlyMap<string, string>> {
  const lib = {
    entry: path("../node_modules/saccade/dist/index.js"),
    formats: ["es" as const],
    fileName: "saccade",
  };
  const built = await build({
    configFile: false,
    logLevel: "silent",
    build: { write: false, target: "es2022", lib },
  });
  const outputs = (Array.isArray(built) ? built : [built]) as Rollup.RollupOutput[];
  const files = outputs.flatMap(({ output }) => output);
  return new Map(
    files.map((file) => [file.fileName, file.type === "chunk" ? file.code : String(file.source)]),
  );
}

/** Answers for esm.sh. */
async function serveCdn(page: Page): Promise<void> {
  const files = await modules();
  await page.context().route("https://esm.sh/**", (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    const body = files.get(name === "saccade" ? "saccade.js" : name) ?? files.get(`${name}.js`) ?? "";
    const headers = { "Access-Control-Allow-Origin": "*" };
    return route.fulfill({ status: body === "" ? 404 : 200, body, headers, contentType: "text/javascript" });
  });
}

/** Answers for jsDelivr, which serves a package's files as they are. */
async function serveFiles(page: Page): Promise<void> {
  const headers = { "Access-Control-Allow-Origin": "*" };
  await page.context().route("https://cdn.jsdelivr.net/npm/**", (route) => {
    const file = new URL(route.request().url()).pathname.replace("/npm/", "../node_modules/");
    return route.fulfill({ path: path(file), headers, contentType: "text/javascript" });
  });
}

/** Serves a file of code/host at an address of the site. */
async function serveFile(page: Page, address: string, file: string): Promise<void> {
  const body = readFileSync(path(`../code/host/${file}`), "utf8");
  const contentType = file.endsWith(".js") ? "text/javascript" : "text/html";
  await page.route(`**/${address}`, (route) => route.fulfill({ body, contentType }));
}

test("the page of the quick start that needs no build attends", async ({ page }) => {
  await serveCdn(page);
  await serveFile(page, "from-a-cdn", "cdn/index.html");
  await page.goto("/from-a-cdn");
  await expect(page.locator("#weights")).toHaveText(/^tensor\(\[\[\[0\.\d{4}/);
});

test("the page with the full import map attends, from the files of the packages", async ({ page }) => {
  await serveFile(page, "no-bundler/", "no-bundler/index.html");
  await page.route("**/no-bundler/node_modules/**", async (route) => {
    const [, name = "", file = ""] =
      /node_modules\/((?:@[^/]+\/)?[^/]+)\/(.+)$/.exec(route.request().url()) ?? [];
    const folder =
      name === "fflate"
        ? "../../../packages/datasets/node_modules/fflate"
        : `../../../packages/${name.split("/").at(-1)}`;
    await route.fulfill({ path: path(`${folder}/${file}`) });
  });
  await page.goto("/no-bundler/");
  await expect(page.locator("#weights")).toHaveText(/^tensor\(\[\[\[0\.\d{4}/);
});

test("a Worker without a bundler trains", async ({ page }) => {
  await serveFiles(page);
  await serveFile(page, "no-bundler/", "no-bundler/train.html");
  await serveFile(page, "no-bundler/worker.js", "no-bundler/worker.js");
  await page.goto("/no-bundler/");
  await page.locator("#train").click();
  await expect(page.locator("#loss")).toHaveText(/^step 200: 0\.0/);
});
