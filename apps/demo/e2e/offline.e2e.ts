import { expect, test } from "@saccade/e2e";

test.use({ serviceWorkers: "allow" });

test("after the first visit, every page opens and computes without a network", async ({ page, context }) => {
  await page.goto("./");
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active?.state !== "activated") await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await context.setOffline(true);
  const addresses = await page
    .locator(".top nav")
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  for (const address of addresses) {
    await page.goto(`./${address}`);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator(".failure")).toHaveCount(0);
  }
  // The weights come from the same place as the rest.
  await page.goto("./");
  await page.getByLabel("Or your own").fill("the cat sees a red hat");
  await expect(page.locator(".translation-arcs g[lang]").nth(1)).toContainText("chapeau");
});
