import type { Locator, Page } from "@playwright/test";
import { expect, expectNoBarriers, expectNoOverflow, test } from "@saccade/e2e";

/** The links of the menu. */
const menu = (page: Page): Locator => page.locator(".top nav").getByRole("link");

test("opens on the first page and shows it without waiting for a worker", { tag: "@smoke" }, async ({
  page,
}) => {
  await page.goto("./");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("How a translator reads");
  await expect(page).toHaveTitle(/A translation/);
});

test("says whether threads are there, as the headers have it", async ({ page }, { project }) => {
  await page.goto("./");
  const isolated = await page.evaluate(() => crossOriginIsolated);
  expect(isolated).toBe(project.name === "isolated");
  await expect(page.locator("footer")).toContainText(
    isolated ? "Threads: available" : "Cross-Origin-Opener-Policy",
  );
});

test("changes language by the address, by the switch, and keeps it from page to page", async ({ page }) => {
  await page.goto("./?lang=zh");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("翻译时，网络在看哪里");
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
  await page.getByRole("button", { name: /English/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("How a translator reads");
  await expect(page).toHaveURL(/lang=en/);
  for (const link of await menu(page).all()) {
    expect(await link.getAttribute("href")).toContain("lang=en");
  }
});

test("keeps the chosen theme", async ({ page }) => {
  await page.goto("./");
  const paper = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.getByLabel("Theme").selectOption("dark");
  const dark = await paper();
  await page.getByLabel("Theme").selectOption("light");
  expect(await paper()).not.toBe(dark);
  await page.getByLabel("Theme").selectOption("dark");
  await page.reload();
  await expect(page.getByLabel("Theme")).toHaveValue("dark");
  expect(await paper()).toBe(dark);
});

for (const [hash, heading] of [
  ["#/no-such-page", "How a translator reads"],
  ["#/kernel-regression?n=1e9&noise=NaN&h=-1&q=lots&points=1_2,x", "Kernel regression"],
  ["#<b>", "How a translator reads"],
  ["#/%%%", "How a translator reads"],
] as const) {
  test(`falls back at the malformed address ${hash}`, async ({ page }) => {
    await page.goto(`./${hash}`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(heading);
    await expect(page.locator(".failure")).toHaveCount(0);
  });
}

test("says which page and which settings of an address there are not", async ({ page }) => {
  await page.goto("./#/no-such-page");
  await expect(page.getByText("There is no page “no-such-page”.")).toBeVisible();
  await page.goto("./#/%%%");
  await expect(page.getByText("The address could not be read.")).toBeVisible();
  await page.goto("./#/kernel-regression?n=1e9&colour=red");
  const notes = page.locator(".address-notes");
  await expect(notes).toContainText("sets “n” to “1e9”");
  await expect(notes).toContainText("a setting “colour”");
  await expect(page).toHaveURL(/kernel-regression$/);
  await notes.getByRole("button", { name: "Close" }).click();
  await expect(notes).toHaveCount(0);
});

test("lets the keyboard skip the menu", async ({ page }) => {
  await page.goto("./");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
});

test("has a policy that forbids inline scripts and other origins", async ({ page }) => {
  await page.goto("./");
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
  expect(policy).not.toContain("unsafe-inline");
});

// Colours depend neither on the width nor on the language, words not on the theme.
for (const [colorScheme, lang, width, tag] of [
  ["light", "en", 1280, "@smoke"],
  ["light", "zh", 375, "@once"],
  ["dark", "en", 375, "@once"],
  ["dark", "zh", 1280, "@once"],
] as const) {
  test(`every page fits and has no barriers: ${colorScheme}, ${lang}, ${width} pixels`, { tag }, async ({
    page,
  }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`./?lang=${lang}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const names = await menu(page).count();
    for (let i = 0; i < names; i++) {
      await menu(page).nth(i).click();
      await expect(menu(page).nth(i)).toHaveAttribute("aria-current", "page");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectNoOverflow(page);
      await expectNoBarriers(page, "moderate");
    }
  });
}
