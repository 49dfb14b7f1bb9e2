import { expect, test } from "@saccade/e2e";

for (const [address, word] of [
  ["/", "kernel regression"],
  ["/zh/", "核回归"],
] as const) {
  test(`search finds "${word}" from ${address}`, async ({ page }) => {
    await page.goto(address);
    await page.locator(".VPNavBarSearch button").first().click();
    await page.locator(".VPLocalSearchBox .search-input").fill(word);
    await expect(page.locator(".VPLocalSearchBox .result").first()).toBeVisible();
  });
}
