import { expect, type Page, test } from "@playwright/test";
import { follow, keepOffline, toEnd } from "./site.ts";

test.use({ serviceWorkers: "allow" });

const kept = (page: Page): Promise<unknown> =>
  page.evaluate(async () => [await caches.keys(), (await navigator.serviceWorker.getRegistrations()).length]);

/** Opens a page and runs its first program. */
async function runs(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator(".program-run").first().click();
  await expect(page.locator(".program-tools [data-state=done]").first()).toBeAttached();
}

test("nothing is kept unasked; then a page and those that are visited; another says which open without a network", async ({
  page,
  context,
}) => {
  await page.goto("/");
  for (const address of ["/playground", "/zh/book/tensors", "/book/tensors"]) await follow(page, address);
  await toEnd(page);
  await expect(page.getByRole("button", { name: /^Keep this page offline \(\d\.\d MB\)$/ })).toBeVisible();
  expect(await kept(page)).toEqual([[], 0]);
  await keepOffline(page, "page");
  await follow(page, "/book/gradients");
  await expect(page.getByText("This page opens offline")).toBeVisible();
  await page.goto("/reference/nn/class-Linear");
  await context.setOffline(true);
  for (const address of ["/book/tensors", "/book/gradients"]) await runs(page, address);
  await page.goto("/reference/nn/class-Linear");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Linear");
  await page.goto("/book/positions");
  await expect(page.getByText("This page is not stored. Without a network, these pages open:")).toBeVisible();
  await page.locator(".not-kept").getByRole("link", { name: "Gradients" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Gradients");
  // A link within the site leads to the same, where the browser has not fetched ahead.
  await page.locator(".VPDoc").evaluate((doc) => {
    const link = Object.assign(document.createElement("a"), { href: "/guide/lens" });
    doc.append(link);
    link.click();
  });
  await expect(page.locator(".not-kept").getByRole("link")).toHaveText([
    "Gradients",
    "Tensors and broadcasting",
  ]);
});

test("once the reader keeps the book, other pages open and programs run without a network", async ({
  page,
  context,
}) => {
  await page.goto("/zh/book/tensors");
  await keepOffline(page, "book");
  await context.setOffline(true);
  await runs(page, "/zh/book/kernel-regression");
  await expect(page.getByText("本书可离线阅读。")).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("button", { name: "移除" }).click();
  // To delete the files of a whole book takes a browser seconds, or more.
  await expect(page.getByRole("button", { name: /^保存本书/ })).toBeVisible({ timeout: 120_000 });
  await page.reload();
  await follow(page, "/book/tensors");
  await toEnd(page);
  await expect(page.getByRole("button", { name: /^Keep the book offline \(/ })).toBeVisible();
  expect(await kept(page)).toEqual([[], 0]);
});
