import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "@saccade/e2e";

const run = promisify(execFile);

test.use({ serviceWorkers: "allow" });

test("after the first visit, every page opens and computes without a network", async ({ page, context }) => {
  await page.goto("./");
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active?.state !== "activated") await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await context.setOffline(true);
  const addresses = await page
    .locator(".top nav")
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  for (const address of addresses) {
    await page.goto(`./${address}`);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator(".failure")).toHaveCount(0);
  }
  // The weights come from the same place as the rest.
  await page.goto("./");
  await page.getByLabel("Or your own").fill("the cat sees a red hat");
  await expect(page.locator(".translation-arcs g[lang]").nth(1)).toContainText("chapeau");
});

test("the bundle for a classroom is the whole app, and overwrites nothing else", async () => {
  const folder = await mkdtemp(join(tmpdir(), "saccade-bundle-"));
  try {
    const script = fileURLToPath(new URL("../scripts/bundle.mjs", import.meta.url));
    const target = join(folder, "app");
    for (let round = 0; round < 2; round++) await run(process.execPath, [script, target]);
    const dist = fileURLToPath(new URL("../dist", import.meta.url));
    const built = (await readdir(dist, { recursive: true })).filter((name) => !name.startsWith(".vite"));
    expect((await readdir(target, { recursive: true })).sort()).toEqual([...built, "serve.py"].sort());
    await writeFile(join(folder, "thesis.txt"), "mine");
    await expect(run(process.execPath, [script, folder])).rejects.toThrow(
      /is not empty and is no earlier bundle/,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});
