// The pages of the guides that need no build, with their packages from this repository. Real CDNs' ways: tools/published/src/hosts.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "@playwright/test";

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const textOf = (file: string): string => readFileSync(path(`../code/host/${file}`), "utf8");

/** Serves a text at an address below /no-bundler/, and the packages' files beside it. */
async function serve(page: Page, file: string, body: string): Promise<void> {
  const contentType = file.endsWith(".js") ? "text/javascript" : "text/html";
  await page.route(`**/no-bundler/${file}`, (route) => route.fulfill({ body, contentType }));
  await page.route("**/no-bundler/node_modules/**", async (route) => {
    const [, name = "", file = ""] =
      /node_modules\/((?:@[^/]+\/)?[^/]+)\/(.+)$/.exec(route.request().url()) ?? [];
    const folder =
      name === "fflate"
        ? "../../../packages/datasets/node_modules/fflate"
        : `../../../packages/${name.split("/").at(-1)}`;
    await route.fulfill({ path: path(`${folder}/${file}`) });
  });
}

const mapped = textOf("no-bundler/index.html");

test("the pages of the quick start and of the guide without a bundler attend", async ({ page }) => {
  const importMap = /<script type="importmap">.*?<\/script>/s;
  const quick = textOf("cdn/index.html");
  expect(quick).toContain('"saccade": "https://esm.sh/saccade"');
  for (const body of [mapped, quick.replace(importMap, importMap.exec(mapped)![0])]) {
    await serve(page, "", body);
    await page.goto("/no-bundler/");
    await expect(page.locator("#weights")).toHaveText(/^tensor\(\[\[\[0\.\d{4}/);
  }
});

test("a Worker without a bundler trains", async ({ page }) => {
  await page.context().route("https://cdn.jsdelivr.net/npm/**", (route) => {
    const file = new URL(route.request().url()).pathname.replace("/npm/", "../node_modules/");
    const headers = { "Access-Control-Allow-Origin": "*" };
    return route.fulfill({ path: path(file), headers, contentType: "text/javascript" });
  });
  await serve(page, "", textOf("no-bundler/train.html"));
  await serve(page, "worker.js", textOf("no-bundler/worker.js"));
  await page.goto("/no-bundler/");
  await page.locator("#train").click();
  await expect(page.locator("#loss")).toHaveText(/^step 200: 0\.0/);
});
