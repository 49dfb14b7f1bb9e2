import type { Browser, Locator, Page } from "@playwright/test";
import { expect, test } from "@saccade/e2e";
import { launchOptions } from "@saccade/e2e/launch";
import { button, openTranslator, status, stepsDone } from "./pages.ts";

// A software GPU replaces a real one; each step takes it a second.
test.use({
  launchOptions: {
    ...launchOptions,
    args: [...(launchOptions.args ?? []), "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"],
  },
});
test.setTimeout(240_000);

const device = (page: Page): Locator => page.locator("p.device");
const reach = (page: Page, step: number): Promise<void> =>
  expect(async () => {
    await expect(status(page)).toContainText("Training:", { timeout: 1000 });
    expect(await stepsDone(page)).toBeGreaterThanOrEqual(step);
  }).toPass({ timeout: 120_000 });

/** Ends the browser's process that computes for all GPU devices; it starts another. */
async function crashGPU(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  await session.send("Browser.crashGpuProcess");
}

test("two tabs train on one GPU; one is closed in the middle of a step, then the GPU fails, and the other goes on", async ({
  page,
  context,
  browser,
}) => {
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await openTranslator(tab);
    await tab.getByText("Training settings").click();
    await tab.getByLabel("the GPU (WebGPU)").check();
    await expect(tab).toHaveURL(/device=gpu/);
    await button(tab, "Start").click();
  }
  for (const tab of [page, other]) {
    await expect(device(tab)).toContainText(/Computed on google swiftshader: a GPU in software/, {
      timeout: 60_000,
    });
    await reach(tab, 1);
  }
  await other.close();
  await reach(page, (await stepsDone(page)) + 1);
  await crashGPU(browser);
  await expect(device(page)).toContainText(
    /The GPU failed, so the run continues on the processor, from step \d+\. webgpu backend: the device was lost/,
    { timeout: 60_000 },
  );
  await expect(page.getByLabel("the processor (WebAssembly)")).toBeChecked();
  await reach(page, 10);
  await expect(page.getByText("Backend: WebAssembly SIMD")).toBeVisible();
});

test("the language model trains on the GPU, and then on the processor", async ({ page, browser }) => {
  await page.goto("./#/language-model?device=gpu");
  await button(page, "Train from scratch").click();
  await expect(device(page)).toContainText("Computed on google swiftshader", { timeout: 60_000 });
  await expect(page.locator(".learning p.status")).toContainText(/step [1-9]/, { timeout: 120_000 });
  await crashGPU(browser);
  await expect(device(page)).toContainText("The GPU failed, so the run continues on the processor", {
    timeout: 60_000,
  });
  await expect(page.locator(".learning p.status")).toHaveAttribute("data-status", "running");
});

test("the GPU is measured, beside the processor, where the reader asks for it", async ({ page }) => {
  await page.goto("./#/speed");
  await page.getByLabel("Also measure the GPU").check();
  await button(page, "Measure").click();
  for (const workload of [0, 1, 2]) {
    const row = page.locator(".workload").nth(workload).getByRole("row", { name: /^GPU/ });
    await expect(row).toContainText(/\d (GFLOP\/s|steps\/s)/, { timeout: 120_000 });
  }
  await expect(page.locator(".facts")).toContainText(/GPU: google swiftshader.*a GPU in software/);
  await button(page, "Stop").click();
});
