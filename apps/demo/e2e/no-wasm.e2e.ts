import { expect, test } from "@saccade/e2e";

// As in a browser without WebAssembly: its workers find none.
test.beforeEach(async ({ page }) => {
  await page.route(/\/worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `delete globalThis.WebAssembly;\n${await response.text()}` });
  });
});

test("plain JavaScript is measured, and the lack is said", async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto("./#/speed");
  await page.getByRole("button", { name: "Measure", exact: true }).click();
  await expect(page.locator(".facts")).toContainText("WebAssembly SIMD: not available");
  await expect(
    page
      .locator(".workload")
      .first()
      .getByRole("row", { name: /^reference/ }),
  ).toContainText("GFLOP/s");
  await page.getByRole("button", { name: "Stop" }).click();
});

test("the translator still translates and trains", async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto("./#/translator");
  await page.getByLabel("English sentence").fill("he is not tired .");
  await expect(page.locator(".translation-arcs g[lang=fr]")).toContainText("fatigué", { timeout: 60_000 });
  await page.getByText("Training settings").click();
  await expect(page.getByText("this browser has no WebAssembly SIMD")).toBeVisible();
  await page.getByRole("button", { name: "One step" }).click();
  await expect(page.locator("p.status")).toContainText("step 1751", { timeout: 30_000 });
});
