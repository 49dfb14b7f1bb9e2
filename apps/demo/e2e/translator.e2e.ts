import type { Locator, Page } from "@playwright/test";
import { expect, longestBlock, test } from "@saccade/e2e";
import { keptSteps } from "./kept-steps.ts";
import { button, openTranslator, said, sentenceField, status, stepsDone } from "./translator-page.ts";

const first = "ces petits oiseaux noirs ont mangé ces pommes .";

test.beforeEach(({ page }) => openTranslator(page));

test("opens on a translation, its alignment, and what was measured on held-out sentences", {
  tag: "@plain",
}, async ({ page }) => {
  expect(await said(page)).toBe(first);
  await expect(page.locator(".accuracy-now")).toHaveText(/^\d+ %$/);
  await expect(page.locator(".held-out")).toHaveText(/^\d+ of 200 sentences that it never trained on/);
  await expect(page.locator(".alignment tbody tr")).toHaveCount(10);
  for (const row of await page.locator(".alignment tbody tr").all()) {
    const weights = (await row.locator("td").allTextContents()).map(Number);
    expect(weights.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 0);
  }
});

for (const [width, height] of [
  [1280, 800],
  [375, 812],
] as const) {
  test(`shows start, loss, accuracy and translation on one screen of ${width} × ${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.reload();
    const parts = [
      button(page, "Start"),
      page.locator(".loss-now"),
      page.locator(".accuracy-now"),
      page.locator(".translation-arcs g[lang=fr] text").last(),
      page.locator(".translation-arcs g[lang=en] text").last(),
    ];
    for (const part of parts) {
      await expect(part).toBeVisible();
      const box = await part.boundingBox();
      expect(box!.y).toBeGreaterThanOrEqual(0);
      expect(box!.y + box!.height).toBeLessThanOrEqual(height);
      expect(box!.x + box!.width).toBeLessThanOrEqual(width);
    }
  });
}

test("pointing at a word names what it attends to, and shows alternative words", async ({ page }) => {
  const word = page.locator(".translation-arcs g[lang=fr] .word").nth(2);
  await word.hover();
  await expect(word).toHaveAttribute("aria-label", /^oiseaux: birds \d+ %/);
  await expect(page.locator(".place")).toContainText("Word 3 of 10");
  await expect(page.locator(".candidates li")).toHaveCount(5);
  await page.mouse.move(5, 5); // nothing is pointed at while the page scrolls
  await button(page, "Previous word").click();
  await expect(page.locator(".place")).toContainText("Word 2 of 10");
  const other = page.locator(".candidates button").nth(1);
  const instead = (await other.locator("span").first().textContent()) ?? "";
  await other.click();
  await expect.poll(async () => (await said(page)).split(" ")[1]).toBe(instead);
  await button(page, "Restore its own translation").click();
  await expect.poll(() => said(page)).toBe(first);
});

test("a sentence can be written by tapping words of the vocabulary alone", async ({ page }) => {
  await sentenceField(page).fill("");
  const offered = options(page);
  await expect(offered.first()).toBeVisible();
  const wanted = ["this", "cat", "is"];
  for (const word of wanted) {
    await sentenceField(page).pressSequentially(word.slice(0, 2));
    const option = options(page, { name: word, exact: true });
    await option.click();
    await expect(sentenceField(page)).toHaveValue(new RegExp(`${word} $`));
  }
  // What most often follows is offered without a letter.
  await expect(offered.first()).toBeVisible();
  const next = (await offered.first().textContent()) ?? "";
  await offered.first().click();
  await expect(sentenceField(page)).toHaveValue(`this cat is ${next} `);
  await expect(page.locator(".unknown")).toHaveCount(0);
  await expect.poll(() => said(page)).toMatch(/^ce chat /);
});

test("words are picked with the keyboard, and Escape closes the list", async ({ page }) => {
  await sentenceField(page).fill("the bi");
  await expect(options(page).first()).toHaveText(/^bi/); // not those of the sentence before
  await page.keyboard.press("ArrowDown");
  const active = options(page, { selected: true });
  const word = (await active.textContent()) ?? "";
  expect(word.startsWith("bi")).toBe(true);
  await page.keyboard.press("Enter");
  await expect(sentenceField(page)).toHaveValue(`the ${word} `);
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(options(page)).toHaveCount(0);
});

test("names an unknown word, says what to do, and replaces it", async ({ page }) => {
  await sentenceField(page).fill("This ZEBRA is old. ");
  const unknown = page.locator(".unknown");
  await expect(unknown).toContainText("“zebra” is not among the 336 words");
  await expect(page).toHaveURL(/s=This/);
  await page.reload();
  await expect(unknown).toContainText("“zebra”");
  const near = (await unknown.getByRole("button").first().textContent()) ?? "";
  await unknown.getByRole("button").first().click();
  await expect(sentenceField(page)).toHaveValue(`This ${near} is old. `);
  await expect(unknown).toHaveCount(0);
});

test("handles a very long sentence, an empty one, and markup", async ({ page }) => {
  const notes = page.locator(".sentence .notes");
  await sentenceField(page).fill("word ".repeat(20_000));
  await expect(notes).toContainText("first 200 characters");
  await sentenceField(page).fill("   ");
  await expect(notes).toContainText("Enter a word or two");
  await expect(page.locator(".translation-arcs")).toHaveCount(0); // nothing is left of the sentence before
  await expect(page.locator(".alignment tbody tr")).toHaveCount(0);
  await sentenceField(page).fill("<img src=x onerror=alert(1)> is here .");
  await expect(page.locator(".translation-arcs g[lang=en]")).toContainText("<img");
  await expect(page.locator("main img")).toHaveCount(0);
});

test("trains, pauses, goes a step, and resumes after a reload; the film goes on", { tag: "@plain" }, async ({
  page,
}) => {
  test.setTimeout(240_000);
  await openTranslator(page, "?epochs=2");
  await button(page, "Start").click();
  await expect(status(page)).toContainText("epoch 1 of 2", { timeout: 60_000 });
  await button(page, "Pause").click();
  await expect(status(page)).toContainText("Paused");
  const before = await stepsDone(page);
  await page.getByText("Training settings").click();
  await button(page, "One step").click();
  await expect.poll(() => stepsDone(page)).toBe(before + 1);
  await expect.poll(() => keptSteps(page)).toBe(before + 1);

  await page.reload();
  await button(page, "Resume this run").click();
  const held = await longestBlock(page, async () => {
    await expect.poll(() => stepsDone(page)).toBeGreaterThan(before + 30);
  });
  console.log(`translator: the page was held up ${held.toFixed(0)} ms at most while training`);
  await expect(status(page)).toContainText("Trained: epoch 2 of 2", { timeout: 180_000 });
  const scrubber = page.getByRole("slider", { name: "Epoch shown" });
  await expect(scrubber).toHaveAttribute("max", "2"); // frames of epochs 0 and 1 from before the reload
  await expect(page.locator(".epoch-now")).toHaveText("2 / 2");
});

for (const [width, height] of [
  [1280, 800],
  [375, 667],
] as const) {
  test(`a reload in the first epoch loses little, and ${width} × ${height} shows at once how to go on`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await button(page, "Start").click();
    await expect(status(page)).toContainText("Training:");
    await expect.poll(() => keptSteps(page)).toBeGreaterThan(0);
    expect((await status(page).textContent()) ?? "").toContain("epoch 0 of");
    const kept = await keptSteps(page);
    await page.evaluate(() => window.scrollTo(0, 1500));
    await page.reload(); // which opens where the page was scrolled to
    const resume = button(page, "Resume this run");
    await expect(resume).toBeInViewport({ ratio: 1 });
    await expect(page.locator(".saved-runs")).toContainText(/step \d+ of the first epoch/);
    await resume.click();
    await expect(status(page)).toContainText("Training:");
    await expect.poll(() => stepsDone(page)).toBeGreaterThanOrEqual(kept);
  });
}

test("a run that goes on from the weights of the page is the reader's, and is kept", async ({ page }) => {
  await openTranslator(page, "?epochs=28");
  await button(page, "Continue").click();
  await expect(status(page)).toContainText("Training:");
  await expect.poll(() => keptSteps(page)).toBeGreaterThan(1700);
  await page.reload();
  await expect(button(page, "Resume this run")).toBeVisible();
});

test("a run that is replaced within its first epoch is not kept, and one that is saved is not lost", async ({
  page,
}) => {
  await button(page, "Start").click();
  await expect.poll(() => keptSteps(page)).toBeGreaterThan(0);
  await button(page, "Pause").click();
  await button(page, "Start over").click();
  await expect(status(page)).toContainText("Training:");
  await button(page, "Pause").click();
  await expect(status(page)).toContainText("Paused");
  await page.reload();
  await expect(button(page, "Resume this run")).toHaveCount(1);
  await button(page, "Delete this run").click();
  await expect(page.locator(".saved-runs")).toHaveCount(0);
});

test("while it trains, nothing asks to press Start, and the loss has an axis that its line never touches", async ({
  page,
}) => {
  await sentenceField(page).fill("the cat sees a red bird .");
  await expect(page.locator(".film-bar p")).toContainText("Start trains anew");
  await button(page, "Start").click();
  await expect(status(page)).toContainText("Training:");
  expect(await page.locator("main").innerText()).not.toMatch(/press start|start trains anew/i);
  await button(page, "Pause").click();
  await expect(page.locator(".learning-curve text.loss.tick").nth(1)).toBeVisible();
});

test("pauses when the reader goes to another page, says so, and goes on at the return", async ({ page }) => {
  await button(page, "Start").click();
  await expect(status(page)).toContainText("Training:");
  await expect.poll(() => stepsDone(page)).toBeGreaterThan(2);
  const before = await stepsDone(page);
  const menu = page.getByRole("navigation").first();
  await menu.getByRole("link", { name: "Scoring and masks" }).click();
  await expect(page.getByText("Training is paused while you are on another page.")).toBeVisible();
  await menu.getByRole("link", { name: "Translator" }).click();
  await expect(page.getByText("Training is paused while you are on another page.")).toHaveCount(0);
  await expect(status(page)).toContainText("Training:");
  await expect.poll(() => stepsDone(page)).toBeGreaterThan(before);
});

test("reports that the browser cannot save, and training continues", async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("storage is full", "QuotaExceededError");
    };
  });
  await page.reload();
  await button(page, "Start").click();
  await expect.poll(() => stepsDone(page)).toBeGreaterThan(2);
  await button(page, "Pause").click();
  await expect(problem(page)).toContainText("could not save the run (storage is full)");
  await button(page, "Continue").click();
  await expect(status(page)).toContainText("Training");
});

const options = (page: Page, which: Parameters<Page["getByRole"]>[1] = {}): Locator =>
  page.getByRole("listbox", { name: "Words of the vocabulary" }).getByRole("option", which);
const problem = (page: Page): Locator => page.locator("main .problem");
