import { expect, type Page, test } from "@playwright/test";
import { follow, keepOffline } from "./site.ts";

test.use({ serviceWorkers: "allow" });

const kept = (page: Page): Promise<unknown> =>
  page.evaluate(async () => [await caches.keys(), (await navigator.serviceWorker.getRegistrations()).length]);

test("nothing is kept unasked; once the reader keeps the book, other pages open and programs run without a network", async ({
  page,
  context,
}) => {
  await page.goto("/");
  for (const address of ["/book/tensors", "/playground", "/zh/book/tensors"]) await follow(page, address);
  await expect(page.getByRole("button", { name: /^保存本书/ })).toBeVisible();
  expect(await kept(page)).toEqual([[], 0]);
  await keepOffline(page);
  await context.setOffline(true);
  for (const address of ["/book/kernel-regression", "/zh/book/kernel-regression"]) {
    await page.goto(address);
    await page.locator(".program-run").first().click();
    await expect(page.locator(".program-tools [data-state=done]").first()).toBeAttached();
  }
  // The choice is remembered, by the browser's own record of it, which readers have who came before they were asked.
  await expect(page.getByText("本书可离线阅读。")).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("button", { name: "移除" }).click();
  await expect(page.getByRole("button", { name: /^保存本书/ })).toBeVisible();
  await page.reload();
  await follow(page, "/book/tensors");
  await expect(page.getByRole("button", { name: /^Keep the book offline \(/ })).toBeVisible();
  expect(await kept(page)).toEqual([[], 0]);
});
