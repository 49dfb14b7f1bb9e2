import type { Page } from "@playwright/test";
import { barriers, expect, expectNoOverflow, test, type Within } from "@saccade/e2e";

const chapters = [
  { address: "/book/why-scale", size: { width: 1280, height: 720 }, colorScheme: "light" },
  { address: "/zh/book/tensors", size: { width: 375, height: 740 }, colorScheme: "dark" },
] as const;

// barriers.e2e.ts looks at the colours of code.
const words = ".shiki .line";
const shown = (page: Page) => page.locator(".slide:visible");

test("slides have what the chapter has, in both languages and widths, and axe finds nothing on one of each kind", async ({
  page,
}) => {
  for (const { address, size, colorScheme } of chapters) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await page.goto(address);
    const title = (await page.locator(".vp-doc h1").textContent()) ?? "";
    const inChapter = await countsOf(page, ".vp-doc > div");
    await page.goto(`${address}?slides`);
    await expect(page.locator("[data-slides=ready]")).toBeAttached();
    await expect(shown(page)).toHaveCount(1);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title.replace(/\s*\u200b$/, ""));
    expect(await countsOf(page, ".slide-deck")).toEqual(inChapter);

    const all = await page.locator(".slide").evaluateAll((slides) =>
      slides.map((slide) => {
        for (const one of slides) one.toggleAttribute("hidden", one !== slide);
        return { kind: slide.className, isWide: document.documentElement.scrollWidth > innerWidth };
      }),
    );
    expect(all.filter(({ isWide }) => isWide)).toEqual([]);
    // The first of each kind.
    for (const at of new Set(all.map(({ kind }) => all.findIndex((one) => one.kind === kind)))) {
      await page.evaluate(
        (hash) => {
          location.hash = hash;
        },
        `#/${at + 1}`,
      );
      await expect(page.locator(".slide-number")).toHaveText(`${at + 1} / ${all.length}`);
      for (const figure of await page.locator(".live-figure:visible").all())
        await expect(figure).toHaveAttribute("data-state", "ready");
      await expectNoOverflow(page);
      const within: Within = (axe) =>
        axe.include(".slide:not([hidden])").include(".slide-bar").exclude(words);
      expect(await barriers(page, { within }), `slide ${at + 1}`).toEqual([]);
    }
  }
});

/** The parts that slides show whole. Answers and records, which they fold or leave out, contain programs, too. */
function countsOf(page: Page, root: string): Promise<Record<string, number>> {
  return page.locator(root).evaluate((element) => {
    const count = (selector: string): number =>
      [...element.querySelectorAll(selector)].filter((one) => one.closest("details, .saccade") === null)
        .length;
    return {
      figures: count(".live-figure"),
      formulas: count("p.katex-block"),
      tables: count("table"),
      code: count("[class*=language-]"),
      warnings: count(".warning.custom-block"),
      checked: count(".exercise"),
      answers: element.querySelectorAll("ol + details, ol ~ details").length,
    };
  });
}

test("slides turn with keys and buttons, and the address keeps the slide", async ({ page }) => {
  await page.goto("/book/why-scale?slides#/4");
  const place = page.locator(".slide-number");
  await expect(place).toBeVisible();
  const count = await page.locator(".slide").count();
  await expect(place).toHaveText(`4 / ${count}`);
  const turns = [
    ["PageDown", 5],
    ["Space", 6],
    ["Shift+Space", 5],
    ["ArrowLeft", 4],
    ["End", count],
    ["ArrowRight", count],
    ["Home", 1],
    ["PageUp", 1],
  ] as const;
  for (const [key, number] of turns) {
    await page.keyboard.press(key);
    await expect(place, key).toHaveText(`${number} / ${count}`);
  }
  // The question before the figure has a slide of its own.
  await page.keyboard.press("ArrowRight");
  await expect(shown(page).locator(".predict")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(shown(page)).toBeFocused();

  // Keys belong to a control of a figure while it has the focus.
  const slider = page.locator(".live-figure:visible input[type=range]").first();
  await slider.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(place).toHaveText(`3 / ${count}`);

  await page.getByRole("button", { name: "Next slide" }).click();
  await expect(place).toHaveText(`4 / ${count}`);
  await expect(page).toHaveURL(/\?slides#\/4$/);
  await page.reload();
  await expect(place).toHaveText(`4 / ${count}`);

  // To the section of the chapter, where everything works as ever.
  await page.getByRole("link", { name: "Chapter" }).click();
  await expect(page).toHaveURL("/book/why-scale#the-variance-of-a-dot-product");
  await expect(page.locator(".VPNav")).toBeVisible();
  await expect(page.locator("#the-variance-of-a-dot-product")).toBeInViewport();
});

test("the table for teachers leads to slides, and links of slides lead on to pages", async ({ page }) => {
  await page.goto("/guide/teaching");
  await page.locator("a[href$='book/tensors?slides']").click();
  await expect(page).toHaveURL("/book/tensors?slides#/1");
  await expect(shown(page)).toHaveCount(1);
  await page
    .locator(".slide a[href$='/gradients']")
    .first()
    .evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL(/\/book\/gradients$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Gradients/);
  await expect(page.locator(".VPNav")).toBeVisible();
  await page.goBack();
  await expect(shown(page)).toHaveCount(1);
});
