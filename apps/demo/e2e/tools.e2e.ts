import { readFile } from "node:fs/promises";
import { expect, expectNoBarriers, expectNoOverflow, test } from "@saccade/e2e";

const undo = { name: "Undo (Ctrl+Z)" };

test("undoes the edits of a page one by one, by the button, the keys and the browser's own Back", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("./");
  await expect(page.getByRole("button", undo)).toBeDisabled();
  const second = page.getByRole("button", { name: "the doctor's bird sees these clever mice ." });
  const third = page.getByRole("button", { name: "they will not open this green door tomorrow ." });
  await second.click();
  await expect(page).toHaveURL(/example=2/);
  await page.waitForTimeout(1600); // what follows sooner belongs to the same edit
  await third.click();
  await expect(page).toHaveURL(/example=3/);
  await page.getByRole("button", undo).click();
  await expect(second).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Control+Shift+Z");
  await expect(third).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Control+Z");
  await expect(second).toHaveAttribute("aria-pressed", "true");
  await page.goBack();
  await expect(second).toHaveAttribute("aria-pressed", "false");
  await expect(page.getByRole("button", undo)).toBeDisabled();
});

test("copies a link that opens the page as it is", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("./");
  await page.getByRole("button", { name: "they will not open this green door tomorrow ." }).click();
  const before = await page.locator("main").boundingBox();
  await page.getByRole("button", { name: "Copy link" }).click();
  const answer = page.getByText("Link copied.");
  await expect(answer).toBeVisible();
  expect(await page.locator("main").boundingBox()).toEqual(before); // the page stays where it is
  const [color, ink] = await answer.evaluate((text) => [
    getComputedStyle(text).color,
    getComputedStyle(document.body).color,
  ]);
  expect(color).toBe(ink);
  await expectNoBarriers(page);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await context.newPage();
  await other.goto(link);
  await expect(
    other.getByRole("button", { name: "they will not open this green door tomorrow ." }),
  ).toHaveAttribute("aria-pressed", "true");
});

test("gives the link to be copied by hand where the browser refuses", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
  });
  await page.goto("./#/scoring");
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText(/does not let the page copy. The link: http.*#\/scoring/)).toBeVisible();
});

test("presents: large, moved by keys, and left by Escape", async ({ page }) => {
  await page.goto("./#/scoring");
  const size = (): Promise<number> =>
    page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  const usual = await size();
  await page.getByRole("button", { name: "Present" }).click();
  await expect(page.getByRole("navigation", { name: "Presenting" })).toContainText("3 of");
  await expect.poll(size).toBeGreaterThan(1.3 * usual);
  await expectNoOverflow(page);
  await expectNoBarriers(page);
  await page.keyboard.press("PageDown");
  await expect(page).toHaveURL(/#\/translator\?present=1/);
  await page.keyboard.press("PageUp");
  await expect(page).toHaveURL(/#\/scoring\?present=1/);
  await page.locator("main").focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page).toHaveURL(/#\/kernel-regression\?present=1/);
  // Faster than pages are drawn, as with a remote control that is held down.
  for (let press = 0; press < 3; press++) await page.keyboard.press("PageDown");
  await expect(page).toHaveURL(/#\/transformer\?present=1/);
  await expect(page.getByRole("navigation", { name: "Presenting" })).toContainText("5 of");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("navigation", { name: "Pages" })).toBeVisible();
  await expect.poll(size).toBe(usual);
});

test("saves a figure as an SVG that needs no style sheet, and as a PNG of twice its size", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" });
  await page.goto("./");
  const title = "Arcs between the words of a sentence and its translation";
  const save = async (format: string): Promise<Buffer> => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: `Save “${title}” as ${format}` }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`translation.${format.toLowerCase()}`);
    return readFile(await file.path());
  };
  const svg = (await save("SVG")).toString();
  expect(svg.slice(0, 2000)).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  expect(svg.match(/ (class|style|role|tabindex|aria-[a-z]+)=|var\(|oklab/gi)).toBeNull();
  expect(svg).toContain(`<title>${title}</title>`);
  expect(svg).toMatch(/<path [^>]*stroke="#[0-9a-f]{6}"/);
  expect(svg).toContain(">oiseau</text>");
  const drawn = await page.locator(".translation-arcs svg").boundingBox();
  const png = await save("PNG");
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect(png.readUInt32BE(16)).toBe(Math.ceil(2 * (drawn?.width ?? 0)));
  expect(png.readUInt32BE(20)).toBe(Math.ceil(2 * (drawn?.height ?? 0)));
});

test("asks, lets the reader predict, and reveals", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("./");
  const first = page.locator(".challenges li").first();
  await first.getByRole("button", { name: /same place/ }).click();
  await expect(first.getByRole("status")).toContainText("Not quite.");
  await first.getByRole("button", { name: "Show me" }).click();
  await expect(page.locator(".opening-figure [role=status]")).toContainText("To write “noir”");
  await first.getByRole("button", { name: /same meaning/ }).click();
  await expect(first.getByRole("status")).toContainText("Right.");
});

test("every page but the last leads to the next with one sentence", async ({ page }) => {
  await page.goto("./");
  const names = await page.locator(".top nav").getByRole("link").allTextContents();
  for (const name of names.slice(1)) {
    await page.locator(".next-page-link").click();
    await expect(page.locator(".top nav [aria-current=page]")).toHaveText(name);
  }
  await expect(page.locator(".next-page-link")).toHaveCount(0);
});
