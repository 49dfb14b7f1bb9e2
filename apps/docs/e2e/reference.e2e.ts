import { expect, test } from "@saccade/e2e";

test("a name's page opens, and from it others, back and forth, in both languages; addresses of before lead on", async ({
  page,
}) => {
  await page.goto("/reference/nn/class-Linear");
  await expect(page).toHaveTitle("Linear · @saccade/nn | Saccade");
  await expect(page.locator(".VPDocAsideOutline .outline-link").first()).toHaveText("Constructor");
  await page.locator(".reference-group a", { hasText: /^Identity$/ }).click();
  await expect(page).toHaveTitle("Identity · @saccade/nn | Saccade");
  await expect(page).toHaveURL(/\/reference\/nn\/class-Identity$/);
  await expect(page.locator('.reference-group [aria-current="page"]')).toHaveText("Identity");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Linear");
  await page.locator(".pager-link.next").click();
  await expect(page).not.toHaveTitle(/^Linear/);
  await page.getByRole("link", { name: "@saccade/nn", exact: true }).first().click();
  await expect(page).toHaveURL(/\/reference\/nn\/$/);
  // Once in its topic, once in the list of all names.
  await page
    .locator("main a", { hasText: /^Linear$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/reference\/nn\/class-Linear$/);
  const chinese = page.locator('.VPNavBarTranslations a[lang="zh-CN"]');
  // The menu closes when the page behind it changes.
  await expect(chinese).toHaveAttribute("href", "/zh/reference/nn/class-Linear");
  await page.locator(".VPNavBarTranslations button").click();
  await chinese.click();
  await expect(page).toHaveURL(/\/zh\/reference\/nn\/class-Linear$/);
  await expect(page.locator(".reference-name h2").first()).toContainText("构造函数");

  for (const [before, now] of [
    ["/reference/nn/layers-linear#type-linear", "/reference/nn/class-Linear"],
    ["/reference/nn/module#type-module-forward", "/reference/nn/class-Module#forward"],
    ["/reference/tensor/reduce-summaries#nanmean", "/reference/tensor/nanmean"],
  ] as const) {
    await page.goto(before);
    await expect(page).toHaveURL(now);
    await expect(page.locator(".reference-name h1")).toBeVisible();
  }
  // Without a name it lists those that stood there.
  await page.goto("/reference/nn/layers-linear");
  await page.locator(".reference-name a", { hasText: /^Linear$/ }).click();
  await expect(page).toHaveURL(/class-Linear$/);
});
