import { expect, test } from "@saccade/e2e";
import { button, openTranslator, status } from "./translator-page.ts";

// Chromium without a display has no GPU for WebGPU: what asks for one is computed on the processor.
test("@plain a page that is asked for the GPU says that there is none, and trains on the processor", async ({
  page,
}, { project }) => {
  const why = project.name === "isolated" ? "WebGPU" : "this page has no shared memory";
  await openTranslator(page, "?device=gpu");
  await button(page, "Start").click();
  await expect(page.locator("p.device")).toContainText(`No GPU: `, { timeout: 60_000 });
  await expect(page.locator("p.device")).toContainText(why);
  await expect(page.locator("p.device")).toContainText("Computed on the processor instead.");
  await expect(status(page)).toContainText(/Training: epoch \d+ of 14, step [1-9]/, { timeout: 60_000 });

  await page.goto("./#/language-model?device=gpu");
  await button(page, "Train from scratch").click();
  await expect(page.locator("p.device")).toContainText("Computed on the processor instead.", {
    timeout: 60_000,
  });

  await page.goto("./#/speed");
  await page.getByLabel("Also measure the GPU").check();
  await button(page, "Measure").click();
  const product = page.locator(".workload").first();
  await expect(product.getByRole("row", { name: /^GPU/ })).toContainText("not available; see below", {
    timeout: 60_000,
  });
  await expect(page.locator(".facts")).toContainText(/GPU: none, so only the processor is measured/);
  await expect(product.getByRole("row", { name: /WebAssembly SIMD/ })).toContainText("GFLOP/s", {
    timeout: 60_000,
  });
  await button(page, "Stop").click();
});
