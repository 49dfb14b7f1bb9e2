import type { Page } from "@playwright/test";
import { barriers, expect, expectNoOverflow, test, type Within } from "@saccade/e2e";
import { htmlOf } from "../test/site/pages.ts";
import { follow, pages } from "./site.ts";

/** A page of each kind. What differs within a kind is looked at by itself: markup.site.ts and figures.browser.ts in test/. */
const templates = [
  "/",
  "/book/scoring-and-masking",
  "/guide/quick-start",
  "/reference/nn/",
  "/reference/nn/class-Linear",
  "/playground",
  "/solutions",
];
const sizes = { wide: { width: 1280, height: 900 }, narrow: { width: 375, height: 740 } };
// Each width, each theme and each language once: what axe finds does not depend on two of them together.
const looks = [
  ["", "wide", "light"],
  ["/zh", "narrow", "dark"],
] as const;

for (const [lang, size, colorScheme] of looks) {
  test(`axe finds nothing in a page of each kind, ${size} and ${colorScheme}: ${lang}/`, async ({ page }) => {
    await page.setViewportSize(sizes[size]);
    await page.emulateMedia({ colorScheme });
    await page.goto(`${lang}/`);
    for (const template of templates) {
      await follow(page, lang + template);
      if (template === "/playground") await expect(page.locator(".program-run")).toBeEnabled();
      await expectNoFindings(page, (axe) =>
        axe.exclude(".monaco-editor").exclude(".live-figure").exclude(words),
      );
      await expectNoOverflow(page);
    }
    // The words of code are most of a page, and differ in their colours only: each pair of colours is looked at once.
    const colours = pages.flatMap(
      (address) => htmlOf(address).match(/(?<=<span )style="--shiki-[^"]*"/g) ?? [],
    );
    const different = [...new Set(colours)];
    expect(different.length).toBeGreaterThan(5);
    const code = page.locator(".shiki code").first();
    await code.evaluate((element, styles) => {
      element.innerHTML = styles
        .map((style) => `<span class="line"><span ${style}>word</span></span>`)
        .join("\n");
    }, different);
    await expectNoFindings(page, (axe) => axe.include(words));
  });
}

const words = ".shiki .line";

async function expectNoFindings(page: Page, within: Within): Promise<void> {
  // Colours that still change would be looked at halfway.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  );
  expect(await barriers(page, { within })).toEqual([]);
}
