import type { Locator, Page } from "@playwright/test";
import { expect, expectNoBarriers, expectNoOverflow, test } from "@saccade/e2e";

const cell = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true });
const table = (page: Page, name: string): Locator => page.getByRole("table", { name });

test.beforeEach(async ({ page }) => {
  await page.goto("./#/scoring");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Scoring and masks");
});

test("an edited matrix changes scores, weights, output and the arithmetic", async ({ page }) => {
  await page.getByRole("button", { name: "Show the arithmetic of q1" }).click();
  const written = page.getByRole("region", { name: /Scores, exponentials/ });
  await expect(written).toContainText("(2·2 + 0·0 + 0·0 + 0·0) / √4");
  await expect(written.locator(".result")).toHaveText("(0.835, 0.307, 0.307, 0.225)");
  await cell(page, "Q, the queries, row 1, column 1").fill("4");
  await page.keyboard.press("Enter");
  await expect(written).toContainText("(4·2 + 0·0 + 0·0 + 0·0) / √4");
  // Scores 4, 0, 0, 2: the weights are exp(0, −4, −4, −2) over their sum.
  const exps = [0, -4, -4, -2].map(Math.exp);
  const sum = exps.reduce((total, value) => total + value, 0);
  const weights = table(page, "weights = softmax(scores)").getByRole("row").nth(1).getByRole("cell");
  for (const [j, value] of exps.entries()) {
    await expect(weights.nth(j)).toHaveText((value / sum).toFixed(2));
  }
  await expect(page).toHaveURL(/q=4%2C0|q=4,0/);
  await page.reload();
  await expect(cell(page, "Q, the queries, row 1, column 1")).toHaveValue("4");
  await expect(written).toContainText("(4·2 + 0·0 + 0·0 + 0·0) / √4");
});

test("input that is not a number is reported and ignored", async ({ page }) => {
  const field = cell(page, "K, the keys, row 2, column 3");
  for (const text of ["abc", "NaN", "1e30", "", "<img src=x onerror=alert(1)>"]) {
    await field.fill(text);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toContainText("is not a number from −999 to 999");
    await expect(field).toHaveAttribute("aria-invalid", "true");
  }
  await expect(page.locator("main img")).toHaveCount(0);
  await field.fill("−1.5");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(field).toHaveValue("−1.5");
  await field.fill("999");
  await page.keyboard.press("Enter");
  await expect(table(page, "weights = softmax(scores)")).not.toContainText("NaN");
});

test("masks by click, by length and causal take keys away, and all of them leave zeros", async ({ page }) => {
  const weights = table(page, "weights = softmax(scores)").getByRole("row");
  await page.getByRole("button", { name: /^q1 to k1: score/ }).click();
  await expect(weights.nth(1).getByRole("cell").nth(0)).toHaveText("0.00");
  await page.getByRole("button", { name: "Unmask 1" }).click();
  await expect(weights.nth(1).getByRole("cell").nth(0)).toHaveText("0.61");
  await page.getByLabel(/Causal/).check();
  await expect(weights.nth(1).getByRole("cell").nth(0)).toHaveText("1.00");
  await page.getByRole("slider", { name: /Valid length/ }).focus();
  await page.keyboard.press("Home");
  await page.getByRole("button", { name: "Show the arithmetic of q3" }).click();
  await expect(page.getByText("All keys are masked for this query")).toBeVisible();
  await expect(weights.nth(3).getByRole("cell").nth(0)).toHaveText("0.00");
});

test("the way plays stage by stage", async ({ page }) => {
  const status = page.locator(".player [role=status]");
  await page.getByRole("button", { name: "Play" }).click();
  await expect(status).toContainText("1/5");
  await expect(table(page, "weights = softmax(scores)")).toBeHidden();
  await expect(status).toContainText("5/5", { timeout: 20_000 });
  await expect(table(page, "weights = softmax(scores)")).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(status).toContainText("4/5");
});

test("with reduced motion one goes on by hand", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(page.getByRole("button", { name: "Play" })).toHaveCount(0);
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.locator(".player [role=status]")).toContainText("4/5");
});

test("the same layer is self- and cross-attention, with one head or two", async ({ page }) => {
  await page.getByText("self-attention", { exact: true }).click();
  const weights = page.getByRole("table", { name: /weights = softmax/ });
  await expect(weights.getByRole("row")).toHaveCount(5);
  await page.getByText("cross-attention", { exact: true }).click();
  await expect(weights.getByRole("row")).toHaveCount(4);
  await expect(weights).toContainText("elle");
  await page.getByRole("group", { name: "Heads" }).getByText("2").click();
  await expect(weights).toHaveCount(2);
  await page.getByRole("button", { name: "Show the arithmetic of lit" }).first().click();
  await expect(page.getByRole("region", { name: /Scores, exponentials/ })).toHaveCount(2);
  for (const name of ["dot", "additive", "Gaussian", "none (mean)"]) {
    await page.getByText(name, { exact: true }).first().click();
    await expect(page.getByRole("region", { name: /Scores, exponentials/ }).first()).not.toContainText("NaN");
  }
  await expectNoBarriers(page);
  await page.getByLabel("Theme").selectOption("dark");
  await page.getByText("dot", { exact: true }).first().click(); // unscaled: weights near 1, the darkest cells
  await expectNoBarriers(page);
  await page.setViewportSize({ width: 375, height: 740 });
  await expectNoOverflow(page);
});

test("the histogram shows variance d, and 1 when scaled", async ({ page }) => {
  await page.getByRole("group", { name: "Vector size d" }).getByText("256").click();
  const label = page.getByRole("img", { name: /Histogram for vectors of size 256: variance 2[3-8]\d\./ });
  await expect(label).toBeVisible();
  await expect(label).toHaveAttribute("aria-label", /(0\.9\d|1\.0\d) when scaled/);
});
