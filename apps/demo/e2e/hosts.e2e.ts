import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "@saccade/e2e";
import { button, heading, menu, openTranslator, status, translation } from "./pages.ts";

// Things that a host or a browser may lack: a network, threads, a GPU, WebAssembly.

test.describe("offline", () => {
  test.use({ serviceWorkers: "allow" });
  test("nothing is kept unasked; then a page, those that are visited, and all", {
    tag: "@plain",
  }, async ({ page, context }) => {
    const cached = (): Promise<number> => page.evaluate(async () => (await caches.keys()).length);
    const keep = button(page, /^Keep this page offline \(\d+\.\d MB\)$/);
    const isKept = page.getByText("This page opens offline, and so do pages that you visit from now on.");
    const open = async (address: string): Promise<void> => {
      await page.goto(`./${address}`);
      await page.reload();
      await expect(heading(page)).toBeVisible();
      await expect(page.locator(".failure")).toHaveCount(0);
    };
    await page.goto("./");
    await expect(keep).toBeVisible();
    expect(await cached()).toBe(0);
    await keep.click();
    await expect(isKept).toBeVisible({ timeout: 60_000 });
    await menu(page).filter({ hasText: "Scoring and masks" }).click();
    await expect(isKept).toBeVisible({ timeout: 60_000 });
    await context.setOffline(true);
    await open("#/scoring");
    await open("");
    // The weights come from the same place as the rest.
    await page.getByLabel("Or your own").fill("the cat sees a red hat");
    await expect(translation(page)).toContainText("chapeau");
    await context.setOffline(false);
    await open("#/scoring");
    await button(page, /^Keep all pages offline \(\d+\.\d MB\)$/).click();
    await expect(page.getByText("All pages open offline.")).toBeVisible({ timeout: 60_000 });
    await context.setOffline(true);
    const links = await menu(page).evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    for (const address of links) await open(address);
    await context.setOffline(false);
    await button(page, "Remove").click();
    await expect(keep).toBeVisible();
    expect(await cached()).toBe(0);
  });
});

test.describe("isolation", () => {
  test.use({ serviceWorkers: "allow" });
  test(
    "a page that trains is loaded again for its threads: once, and only where the host did not give them",
    {
      tag: "@plain",
    },
    async ({ page }, { project }) => {
      const byHost = project.name === "isolated";
      await page.addInitScript(() => Object.defineProperty(navigator, "hardwareConcurrency", { value: 4 }));
      let loads = 0;
      page.on("load", () => loads++);
      const state = (): Promise<unknown> =>
        page.evaluate(async () => [
          crossOriginIsolated,
          (await navigator.serviceWorker.getRegistrations()).length,
          (await caches.keys()).length,
        ]);
      await page.goto("./#/scoring");
      await expect(heading(page)).toBeVisible();
      expect(await state()).toEqual([byHost, 0, 0]);
      await page.locator(".top nav [data-page=translator]").click();
      await expect(page.locator("footer")).toContainText("Threads: available");
      // A page that is just being loaded again answers nothing yet.
      await expect.poll(() => state().catch(() => null)).toEqual([true, byHost ? 0 : 1, 0]);
      await expect.poll(() => loads).toBe(byHost ? 1 : 2); // a page that is left before its load event is not counted
      // And not again.
      await page.reload();
      await expect(page.locator("footer")).toContainText("Threads: available");
      await page.goto("./#/speed");
      await expect(page.locator("footer")).toContainText("Threads: available");
      expect(loads).toBe(byHost ? 2 : 3);
    },
  );

  test(
    "nothing that a visitor has begun is lost: the reload is left to the visitor",
    { tag: "@plain" },
    async ({ page }, { project }) => {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, "hardwareConcurrency", { value: 4 });
        const register = navigator.serviceWorker.register.bind(navigator.serviceWorker);
        navigator.serviceWorker.register = async (...given) => {
          await new Promise((used) => addEventListener("input", used, { once: true }));
          return register(...given);
        };
      });
      await openTranslator(page);
      await page.getByLabel("English sentence").fill("he is not tired .");
      if (project.name === "plain") {
        // It comes late, and moves what is below it.
        await expect(button(page, /^Keep this page offline/)).toBeVisible();
        await expect(page.locator("footer")).toContainText(
          "Threads: available once this page is loaded again.",
        );
        await expect(page.getByLabel("English sentence")).toHaveValue("he is not tired .");
        await button(page, "Load again").click();
      }
      await expect(page.locator("footer")).toContainText(/Threads: available$/);
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    },
  );

  test("a browser that does not isolate a page, with the worker or without, loads it once more at most", {
    tag: "@plain",
  }, async ({ page }) => {
    // As in a browser that wants more than the headers.
    await page.addInitScript(() => {
      Object.defineProperty(window, "crossOriginIsolated", { value: false });
      Object.defineProperty(navigator, "hardwareConcurrency", { value: 4 });
    });
    let loads = 0;
    page.on("load", () => loads++);
    await openTranslator(page);
    await expect.poll(() => loads).toBe(2);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
    await expect(page.locator("footer")).toContainText("Threads: off;");
    // Nor when the reader comes back.
    await page.reload();
    await expect(page.locator("footer")).toContainText("Threads: off;");
    await page.goto("./#/speed");
    await expect(page.locator("footer")).toContainText("Threads: off;");
    expect(loads).toBe(3);
  });
});

