import type { Page } from "@playwright/test";
import { expect, test } from "@saccade/e2e";

// A newcomer's first hour: the home page, the chapter in pictures, a sentence of their own, the first exercise, a Transformer
// that they break, and the card that they share. By keyboard alone, from link to link, and in less than 20 minutes of reading.

/** Words a minute, and seconds that a reader looks at a figure. */
const [pace, look] = [200, 10];

/** Minutes to read what the page shows. */
async function minutesOf(page: Page, selector: string): Promise<number> {
  const { words, figures } = await page.locator(selector).evaluate((element) => ({
    // biome-ignore lint/performance/useDomNodeTextContent: only what is shown is read
    words: (element as HTMLElement).innerText.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length,
    figures: element.querySelectorAll("[data-figure], .figure-frame").length,
  }));
  return words / pace + (figures * look) / 60;
}

/** Goes to a link or a button as a reader with a keyboard does, and presses it. */
async function go(page: Page, role: "link" | "button", name: string | RegExp): Promise<void> {
  const target = page.getByRole(role, { name, exact: typeof name === "string" }).first();
  await target.focus();
  await expect(target).toBeFocused();
  await page.keyboard.press("Enter");
}

test("a newcomer comes from the home page to a card that they share, by keyboard, in 20 minutes of reading", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const minutes: Record<string, number> = {};
  await page.goto("/");
  minutes["home"] = await minutesOf(page, ".VPHome");
  await go(page, "link", "Attention, in pictures");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Attention, in pictures/);
  minutes["chapter"] = await minutesOf(page, ".vp-doc");

  await go(page, "link", /^Open the translator/);
  const own = page.getByRole("textbox").first();
  await expect(own).toHaveValue("the black cat is tired");
  minutes["translator"] = await minutesOf(page, "main");
  await own.focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("my sister eats the red apple");
  await expect(page.locator(".opening-figure")).toContainText("pomme");
  // Each edit of the sentence may be a step of the browser's Back.
  for (let back = 0; back < 9 && !page.url().includes("/book/"); back++) await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Attention, in pictures/);

  await go(page, "link", "Solve it in the playground");
  await expect(page.locator(".playground-task")).toContainText("Divide each row of a matrix by its own sum");
  minutes["exercise"] = await minutesOf(page, ".playground-task");
  await expect(page.getByRole("button", { name: "Check", exact: true })).toBeEnabled();
  await go(page, "button", "Check");
  await expect(page.locator(".playground")).toContainText("Divide each row by its own sum");
  await page.goto("/book/in-pictures");

  await go(page, "link", "break a Transformer");
  const verdict = page.locator(".break-said");
  await expect(verdict).toContainText("Click heads until");
  minutes["Transformer"] = await minutesOf(page, "main");
  const attentions = page.locator(".board-group");
  // Two heads that do it: one of the encoder's second layer, one that looks from the translation to the sentence.
  for (const attention of [1, 3]) {
    await attentions.nth(attention).getByRole("button").nth(1).focus();
    await page.keyboard.press("Enter");
  }
  await expect(verdict).toContainText("became");
  const download = page.waitForEvent("download");
  await go(page, "button", "Share");
  expect((await download).suggestedFilename()).toBe("transformer.png");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto(link);
  await expect(page).toHaveURL(/\/demo\/#\/transformer\?.*broken=/);

  const total = Object.values(minutes).reduce((sum, one) => sum + one, 0);
  expect(total, JSON.stringify(minutes)).toBeLessThan(20);
});
