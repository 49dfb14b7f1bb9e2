import type { Locator, Page } from "@playwright/test";
import { expect, expectNoBarriers, expectNoOverflow, test } from "@saccade/e2e";

const cell = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true });
/** A cell of scores or weights, as the pointer finds it. */
const hit = (page: Page, name: string): Locator => page.locator(`[data-cell="${name}"]`);
/** The number that is drawn in a cell. */
const drawn = (page: Page, name: string): Locator => page.locator(`.motion [data-number="${name}"] .inside`);
const query = (page: Page, name: string): Locator =>
  page.getByRole("group", { name: "Query", exact: true }).getByText(name);
const formula = (page: Page): Locator => page.getByRole("group", { name: "What is computed" });

/** The numbers of a row of cells, as they are drawn. */
async function drawnRow(page: Page, kind: string, row: number): Promise<number[]> {
  const texts = await Promise.all([0, 1, 2, 3].map((j) => drawn(page, `${kind} ${row} ${j}`).textContent()));
  return texts.map((text) => Number((text ?? "").replace("−", "-")));
}

function softmax(scores: readonly number[]): number[] {
  const powers = scores.map(Math.exp);
  const sum = powers.reduce((all, power) => all + power, 0);
  return powers.map((power) => power / sum);
}

test.beforeEach(async ({ page }) => {
  await page.goto("./#/scoring");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Scoring and masks");
});

test("opens with the row of a pronoun, its arithmetic beside the matrices, on one screen", async ({
  page,
}) => {
  const figure = await page.locator(".motion").boundingBox();
  const arithmetic = await page.locator(".arithmetic").boundingBox();
  if (figure === null || arithmetic === null) throw new Error("a figure or its arithmetic is missing");
  expect(arithmetic.x).toBeGreaterThanOrEqual(figure.x + figure.width);
  expect(arithmetic.y + arithmetic.height).toBeLessThanOrEqual(800);
  expect(figure.y + figure.height).toBeLessThanOrEqual(800);
  await expect(page.locator(".arithmetic")).toContainText("(3·2 + 0·0 + (−1)·0 + (−1)·0) / √4 = 3.00");
  const weights = softmax([3, 0, 0.5, -1]);
  for (const [j, weight] of weights.entries()) {
    await expect(drawn(page, `weight 2 ${j}`)).toHaveText(weight.toFixed(2));
    await expect(page.locator(".arithmetic li").nth(j)).toContainText(weight.toFixed(3));
  }
});

test("every number of the motion is the library's, still by still", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(page.getByRole("button", { name: "Play" })).toHaveCount(0);
  const caption = page.locator(".motion figcaption");
  const step = page.getByRole("button", { name: "Step" });
  // her = (3, 0, −1, −1) on the keys (2, 0, 0, 0), (0, 2, 0, 0), (1, 0, 2, 0), (0, 0, 0, 2)
  const sums = [6, 0, 1, -2];
  for (const [j, sum] of sums.entries()) {
    await step.click();
    await expect(caption).toContainText(`add up to ${sum.toFixed(2).replace("-", "−")}`);
    await expect(drawn(page, `score 2 ${j}`)).toHaveText(String(sum).replace("-", "−"));
    await expect(drawn(page, "weight 2 0")).toHaveCount(0); // not yet computed
    // Nor does anything else on the page tell it, to whoever looks or listens.
    const told = await page
      .locator(".arithmetic li, .arithmetic .output, .hit, .motion svg")
      .evaluateAll((all) =>
        all.map(
          (one) => `${one.getAttribute("aria-label") ?? ""} ${one.tagName === "svg" ? "" : one.textContent}`,
        ),
      );
    for (const text of told) expect(text).not.toMatch(/0\.8[67]|0\.9[34]|to “Anna”|√4/);
    await expect(page.locator(".arithmetic li").nth(j)).toContainText(
      `= ${sum.toFixed(2).replace("-", "−")}`,
    );
    if (j < 3) await expect(page.locator(".arithmetic li").nth(j + 1)).not.toContainText("=");
  }
  await step.click();
  await expect(caption).toContainText("divided by √4");
  expect(await drawnRow(page, "score", 2)).toEqual([3, 0, 0.5, -1]);
  const arithmetic = page.locator(".arithmetic");
  await expect(arithmetic).toContainText("√4 = 3.00");
  await expect(arithmetic).not.toContainText("0.869");
  const weights = softmax([3, 0, 0.5, -1]);
  await step.click();
  for (const [j, weight] of weights.entries()) {
    await expect(page.locator(`[data-number="bar ${j}"]`)).toContainText(weight.toFixed(2));
    await expect(page.locator(".arithmetic li").nth(j)).toContainText(weight.toFixed(3));
  }
  await expect(arithmetic).not.toContainText("0.941");
  await step.click();
  await step.click();
  await expect(arithmetic).toContainText("0.941");
  const values = [
    [1, 1, 0, 0],
    [0, 0, 0, 1],
    [1, 0, 0, 0],
    [0, 0, 1, 0],
  ];
  const output = await drawnRow(page, "output", 2);
  for (const [c, number] of output.entries()) {
    const mixed = weights.reduce((sum, weight, j) => sum + weight * (values[j]?.[c] ?? 0), 0);
    expect(number).toBeCloseTo(mixed, 2);
  }
  await expect(drawn(page, "weight 0 0")).toHaveCount(0);
  await step.click();
  await expect(drawn(page, "weight 0 0")).toHaveCount(1);
  await page.getByRole("button", { name: "Back" }).click();
  await expect(caption).toContainText("Each row of V moves down");
});

