import type { Page } from "@playwright/test";
import { expect, expectNoBarriers, expectNoOverflow, test } from "@saccade/e2e";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const accuracy = (page: Page) => page.locator(".accuracy .number");
const percents = async (page: Page): Promise<number[]> =>
  [...((await accuracy(page).textContent()) ?? "").matchAll(/(\d+) %/g)].map(([, percent]) =>
    Number(percent),
  );
const film = (page: Page) => page.locator(".film input[type=range]");

test("a logit lens shows what each layer would say, by pointer and by keys, and follows the text", async ({
  page,
}) => {
  await page.goto("./#/language-model");
  await expect(button(page, "Write")).toBeEnabled();
  await page.locator(".layers").scrollIntoViewIfNeeded();
  const rows = page.locator(".layer-table tbody tr");
  await expect(rows).toHaveCount(3);
  await expect(rows.last().locator("td")).toHaveCount(24); // the last of 36 tokens
  await expect(page.locator(".layers")).toContainText("The first 12 tokens are not shown.");
  // The last row's last guess is the model's own, and the same as the first bar's.
  const first = (await page.locator(".bar-row .token").first().textContent()) ?? "?";
  await expect(rows.last().locator("td").last()).toContainText(first);
  await rows.nth(1).locator("td").nth(3).hover();
  await expect(page.locator(".layers [role=status]")).toContainText(/^Layer 1, after “.”: “.”, [\d.]+ %$/);
  await page.locator(".layers h2").hover();
  await page.locator(".layer-table").press("ArrowLeft");
  await page.locator(".layer-table").press("ArrowUp");
  await expect(page.locator(".layers [role=status]")).toContainText("Layer 1, after “␣”");
  await page.getByLabel("Text so far").fill("The cat");
  await expect(rows.last().locator("td")).toHaveCount(7);
  await expectNoBarriers(page);
});

test("induction heads form in the tab: the film scrubs, and without the head that looks one back little is predicted", async ({
  page,
}) => {
  test.setTimeout(180_000);
  await page.goto("./#/language-model?model=repeats");
  await expect(page.locator(".film .head")).toHaveCount(8);
  await expect(accuracy(page)).toContainText("Step 0:");
  await button(page, "Train").click();
  await expect(page.locator(".learning .status")).toContainText("Done: seed 0, step 1,000 of 1,000", {
    timeout: 150_000,
  });
  await expect(accuracy(page)).toContainText("Step 1,000:");
  expect((await percents(page))[0]!).toBeGreaterThan(90);
  // The best head of layer 1 looks one back; without it, little is predicted.
  await button(page, "Fewer than one token in five.").click();
  await expect(page.locator(".challenges")).toContainText("Right");
  await page.locator(".challenges li").first().getByRole("button").last().click();
  await expect(accuracy(page)).toContainText(/without L1 H\d/);
  await expect.poll(async () => (await percents(page))[1]!).toBeLessThan(40);
  await button(page, "All heads on").click();
  await expect(accuracy(page)).not.toContainText("without");
  // Back to the start of the film, frame by frame, and its play.
  await film(page).fill("0");
  await expect(accuracy(page)).toContainText("Step 0:");
  expect((await percents(page))[0]!).toBeLessThan(20);
  await film(page).press("ArrowRight");
  await expect(accuracy(page)).toContainText("Step 20:");
  await button(page, "Play").click();
  await expect(accuracy(page)).toContainText("Step 1,000:", { timeout: 20_000 });
  await expectNoBarriers(page);
});

test("another seed trains beside it, and the heads of both are compared", { tag: "@plain" }, async ({
  page,
}) => {
  await page.goto("./#/language-model?model=repeats");
  const pairs = page.locator(".head-pairs");
  await expect(pairs.locator("tbody td")).toHaveCount(64);
  await expect(pairs.locator("figcaption")).toHaveText(
    "Rows: seed 0, two layers, step 0. Columns: seed 0, two layers, step 0.",
  );
  await expect(pairs.locator("tbody tr").first().locator("td").first()).toHaveText("1.00"); // itself
  await button(page, "Train another seed beside it").click();
  // Whichever step is seen: they pass quickly.
  await expect(pairs.locator("figcaption")).toContainText(/seed 1, two layers, step [1-9]/, {
    timeout: 30_000,
  });
  await page.getByText("One, as control").click();
  await expect(page.locator(".film .head")).toHaveCount(4);
  await expect(pairs.locator("figcaption")).toContainText("Rows: seed 0, one layer, step 0.");
});

test("a small model of words opens: its tokens are words, and its heads and layers are shown", {
  tag: "@plain",
}, async ({ page }) => {
  await page.goto("./#/language-model?model=files");
  await button(page, "Try a small model of words").click();
  await expect(page.locator(".stage.opened")).toHaveAttribute("data-model", "gpt2");
  await page.locator(".layers").scrollIntoViewIfNeeded();
  await expect(page.locator(".layer-table thead th")).toHaveText(
    ["One", "␣morning", "␣a", "␣young", "␣fox", "␣went", "␣to", "␣the"],
    { timeout: 15_000 },
  );
  await expect(page.locator(".layer-table tbody tr")).toHaveCount(4);
  await expect(page.locator(".heads .layer button")).toHaveCount(12);
  // After "went to the" the tales go on with a place.
  const places = ["river", "hill", "mill", "lake", "barn", "forest", "bridge", "garden"];
  const tokens = await page.locator(".bar-row .token").allTextContents();
  expect(tokens.slice(0, 4).every((token) => places.includes(token.replace("␣", "")))).toBe(true);
});

test("weights are kept and compared with those of another seed on the same text", async ({ page }) => {
  await page.goto("./#/language-model?seed=1");
  await expect(button(page, "Write")).toBeEnabled();
  await page.locator(".heads").scrollIntoViewIfNeeded();
  await button(page, "Keep these weights, to compare").click();
  const cells = page.locator(".kept-heads tbody td");
  await expect(cells).toHaveCount(64);
  await expect(cells.first()).toHaveText("1.00");
  await button(page, "Train from scratch").click();
  await expect(cells.first()).not.toHaveText("1.00");
  await button(page, "Pause").click();
  await page.getByLabel("Text so far").fill("Another text");
  await expect(page.locator(".kept-heads")).toContainText("are of another text");
  await expect(cells).toHaveCount(0);
  await button(page, "Drop what is kept").click();
  await expect(page.locator(".kept-heads")).toHaveCount(0);
});

for (const [width, height] of [
  [1280, 800],
  [375, 667],
] as const)
  for (const colorScheme of ["light", "dark"] as const)
    for (const language of ["en", "zh"] as const)
      test(`the heads that form fit ${width} × ${height}, ${colorScheme}, in ${language}`, async ({
        page,
      }) => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height });
        await page.goto(`./#/language-model?model=repeats&lang=${language}`);
        await expect(page.locator(".film .head")).toHaveCount(8);
        await page.locator(".patterns").scrollIntoViewIfNeeded();
        await expect(page.locator(".patterns .layer button")).toHaveCount(8);
        await expectNoOverflow(page);
        await expectNoBarriers(page);
      });
