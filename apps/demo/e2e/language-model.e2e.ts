import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, expectNoBarriers, expectNoOverflow, test } from "@saccade/e2e";
import { topKFilter, topPFilter } from "@saccade/models";
import { tensor } from "@saccade/tensor";
import { makeJob } from "../src/pages/language-model/job.ts";
import { firstPrompt } from "../src/pages/language-model/settings.ts";
import { keptSteps } from "./kept-steps.ts";

const folder = new URL("../src/pages/language-model/", import.meta.url);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const status = (page: Page) => page.locator(".learning .status");
const text = (page: Page) => page.getByLabel("Text so far");
const ready = (page: Page) => expect(button(page, "Write")).toBeEnabled();

test.beforeEach(async ({ page }) => {
  await page.goto("./#/language-model");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("A language model");
});

/** The bars: token, and the probability that it is drawn with, in per cent. */
async function bars(page: Page): Promise<[string, string][]> {
  const rows = await page.locator(".bar-row").all();
  return Promise.all(
    rows.map(
      async (row): Promise<[string, string]> => [
        (await row.locator(".token").textContent()) ?? "",
        (await row.locator(".share").textContent()) ?? "",
      ],
    ),
  );
}

test("opens on a distribution, samples of learning and a loss, before its weights are there", {
  tag: "@plain",
}, async ({ page }) => {
  await page.route(/tales.*\.safetensors/, () => {}); // they never come
  await page.reload();
  await expect(page.locator(".bar-row")).toHaveCount(10);
  await expect(page.locator(".samples li").first()).toContainText("ioAyglO"); // noise, after one step
  await expect(page.locator(".samples li").last()).toContainText("lived near the hill");
  await expect(page.locator(".loss-curve path.train")).toHaveAttribute("d", /^M/);
  await expect(button(page, "Write")).toBeDisabled();
});

test("temperature, top-k and top-p change the distribution as the library says", async ({ page }) => {
  await ready(page);
  const weights = await readFile(new URL("tales.safetensors", folder));
  const tales = await readFile(new URL("tales.en.txt", folder), "utf8");
  const { queries } = makeJob({ seed: 0, text: tales, weights: new Uint8Array(weights) }, null);
  const model = queries.read({
    draft: { prompt: firstPrompt, added: [] },
    sampling: { temperature: 1, topK: null, topP: 1 },
    count: 37,
  });
  const logits = tensor(model.choices.map(({ plain }) => Math.log(plain)));
  const expected = (temperature: number, k: number, p: number): number[] => [
    ...topPFilter(topKFilter(logits.div(temperature), k), p)
      .softmax(-1)
      .dataSync(),
  ];
  for (const [temperature, k, p] of [
    [1, 37, 0.9],
    [0.5, 37, 0.9],
    [1.5, 4, 1],
    [2, 8, 0.6],
  ] as const) {
    await page.goto(`./#/language-model?t=${temperature}&k=${k}&p=${p}`);
    const wanted = expected(temperature, k, p);
    await expect(page.locator(".kept")).toContainText(`${wanted.filter((x) => x > 0).length} of 37 tokens`);
    await expect
      .poll(async () => {
        const found = (await bars(page)).map(([, share]) => Number.parseFloat(share.replace("<", "")));
        return Math.max(...found.map((share, i) => Math.abs(share - 100 * wanted[i]!)));
      })
      .toBeLessThan(0.11); // one digit after the point is shown
  }
  const cut = page.locator(".bar-row.cut");
  await expect(cut).toHaveCount((await bars(page)).filter(([, share]) => share === "0 %").length);
});

test("writes with the cache, a token at a time, and goes back to the prompt", async ({ page }) => {
  await ready(page);
  await button(page, "Draw one").click();
  await expect(text(page)).toHaveValue(/^One morning a young fox went to the [a-z]$/);
  await expect(page.locator(".cache figcaption")).toContainText("1 token computed, 36 from the cache");
  await button(page, "Write").click();
  await expect
    .poll(async () => (await text(page).inputValue()).length)
    .toBeGreaterThan(firstPrompt.length + 12);
  await button(page, "Stop").click();
  await expect(page.locator(".cache figcaption")).toContainText(/1 token computed, [4-9]\d from the cache/);
  await button(page, "Back to the start").click();
  await expect(text(page)).toHaveValue(firstPrompt);
  await text(page).fill("The bear ☃ ");
  await expect(page.locator(".text-box [role=status]")).toContainText("no token for “☃”");
  await expect(page).toHaveURL(/text=The/);
  const first = page.locator(".bar-row").first();
  const token = await first.locator(".token").textContent();
  await first.click();
  await expect(text(page)).toHaveValue(`The bear  ${token}`);
});

test("shows every head's weights, and where a token looks", async ({ page }) => {
  await ready(page);
  await page.locator(".heads").scrollIntoViewIfNeeded();
  await expect(page.locator(".heads .layer button")).toHaveCount(8);
  await page.getByRole("button", { name: "Layer 2, head 3" }).click();
  await expect(page.locator(".head-line figcaption")).toContainText("Layer 2, head 3");
  await expect(page.locator(".cache .keys")).toContainText("Layer 2, head 3");
  const tokens = page.locator(".head-line .word");
  await expect(tokens).toHaveCount(firstPrompt.length);
  await tokens.nth(4).hover();
  await expect(page.locator(".head-line figcaption")).toContainText("“m” attends to");
  const shares = await tokens.evaluateAll((all) =>
    all.map((one) => Number.parseFloat(one.getAttribute("title") ?? "")),
  );
  expect(shares.reduce((a, b) => a + b, 0)).toBeCloseTo(100, -0.5);
  expect(shares.slice(5).every((share) => share === 0)).toBe(true); // causal
});

