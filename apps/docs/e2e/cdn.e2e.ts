import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
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

test("the page of the quick start that needs no build attends", async ({ page }) => {
  const files = await modules();
  await page.route("https://esm.sh/**", (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    const body = files.get(name === "saccade" ? "saccade.js" : name) ?? files.get(`${name}.js`) ?? "";
    const headers = { "Access-Control-Allow-Origin": "*" };
    return route.fulfill({ status: body === "" ? 404 : 200, body, headers, contentType: "text/javascript" });
  });
  const body = readFileSync(path("../code/host/cdn/index.html"), "utf8");
  await page.route("**/from-a-cdn", (route) => route.fulfill({ body, contentType: "text/html" }));
  await page.goto("/from-a-cdn");
  await expect(page.locator("#weights")).toHaveText(/^tensor\(\[\[\[0\.\d{4}/);
});
