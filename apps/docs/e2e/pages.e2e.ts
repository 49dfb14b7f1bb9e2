import type { Page } from "@playwright/test";
import { barriers, expect, expectNoOverflow, test, type Within } from "@saccade/e2e";
import { expectAlive } from "./figures.ts";
import { htmlByAddress, pages, someReferencePages } from "./site.ts";

const looks = {
  wide: { size: { width: 1280, height: 900 }, colorScheme: "light" },
  narrow: { size: { width: 375, height: 740 }, colorScheme: "dark" },
} as const;

for (const address of [...pages, ...someReferencePages]) {
  // Axe looks at English pages wide and light, at Chinese ones narrow and dark: they share everything but their words.
  const [look, other] = address.startsWith("/zh/") ? [looks.narrow, looks.wide] : [looks.wide, looks.narrow];
  test(`${address} opens at both widths, its figures run, and axe finds nothing`, async ({ page }) => {
    await page.setViewportSize(look.size);
    await page.emulateMedia({ colorScheme: look.colorScheme });
    await page.goto(address);
    await showFigures(page, { run: !address.startsWith("/zh/") });
    await expectNoFindings(page, (axe) => axe.exclude(".monaco-editor").exclude(words));
    await expectNoOverflow(page);
    await page.setViewportSize(other.size);
    await page.emulateMedia({ colorScheme: other.colorScheme });
    await expectNoOverflow(page);
  });
}

// The words of code are most of a page, and differ in their colours only: each pair of colours is looked at once.
const words = ".shiki .line";
test("the colours of code are readable, light and dark", async ({ page }) => {
  const pages = [...htmlByAddress().values()];
  const colours = new Set(pages.flatMap((html) => html.match(/(?<=<span )style="--shiki-[^"]*"/g) ?? []));
  expect(colours.size).toBeGreaterThan(5);
  await page.goto("/guide/quick-start");
  await page
    .locator(".shiki code")
    .first()
    .evaluate(
      (code, all) => {
        code.innerHTML = all
          .map((style) => `<span class="line"><span ${style}>word</span></span>`)
          .join("\n");
      },
      [...colours],
    );
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    // The page hears of it later.
    await expect(page.locator("html.dark")).toHaveCount(colorScheme === "dark" ? 1 : 0);
    await expectNoFindings(page, (axe) => axe.include(words));
  }
});

/** Brings every figure into sight, and presses what starts something in it; that is the same in both languages. */
async function showFigures(page: Page, { run }: { run: boolean }): Promise<void> {
  for (const figure of await page.locator(".live-figure").all()) {
    await expectAlive(figure);
    if (!run) continue;
    for (const button of await figure.locator("[data-run]:visible").all()) {
      await button.click();
      await expect(figure.locator("[data-done=true]").first()).toBeAttached({ timeout: 150_000 });
    }
  }
}

async function expectNoFindings(page: Page, within: Within): Promise<void> {
  // Colours that still change would be looked at halfway.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  );
  expect(await barriers(page, { within })).toEqual([]);
}
