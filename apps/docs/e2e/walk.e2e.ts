import { expect, expectNoOverflow, test } from "@saccade/e2e";
import { walk } from "@saccade/figures/walk";

// The built site has the demo in it, as where both are hosted. That every chapter and page of the demo lead to each other:
// test/walk.test.ts.
const some = walk.filter(({ chapter }) => /^(tensors|kernel-regression|long-sequences)$/.test(chapter));

for (const [lang, before] of [
  ["en", ""],
  ["zh", "/zh"],
] as const)
  test(`${lang}: a chapter leads to the demo, and the demo back, in the state that the reader left`, async ({
    page,
  }) => {
    for (const { chapter, page: name, query } of some) {
      await page.goto(`${before}/book/${chapter}`);
      await page.locator(".demo-link a").click();
      await expect(page).toHaveURL(new RegExp(`/demo/#/${name}\\?`));
      const state = new URLSearchParams(page.url().split("?")[1]);
      expect(state.get("lang"), chapter).toBe(lang);
      for (const [setting, value] of new URLSearchParams(query))
        expect(state.get(setting), chapter).toBe(value);
      await page.locator(".chapter-link a").click();
      await expect(page).toHaveURL(new RegExp(`${before}/book/${chapter}\\?demo=`));
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator(".demo-link a")).toHaveAttribute("href", new RegExp(`^/demo/#/${name}\\?`));
    }
  });

test("a state that a reader has made in the demo goes along to the chapter and comes back", async ({
  page,
}) => {
  await page.goto("/demo/#/scoring?len=2&score=gaussian&lang=en");
  await page.locator(".chapter-link a").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Scoring and masking/);
  await expect(page.locator(".demo-link")).toContainText("as you left it");
  await page.locator(".demo-link a").click();
  await expect(page).toHaveURL(/\/demo\/#\/scoring\?len=2&score=gaussian&lang=en$/);
});

test("the home page offers both, and to go on where the reader stopped, until that is dismissed", async ({
  page,
}) => {
  await page.goto("/");
  await expect(page.locator(".continue-link")).toHaveCount(0);
  await page.getByRole("link", { name: "Try it", exact: true }).click();
  await page.goto("/demo/#/scoring?len=2");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/zh/");
  await page.locator(".continue-link a").click();
  await expect(page).toHaveURL(/\/demo\/#\/scoring\?len=2$/);
  await page.goto("/book/seq2seq");
  await expect(page.locator(".demo-link a")).toBeVisible();
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto("/");
  await expect(page.locator(".continue-link a")).toHaveText("Seq2seq with attention");
  await expectNoOverflow(page);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.locator(".continue-link")).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("link", { name: "Read it", exact: true })).toBeVisible();
  await expect(page.locator(".continue-link")).toHaveCount(0);
});