test("the bundle for a classroom is the whole app, and overwrites nothing else", async () => {
  const run = promisify(execFile);
  const folder = await mkdtemp(join(tmpdir(), "saccade-bundle-"));
  try {
    const script = fileURLToPath(new URL("../scripts/bundle.mjs", import.meta.url));
    const target = join(folder, "app");
    for (let round = 0; round < 2; round++) await run(process.execPath, [script, target]);
    const dist = fileURLToPath(new URL("../dist", import.meta.url));
    const built = (await readdir(dist, { recursive: true })).filter((name) => !name.startsWith(".vite"));
    expect((await readdir(target, { recursive: true })).sort()).toEqual([...built, "serve.py"].sort());
    const { files } = JSON.parse(await readFile(join(target, "offline.json"), "utf8"));
    for (const [path, , digest] of files) {
      const bytes = await readFile(join(target, path));
      expect(createHash("sha256").update(bytes).digest("base64"), path).toBe(digest);
    }
    await writeFile(join(folder, "thesis.txt"), "mine");
    await expect(run(process.execPath, [script, folder])).rejects.toThrow(
      /is not empty and is no earlier bundle/,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("measures here, and says what this browser lacks", { tag: "@plain" }, async ({ page }, { project }) => {
  await page.goto("./#/speed");
  await expect(page.getByText("Nothing is measured yet.")).toBeVisible();
  expect(page.workers()).toHaveLength(0); // nothing starts unasked
  await expect(page.getByText(/\d GFLOP\/s$/)).toHaveCount(0);
  await page.getByLabel("Also measure the GPU").check();
  await button(page, "Measure").click();
  await expect(page.getByText(/Measuring here: round [2-7]/)).toBeVisible({ timeout: 60_000 });
  await button(page, "Stop").click();
  await expect(page.getByText(/Measured here, now: medians of [1-7] rounds\./)).toBeVisible();
  const product = page.locator(".workload").first();
  const row = (name: RegExp) => product.getByRole("row", { name });
  await expect(row(/WebAssembly SIMD/)).toContainText(/[\d.]+ GFLOP\/s\s*[\d.]+×/);
  await expect(row(/^GPU/)).toContainText("not available; see below");
  await expect(page.locator(".facts")).toContainText(/GPU: none, so only the processor is measured/);
  if (project.name === "isolated") {
    await expect(row(/threads/)).toContainText("GFLOP/s");
  } else {
    await expect(row(/threads/)).toContainText("not available; see below");
    await expect(page.locator(".facts")).toContainText("Cross-Origin-Opener-Policy");
  }
});

// Chromium without a display has no GPU for WebGPU: what asks for one is computed on the processor.
test(
  "a page that is asked for the GPU says that there is none, and trains on the processor",
  {
    tag: "@plain",
  },
  async ({ page }, { project }) => {
    const device = page.locator("p.device");
    await openTranslator(page, "?device=gpu");
    await button(page, "Start").click();
    await expect(device).toContainText("No GPU: ", { timeout: 60_000 });
    await expect(device).toContainText(
      project.name === "isolated" ? "WebGPU" : "this page has no shared memory",
    );
    await expect(device).toContainText("Computed on the processor instead.");
    await expect(status(page)).toContainText(/Training: epoch \d+ of 14, step [1-9]/, { timeout: 60_000 });
    await page.goto("./#/language-model?device=gpu");
    await button(page, "Train from scratch").click();
    await expect(device).toContainText("Computed on the processor instead.", { timeout: 60_000 });
  },
);

test("without WebAssembly the translator translates and trains, and plain JavaScript is measured", async ({
  page,
}) => {
  // As in a browser without it: its workers find none.
  await page.route(/\/worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `delete globalThis.WebAssembly;\n${await response.text()}` });
  });
  await page.goto("./#/translator");
  await page.getByLabel("English sentence").fill("he is not tired .");
  await expect(translation(page)).toContainText("fatigué", { timeout: 60_000 });
  await page.getByText("Training settings").click();
  await expect(page.getByText("plain JavaScript, which is slow: this host has no WebAssembly")).toBeVisible();
  await button(page, "One step").click();
  await expect(status(page)).toContainText("step 1751", { timeout: 60_000 });
  await page.goto("./#/speed");
  await button(page, "Measure").click();
  await expect(page.locator(".facts")).toContainText("WebAssembly SIMD: not available");
  const reference = page
    .locator(".workload")
    .first()
    .getByRole("row", { name: /^reference/ });
  await expect(reference).toContainText("GFLOP/s", { timeout: 60_000 });
  await button(page, "Stop").click();
});

test("where the host's policy lacks wasm-unsafe-eval, pages compute all the same, and say what to add", async ({
  page,
}) => {
  await page.route("**/*", async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), "content-security-policy": "script-src 'self'" };
    await route.fulfill({ response, headers });
  });
  const cure = "allow WebAssembly with script-src 'wasm-unsafe-eval'";
  const warned = page.waitForEvent("console", (message) => message.text().includes(cure));
  await page.goto("./#/kernel-regression");
  await warned;
  await openTranslator(page);
  await page.getByText("Training settings").click();
  await button(page, "One step").click();
  await expect(status(page)).toContainText("step 1751", { timeout: 60_000 });
  await expect(
    page.getByText(`plain JavaScript, which is slow: the kernels do not start here`),
  ).toContainText(cure);
  await page.goto("./#/speed");
  await button(page, "Measure").click();
  await expect(page.locator(".facts")).toContainText(cure, { timeout: 60_000 });
  await button(page, "Stop").click();
});
