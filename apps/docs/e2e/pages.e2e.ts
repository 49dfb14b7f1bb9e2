import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, expectNoOverflow, test } from "@saccade/e2e";
import { pages, someReferencePages } from "./site.ts";

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
    await runFigures(page);
    await expectNoFindings(page);
    await expectNoOverflow(page);
    await page.setViewportSize(other.size);
    await page.emulateMedia({ colorScheme: other.colorScheme });
    await expectNoOverflow(page);
  });
}

/** Brings every figure into sight, and presses what starts something in it. */
async function runFigures(page: Page): Promise<void> {
  for (const figure of await page.locator(".live-figure").all()) {
    await figure.scrollIntoViewIfNeeded();
    await expect(figure).toHaveAttribute("data-state", "ready");
    for (const button of await figure.locator("[data-run]:visible").all()) {
      await button.click();
      await expect(figure.locator("[data-done=true]").first()).toBeAttached({ timeout: 150_000 });
    }
  }
}

async function expectNoFindings(page: Page): Promise<void> {
  // Colours that still change would be looked at halfway.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  );
  const { violations } = await new AxeBuilder({ page }).exclude(".monaco-editor").analyze();
  expect(
    violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(" | ")}`),
  ).toEqual([]);
}
