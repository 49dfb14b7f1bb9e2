// How a page shows its figures. The figures themselves: test/figures.browser.ts, and the tests of packages/figures.
import { expect, test } from "@saccade/e2e";
import { expectAlive } from "./figures.ts";

test("a figure is a picture, whose code comes with the reader; nothing jumps, on a phone and on a desktop", async ({
  browser,
  baseURL,
}) => {
  for (const viewport of [
    { width: 375, height: 812 },
    { width: 1280, height: 900 },
  ]) {
    const page = await browser.newPage({ viewport, baseURL: baseURL!, serviceWorkers: "block" });
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(request.url()));
    await page.goto("/book/scoring-and-masking", { waitUntil: "networkidle" });
    const figure = page.locator(".live-figure").first();
    await expect(figure).toHaveAttribute("data-state", "waiting");
    await expect(figure.locator("svg:visible").first()).toBeVisible();
    expect(loaded.filter((url) => /\/figure\./.test(url))).toEqual([]);
    const below = page.locator(".live-figure ~ p").first();
    const place = (): Promise<number> =>
      below.evaluate((element) => element.getBoundingClientRect().top + scrollY);
    const before = await place();
    await expectAlive(figure);
    expect(loaded.filter((url) => /\/figure\./.test(url)).length).toBeGreaterThan(0);
    expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(24);
    await page.close();
  }
});

test("a key or a click on the picture reaches the figure that takes its place", async ({ page }) => {
  await page.goto("/book/scoring-and-masking", { waitUntil: "networkidle" });
  const figure = page.locator(".live-figure").first();
  const causal = "input[value=causal]";
  await figure.locator(`.picture.wide ${causal}`).evaluate((input: HTMLInputElement) => {
    input.focus();
    input.click();
  });
  await expect(figure).toHaveAttribute("data-state", "ready");
  await expect(figure.locator(causal)).toBeChecked();
  await expect(figure.locator(causal)).toBeFocused();
  await expect(figure.locator(".picture")).toHaveCount(0);
});