test("each step shows something: what no setting needs is left out, and comes with the setting", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const step = page.getByRole("button", { name: "Step" });
  const moment = page.locator(".player .slider");
  const scene = page.locator(".motion svg");
  const walk = async (): Promise<number> => {
    let before = await scene.innerHTML();
    for (let steps = 1; ; steps++) {
      await step.click();
      await expect.poll(() => scene.innerHTML(), `step ${steps}`).not.toBe(before);
      before = await scene.innerHTML();
      if ((await moment.textContent())?.includes("result")) return steps;
    }
  };
  expect(await walk()).toBe(9);
  await hit(page, "score 2 1").click();
  await page.mouse.move(0, 0);
  await expect(drawn(page, "weight 2 1")).toHaveText("0.00");
  expect(await walk()).toBe(10);
  await page.getByRole("group", { name: "Score", exact: true }).getByText("dot", { exact: true }).click();
  await expect(formula(page)).not.toContainText("√4");
  expect(await walk()).toBe(9);
});

test("plays, pauses, and is scrubbed", async ({ page }) => {
  const caption = page.locator(".motion figcaption");
  await page.getByRole("button", { name: "Play" }).click();
  await expect(drawn(page, "output 2 0")).toHaveCount(0);
  await expect(caption).toContainText("slide together");
  await page.getByRole("button", { name: "Pause" }).click();
  const moment = page.getByRole("slider", { name: "Moment" });
  const held = await moment.inputValue();
  await page.waitForTimeout(300);
  expect(await moment.inputValue()).toBe(held);
  await moment.fill("8");
  await expect(caption).toContainText("Softmax");
  await page.getByRole("button", { name: "Play" }).click();
  await expect(caption).toContainText("gives its largest weight, 0.87, to “Anna”", { timeout: 30_000 });
  await expect(drawn(page, "output 2 0")).toHaveText("0.94");
});

