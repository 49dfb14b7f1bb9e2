import { expect, test } from "@playwright/test";
import { installed } from "./site.ts";

test.use({ serviceWorkers: "allow" });

test("after the first visit, other pages open and programs run without a network", async ({
  page,
  context,
}) => {
  await page.goto("/");
  await installed(page);
  await context.setOffline(true);
  for (const address of ["/book/kernel-regression", "/zh/book/kernel-regression"]) {
    await page.goto(address);
    await page.locator(".program-run").first().click();
    await expect(page.locator(".program-tools [data-state=done]").first()).toBeAttached();
  }
});
