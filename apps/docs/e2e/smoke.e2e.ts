import { expect, test } from "@saccade/e2e";

// The development server bundles dependencies when a page first asks for them, and then loads the page again.
test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  await page.goto("/book/multi-head");
  await page.locator(".live-figure").first().scrollIntoViewIfNeeded();
  await expect(page.locator(".live-figure").first()).toHaveAttribute("data-state", "ready");
  await page.close();
});

test("the home page leads to the book, whose figures run", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Saccade");
  await page.goto("/book/multi-head");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const figure of await page.locator(".live-figure").all()) {
    await figure.scrollIntoViewIfNeeded();
    await expect(figure).toHaveAttribute("data-state", "ready");
  }
});
