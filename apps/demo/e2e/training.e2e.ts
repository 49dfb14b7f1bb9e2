import { expect, test } from "@saccade/e2e";
import { button, keptSteps, menu, openTranslator, said, status, stepsDone, train } from "./pages.ts";

const scrubber = { name: "Epoch shown" };

test("a student trains the translator, reloads in its first epoch, resumes, and looks at the film", {
  tag: "@plain",
}, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await openTranslator(page, "?epochs=3"); // one could end before it is left
  await button(page, "Start").click();
  await expect(status(page)).toContainText("Training:");
  await expect.poll(() => keptSteps(page)).toBeGreaterThan(0);
  const kept = await keptSteps(page);
  await page.evaluate(() => window.scrollTo(0, 1500));
  await page.reload(); // which opens where the page was scrolled to
  const resume = button(page, "Resume this run");
  await expect(resume).toBeInViewport({ ratio: 1 });
  await resume.click();
  await expect(status(page)).toContainText("Training:");
  await expect.poll(() => stepsDone(page)).toBeGreaterThanOrEqual(kept);

  await menu(page).filter({ hasText: "Scoring and masks" }).click();
  await expect(page.getByText("Training is paused while you are on another page.")).toBeVisible();
  await page.goBack(); // the menu would open the page with the settings that it begins with
  await expect(status(page)).toContainText("Trained: epoch 3 of 3", { timeout: 150_000 });

  await expect(page.getByRole("slider", scrubber)).toHaveAttribute("max", "3");
  const now = await said(page);
  await page.getByRole("slider", scrubber).fill("0");
  await expect.poll(() => said(page)).not.toBe(now);
  await expect(page.locator(".held-out")).toContainText("0 of 200");
});

test("a teacher's link to a run is reproduced in a fresh browser, in every digit", async ({
  page,
  browser,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openTranslator(page, "?epochs=1&seed=7");
  await train(page);
  await button(page, "Copy link to this run").click();
  await expect(page.getByText("Link copied.")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/seed=7&lr=0\.005&epochs=1&kernels=(plain|relaxed)-\d+&loss=\d\.\d+/);
  const fresh = await (await browser.newContext()).newPage();
  await fresh.goto(link);
  const note = fresh.locator(".shared");
  await expect(note).toContainText("seed 7, learning rate 0.005, 1 epoch");
  await expect(note).toContainText("has the same kernels");
  await train(fresh);
  await expect(note).toContainText("the same in every digit");
  expect(await said(fresh)).toBe(await said(page));
  // Another loss is said to be another.
  await fresh.goto("about:blank");
  await fresh.goto(link.replace(/loss=[\d.]+/, "loss=0.5"));
  await train(fresh);
  await expect(note).toContainText("Not reproduced: the last loss is");
  await fresh.context().close();
  // Another sentence has its film, too.
  await page.getByLabel("English sentence").fill("the cat is hot .");
  await expect(page.getByRole("slider", scrubber)).toBeEnabled();
  await expect(page.locator(".translation-arcs g[lang=en]")).toHaveText("thecatishot.");
});

test("a student trains the language model, reloads, goes on to the end, and has it write", {
  tag: "@plain",
}, async ({ page }) => {
  await page.goto("./#/language-model?steps=200");
  await expect(button(page, "Write")).toBeEnabled();
  await button(page, "Train from scratch").click();
  await expect(status(page)).toContainText("Training: step");
  await expect.poll(() => keptSteps(page)).toBeGreaterThan(12);
  const samples = await page.locator(".samples li").allTextContents();
  await page.reload();
  const resume = button(page, "Resume this run");
  await expect(resume).toBeInViewport({ ratio: 1 });
  const kept = Number(/step (\d+)/.exec((await page.locator(".saved-runs").textContent()) ?? "")?.[1]);
  expect(kept).toBeGreaterThan(12);
  await resume.click();
  await expect.poll(() => stepsDone(page)).toBeGreaterThan(kept);
  expect((await page.locator(".samples li").allTextContents()).slice(0, 2)).toEqual(samples.slice(0, 2));
  await expect(status(page)).toContainText("Done: step 200 of 200", { timeout: 120_000 });
  expect(Number(/loss ([\d.]+)/.exec((await status(page).textContent()) ?? "")?.[1])).toBeLessThan(4);
  await expect(page.locator(".samples li").last()).toHaveAttribute("data-step", "200");
  const text = page.getByLabel("Text so far");
  const before = (await text.inputValue()).length;
  await button(page, "Write").click();
  await expect.poll(async () => (await text.inputValue()).length).toBeGreaterThan(before + 3);
});

test("a student fits a kernel's width, and another the heads that copy", { tag: "@plain" }, async ({
  page,
}) => {
  await page.goto("./#/kernel-regression");
  const fit = page.locator(".training .status");
  await button(page, "Reset").click();
  await button(page, "Run").click();
  await expect(fit).toContainText(/Step (3\d|[4-9]\d|\d{3}),/);
  await button(page, "Pause").click();
  await page.goto("./#/language-model?model=repeats");
  const learning = page.locator(".learning .status");
  await expect(learning).toContainText("Trained in advance: seed 0");
  await button(page, "Train").click();
  await expect(learning).toContainText(/Training: seed 0, step [1-9]/);
  await button(page, "Pause").click();
  await expect(learning).toContainText("Paused: seed 0");
});