test("a score lights its row of Q and its column of K, a weight its value, by pointer and by keyboard", async ({
  page,
}) => {
  const lit = page.locator(".marks [data-lit]");
  const names = (): Promise<(string | null)[]> =>
    lit.evaluateAll((all) => all.map((one) => one.getAttribute("data-lit")));
  const boxOf = async (locator: Locator) => {
    const box = await locator.boundingBox();
    if (box === null) throw new Error("there is nothing to measure");
    return box;
  };
  await hit(page, "score 1 3").hover();
  await expect.poll(names).toEqual(["q 1", "k 3"]);
  const score = await boxOf(hit(page, "score 1 3"));
  const q = await boxOf(page.locator('[data-lit="q 1"]'));
  const k = await boxOf(page.locator('[data-lit="k 3"]'));
  expect(Math.abs(q.y + q.height / 2 - (score.y + score.height / 2))).toBeLessThan(1);
  expect(Math.abs(k.x + k.width / 2 - (score.x + score.width / 2))).toBeLessThan(1);
  expect(q.x + q.width).toBeLessThanOrEqual(k.x);
  await expect(page.locator(".arithmetic h2")).toContainText("lost");
  await expect(page.locator(".arithmetic li.looked")).toContainText("keys");

  await hit(page, "weight 0 2").hover();
  await expect.poll(names).toEqual(["v 2"]);
  const v = await boxOf(page.locator('[data-lit="v 2"]'));
  const bar = await boxOf(page.locator('[data-number="bar 2"] .base'));
  expect(Math.abs(v.y + v.height / 2 - (bar.y + bar.height / 2))).toBeLessThan(1);

  await page.mouse.move(0, 0);
  await hit(page, "score 2 0").focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(names).toEqual(["q 2", "k 1"]);
  await page.keyboard.press("Enter");
  await expect(page.locator(".arithmetic li").nth(1)).toContainText("masked");
});

test("presets give the pattern that they are named after", async ({ page }) => {
  const weights = async (): Promise<number[][]> =>
    Promise.all([0, 1, 2, 3].map((row) => drawnRow(page, "weight", row)));
  const heaviest = async (): Promise<number[]> =>
    (await weights()).map((row) => row.indexOf(Math.max(...row)));
  const example = page.getByRole("group", { name: "Example" });
  await example.getByText("copy").click();
  await expect.poll(heaviest).toEqual([0, 1, 2, 3]);
  await example.getByText("previous token").click();
  await expect.poll(heaviest).toEqual([0, 0, 1, 2]);
  const below = await weights();
  for (const [i, row] of below.entries()) {
    for (const [j, weight] of row.entries()) if (j > i) expect(weight).toBe(0);
  }
  await expect(page.locator(".meaning")).toContainText("position before its own");
  await expect(page).toHaveURL(/preset=previous/);
  await page.reload();
  await expect.poll(heaviest).toEqual([0, 0, 1, 2]);
});

test("offers a causal mask only where keys can be later than a query, and says why not", async ({ page }) => {
  const causal = page.getByLabel(/Causal/);
  await causal.check();
  await expect(drawn(page, "weight 0 0")).toHaveText("1.00");
  await expect(formula(page)).toContainText("+ mask");
  await page.getByRole("group", { name: "Example" }).getByText("translation").click();
  await expect(causal).toHaveCount(0);
  await expect(page.getByText("No causal mask here")).toBeVisible();
  await page.goto("./#/scoring?preset=translation&causal=1");
  await expect(drawn(page, "weight 0 3")).not.toHaveText("0.00");
});

test("the formula says what is computed: score, scale, temperature and masks", async ({ page }) => {
  const score = page.getByRole("group", { name: "Score", exact: true });
  await expect(formula(page)).toHaveText(/softmax\( Q Kᵀ \/ √4 \) V/);
  await page.getByRole("slider", { name: "Temperature" }).fill("50");
  await expect(formula(page)).toContainText("(√4 · 0.3");
  await hit(page, "score 2 0").click();
  await expect(formula(page)).toContainText("mask: −∞ where masked (1 score)");
  await page.getByRole("slider", { name: "Valid length" }).fill("3");
  await expect(formula(page)).toContainText("first 3 keys");
  for (const [name, text] of [
    ["dot", "Q Kᵀ / 0.3"],
    ["additive", "wᵀ tanh(W q + U k)"],
    ["Gaussian", "−½ ‖q − k‖²"],
    ["none (mean)", "softmax( 0"],
  ] as const) {
    await score.getByText(name, { exact: true }).click();
    await expect(formula(page)).toContainText(text);
    await expect(page.locator(".arithmetic")).not.toContainText("NaN");
  }
  await score.getByText("scaled dot", { exact: true }).click();
  await page.getByRole("group", { name: "Heads" }).getByText("2").click();
  await expect(formula(page)).toContainText("√2");
});