test("trains from scratch: the loss falls, samples are kept, and the distribution follows", {
  tag: "@plain",
}, async ({ page }) => {
  await ready(page);
  const before = await bars(page);
  await page.locator("summary").click();
  await page.getByRole("radio", { name: "200", exact: true }).check({ force: true });
  await button(page, "Train from scratch").click();
  await expect(status(page)).toContainText("Training: step");
  await expect.poll(() => bars(page)).not.toEqual(before);
  await button(page, "Pause").click();
  await expect(status(page)).toHaveAttribute("data-status", "paused");
  await button(page, "Continue").click();
  await expect(status(page)).toContainText("Done: step 200 of 200", { timeout: 40_000 });
  expect(Number(/loss ([\d.]+)/.exec((await status(page).textContent()) ?? "")?.[1])).toBeLessThan(1);
  await expect(page.locator(".samples li").last()).toHaveAttribute("data-step", "200");
  expect(await page.locator(".samples li").count()).toBeGreaterThan(4);
  await button(page, "Restore the trained model").click();
  await expect(status(page)).toContainText("Trained beforehand, 1,500 steps");
});

for (const [width, height] of [
  [1280, 800],
  [375, 667],
] as const) {
  test(`a reload while it trains loses little, and ${width} × ${height} shows at once how to go on`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await ready(page);
    await button(page, "Train from scratch").click();
    await expect(status(page)).toContainText("Training: step");
    await expect.poll(() => stepsOf(page)).toBeGreaterThan(12);
    await expect.poll(() => keptSteps(page)).toBeGreaterThan(12);
    const samples = await page.locator(".samples li").allTextContents();
    await page.reload();
    const resume = button(page, "Resume this run");
    await expect(resume).toBeInViewport({ ratio: 1 });
    const kept = Number(/step (\d+)/.exec((await page.locator(".saved-runs").textContent()) ?? "")?.[1]);
    expect(kept).toBeGreaterThan(12);
    await resume.click();
    await expect.poll(() => stepsOf(page)).toBeGreaterThan(kept);
    expect((await page.locator(".samples li").allTextContents()).slice(0, 2)).toEqual(samples.slice(0, 2));
  });
}

test("pauses when the reader goes to another page, says so, and goes on at the return", async ({ page }) => {
  await ready(page);
  await button(page, "Train from scratch").click();
  await expect.poll(() => stepsOf(page)).toBeGreaterThan(5);
  const menu = page.getByRole("navigation").first();
  await menu.getByRole("link", { name: "Scoring and masks" }).click();
  await expect(page.getByText("Training is paused while you are on another page.")).toBeVisible();
  await menu.getByRole("link", { name: "Language model" }).click();
  await expect(status(page)).toContainText("Training: step");
  await expect.poll(() => stepsOf(page)).toBeGreaterThan(5);
});

const stepsOf = async (page: Page): Promise<number> =>
  Number(/step ([\d,]+)/.exec((await status(page).textContent()) ?? "")?.[1]?.replace(",", ""));

test("trains on the reader's text, and refuses one that is too short", async ({ page }) => {
  await ready(page);
  await page.locator("summary").click();
  const own = page.getByRole("textbox", { name: "Paste a text to train on" });
  await own.fill("Too short.");
  await expect(page.locator(".own-text [role=status]")).toHaveText("10 characters; at least 200 are needed.");
  await button(page, "Train from scratch").click();
  await expect(page.locator(".learning .problem")).toContainText("it needs at least 200");
  await expect(status(page)).toContainText("Trained beforehand"); // what was there stays
  const line = "to be or not to be, that is the question. ";
  await own.fill(line.repeat(20));
  await button(page, "Train from scratch").click();
  await expect(page.locator(".kept")).toContainText(`of ${new Set(`${line}\n`).size} tokens`);
  await button(page, "Pause").click();
});

test("what stands below the maps stays where it is when they come", async ({ page }) => {
  await page.goto("./#/language-model");
  const heads = page.locator("section.heads");
  const height = async (): Promise<number> => (await heads.boundingBox())?.height ?? 0;
  await expect(heads).toHaveClass(/awaited/);
  const before = await height();
  await heads.scrollIntoViewIfNeeded();
  await expect(heads).not.toHaveClass(/awaited/);
  await expect.poll(async () => Math.abs((await height()) - before)).toBeLessThan(16);
});

test("what the questions' answers say is seen when they are shown", async ({ page }) => {
  await ready(page);
  const question = (i: number) => page.locator(".challenges li").nth(i);
  const show = async (i: number, answer: string): Promise<void> => {
    await question(i).getByRole("button", { name: answer, exact: true }).click();
    await expect(question(i).getByRole("status")).not.toBeEmpty();
    await question(i).getByRole("button").last().click();
  };
  await show(0, "The longest takes nearly everything.");
  const shares = async (): Promise<number[]> =>
    (await bars(page)).map(([, share]) => Number.parseFloat(share));
  await expect.poll(async () => (await shares())[0]).toBeGreaterThan(90);
  await show(1, "3");
  await expect(page.locator(".kept")).toContainText("3 of 37 tokens");
  await show(2, "for 1");
  await expect(page.locator(".cache figcaption")).toContainText("1 token computed, 36 from the cache");
});

for (const lang of ["en", "zh"]) {
  test(`fits both widths and has no barriers: ${lang}`, async ({ page }) => {
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: width === 1280 ? 800 : 812 });
      await page.goto(`./?lang=${lang}#/language-model`);
      await expect(page.locator(".bar-row")).toHaveCount(10);
      await expectNoOverflow(page);
      await expectNoBarriers(page);
      const screens = await page.evaluate(() => document.documentElement.scrollHeight / window.innerHeight);
      expect(screens).toBeLessThan(4);
    }
  });
}
