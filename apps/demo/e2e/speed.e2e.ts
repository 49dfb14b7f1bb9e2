import { expect, test } from "@saccade/e2e";

test("measures here, and says what this browser lacks", async ({ page }, { project }) => {
  test.setTimeout(120_000);
  await page.goto("./#/speed");
  await expect(page.getByText("Nothing is measured yet.")).toBeVisible();
  await page.waitForTimeout(500);
  expect(page.workers()).toHaveLength(0); // nothing starts unasked
  await expect(page.getByText(/\d GFLOP\/s$/)).toHaveCount(0);
  await page.getByRole("button", { name: "Measure", exact: true }).click();
  await expect(page.getByText(/Measuring here: round [2-7]/)).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(
    page.getByText(/Measured here, now: medians of [1-7] rounds\.|Stopped in round [2-7]: medians/),
  ).toBeVisible();
  const product = page.locator(".workload").first();
  await expect(product.getByRole("row", { name: /WebAssembly SIMD/ })).toContainText(
    /[\d.]+ GFLOP\/s\s*[\d.]+×/,
  );
  await expect(product.getByRole("row", { name: /registers only/ })).toContainText(/[1-9][\d.]* GFLOP/);
  const threads = product.getByRole("row", { name: /threads/ });
  if (project.name === "isolated") {
    await expect(threads).toContainText("GFLOP/s");
    await expect(product).toContainText(/threads: [\d.]+ times the speed of one thread/);
  } else {
    await expect(threads).toContainText("not available; see below");
    await expect(page.locator(".facts")).toContainText("Cross-Origin-Opener-Policy");
  }
});