test("masked keys get no weight, and a query without keys gets zeros", async ({ page }) => {
  await hit(page, "score 2 0").click();
  await expect(drawn(page, "weight 2 0")).toHaveText("0.00");
  await expect(drawn(page, "score 2 0")).toHaveCount(0);
  await page.getByRole("button", { name: "Unmask 1" }).click();
  await expect(drawn(page, "weight 2 0")).toHaveText("0.87");
  await page.getByRole("slider", { name: /Valid length/ }).fill("0");
  await page.mouse.move(0, 0);
  await expect(page.locator(".arithmetic")).toContainText("All keys are masked for “her”");
  expect(await drawnRow(page, "output", 2)).toEqual([0, 0, 0, 0]);
});

test("numbers are edited in the figure; what is no number is said and changes nothing", async ({ page }) => {
  const field = cell(page, "Q, queries: her, person");
  for (const text of ["abc", "NaN", "1e30", "", "<img src=x>"]) {
    await field.fill(text);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toContainText(
      `“${text}” in Q, queries, row her, column person, is not a number from −999 to 999`,
    );
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(drawn(page, "score 2 0")).toHaveText("3");
  }
  await expect(page.locator("main img")).toHaveCount(0);
  await field.fill("−1.5");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(drawn(page, "score 2 0")).toHaveText("−1.5");
  await expect(page).toHaveURL(/[?&]q=/);
  await page.reload();
  await expect(field).toHaveValue("−1.5");
  await page.getByRole("button", { name: "Restore its numbers" }).click();
  await expect(field).toHaveValue("3");
});

test("another query, another row; two heads share the columns", async ({ page }) => {
  await query(page, "lost").click();
  await expect(page.locator(".arithmetic h2")).toContainText("lost");
  await page.getByRole("group", { name: "Heads" }).getByText("2").click();
  await page.getByRole("group", { name: "Head shown" }).getByText("2").click();
  await expect(page.locator(".arithmetic li").first()).toContainText("(0·0 + 2·0) / √2");
  await expect(page.locator(".arithmetic li").nth(3)).toContainText("(0·0 + 2·2) / √2 = 2.83");
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`on a phone the figure stays, Q, K and V are tabs: ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await expectNoBarriers(page);
    await page.setViewportSize({ width: 375, height: 812 });
    await expect(page.getByText("Predict, then reveal")).toBeVisible();
    await expectNoOverflow(page);
    await expectNoBarriers(page);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(4 * 812);
    await page.getByRole("tab", { name: "V, values" }).click();
    await cell(page, "V, values: Anna, past").fill("5");
    await expect(drawn(page, "output 2 3")).toHaveText("4.39");
    await page.getByText("Temperature", { exact: true }).scrollIntoViewIfNeeded();
    await expect(page.locator(".motion svg")).toBeInViewport({ ratio: 0.99 });
    await page.getByRole("tab", { name: "V, values" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("tab", { name: "Q, queries" })).toBeFocused();
    await expect(cell(page, "Q, queries: her, person")).toHaveValue("3");
  });
}

test("a challenge is answered, then shown in the figure", async ({ page }) => {
  const challenge = page.getByRole("listitem").filter({ hasText: "without the causal mask" });
  await challenge.getByRole("button", { name: "all words alike" }).click();
  await expect(challenge).toContainText("0.25 each");
  await challenge.getByRole("button").last().click();
  await expect(page.getByLabel(/Causal/)).not.toBeChecked();
  expect(await drawnRow(page, "weight", 0)).toEqual([0.25, 0.25, 0.25, 0.25]);
  await expect(page.locator(".motion figcaption")).toContainText("shares its weight equally");
});

test("the figure is saved as SVG", async ({ page }) => {
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: /SVG/ }).click();
  const text = await (await (await saved).createReadStream()).toArray();
  expect(Buffer.concat(text).toString()).toContain(">0.87<");
});

test("the histogram shows variance d, and 1 when scaled", async ({ page }) => {
  await page.getByRole("group", { name: "Vector size d" }).getByText("256").click();
  const label = page.getByRole("img", { name: /Histogram for vectors of size 256: variance 2[3-8]\d\./ });
  await expect(label).toBeVisible();
  await expect(label).toHaveAttribute("aria-label", /(0\.9\d|1\.0\d) when scaled/);
});
