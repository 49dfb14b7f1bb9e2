import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
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

test("presents: a figure fills the screen, moved by keys, and left by Escape", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("./#/scoring");
  const size = (): Promise<number> =>
    page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  const usual = await size();
  await page.getByRole("button", { name: "Present" }).click();
  const bar = page.getByRole("navigation", { name: "Presenting" });
  await expect(bar).toContainText("3 of");
  await expect.poll(size).toBeGreaterThan(1.3 * usual);
  // The figure that is shown takes most of the window, and lies in it whole.
  const figure = page.locator("[data-presented='']");
  await expect(figure).toBeVisible();
  const box = (await figure.boundingBox())!;
  expect(box.width * box.height).toBeGreaterThan(0.6 * 1280 * 800);
  expect(box.y + box.height).toBeLessThanOrEqual(800);
  await expectNoOverflow(page);
  await expectNoBarriers(page);
  // Keys go through the figures of the page before they leave it.
  await expect(bar).toContainText("figure 1 of 2");
  await page.keyboard.press("PageDown");
  await expect(bar).toContainText("figure 2 of 2");
  await page.keyboard.press("PageUp");
  await expect(bar).toContainText("figure 1 of 2");
  // What the figure holds is used as before; the rest of the page is one button away.
  await figure.getByRole("button", { name: "Back" }).click();
  await expect(figure.locator("figcaption")).not.toHaveText("");
  await expect(page.getByRole("heading", { level: 1 })).toBeHidden();
  await bar.getByRole("button", { name: "Whole page" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
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
  const [width, height] = ["width", "height"].map((name) =>
    Number(new RegExp(`<svg [^>]*\\b${name}="([\\d.]+)"`).exec(svg)?.[1]),
  );
  const png = await save("PNG");
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect(png.readUInt32BE(16)).toBe(Math.ceil(2 * (width ?? 0)));
  expect(png.readUInt32BE(20)).toBe(Math.ceil(2 * (height ?? 0)));
});

/** The largest strip without a drawing at an edge of a PNG, in its pixels. */
function emptyEdge(page: Page, png: Buffer): Promise<number> {
  return page.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(bytes)], { type: "image/png" }));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext("2d");
      if (context === null) throw new Error("there is no canvas");
      context.drawImage(image, 0, 0);
      const { data, width, height } = context.getImageData(0, 0, image.width, image.height);
      const [red, green, blue] = data;
      let [left, top, right, bottom] = [width, height, -1, -1];
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          const at = 4 * (y * width + x);
          if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) continue;
          [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), y];
        }
      }
      return Math.max(left, top, width - 1 - right, height - 1 - bottom);
    },
    [...png],
  );
}

const figurePages = [
  ...["opening", "opening?s=a+cat", "kernel-regression", "scoring", "transformer"],
  ...["transformer?s=the", "transformer?at=e1.self&query=2", "transformer?at=d1.cross", "language-model"],
];
for (const width of [375, 900, 1280]) {
  test(`no saved picture has empty edges, at ${width} px`, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 800 });
    for (const at of figurePages) {
      await page.goto("about:blank");
      await page.goto(`./#/${at}`);
      await page.waitForTimeout(500);
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight)); // what waits until it is near
      const buttons = page.getByRole("button", { name: /^Save “.*” as PNG$/ });
      await expect(buttons.first()).toBeAttached();
      await page.waitForTimeout(500);
      for (const button of await buttons.all()) {
        const download = page.waitForEvent("download");
        await button.click();
        const png = await readFile(await (await download).path());
        const name = `${at}: ${await button.getAttribute("aria-label")}`;
        expect(await emptyEdge(page, png), name).toBeLessThanOrEqual(2 * 24);
      }
    }
  });
}

test("right and wrong answers have one colour on every page, chosen or not", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const colorOf = (name: string): Promise<string> =>
    page.evaluate((name) => {
      const probe = document.createElement("span");
      probe.style.color = `var(${name})`;
      document.body.append(probe);
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    }, name);
  const of = (locator: Locator): Promise<string[]> =>
    locator.evaluate((one) => {
      const { color, borderTopColor } = getComputedStyle(one);
      return [color, borderTopColor];
    });
  const names = ["opening", "kernel-regression", "scoring", "translator", "transformer", "language-model"];
  for (const name of [...names, "speed"]) {
    await page.goto(`./#/${name}`);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const questions = page.locator(".challenges li");
    await expect(questions.first()).toBeVisible();
    for (const question of await questions.all()) {
      for (const choice of await question.locator("fieldset button").all()) {
        await choice.click();
        const right = question.locator("fieldset .right");
        await page.mouse.move(0, 0);
        const [green, orange] = [await colorOf("--right"), await colorOf("--wrong")];
        await expect.poll(() => of(right), name).toEqual([green, green]);
        const isRight = (await choice.getAttribute("class")) === "right";
        if (!isRight) await expect.poll(() => of(choice), name).toEqual([orange, orange]);
        const said = question.locator("[role=status] strong");
        await expect.poll(async () => (await of(said))[0], name).toBe(isRight ? green : orange);
      }
    }
  }
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
