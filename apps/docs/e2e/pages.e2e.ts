import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, expectNoOverflow, test } from "@saccade/e2e";
import { pages, someReferencePages } from "./site.ts";

for (const address of [...pages, ...someReferencePages]) {
  test(`${address} opens, its figures run, and axe finds nothing: 1280 px light, 375 px dark`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(address);
    await runFigures(page);
    await expectNoFindings(page);
    await expectNoOverflow(page);
    await page.setViewportSize({ width: 375, height: 740 });
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(page.locator("html")).toHaveClass(/\bdark\b/);
    await expectNoFindings(page);
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
      await expect(figure.locator("[data-done=true]").first()).toBeAttached({ timeout: 60_000 });
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
