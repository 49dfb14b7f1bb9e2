import { expect, test } from "@playwright/test";

test.use({ serviceWorkers: "allow" });

test("after the first visit, other pages open and programs run without a network", async ({
  page,
  context,
}) => {
  await page.goto("/");
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active?.state !== "activated") await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await context.setOffline(true);
  for (const address of ["/book/kernel-regression", "/zh/book/kernel-regression"]) {
    await page.goto(address);
    await page.locator(".program-run").first().click();
    await expect(page.locator(".program-tools [data-state=done]").first()).toBeAttached();
  }
});
