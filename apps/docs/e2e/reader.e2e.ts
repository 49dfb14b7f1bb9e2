import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { expect, expectNoOverflow, test } from "@saccade/e2e";
import { outputOf } from "../scripts/outputs.ts";
import { expectAlive } from "./figures.ts";
import { linkToSolution, output } from "./playground.ts";

const solution = readFileSync(new URL("../code/exercises/row-shares.solution.ts", import.meta.url), "utf8");

/** Runs the first program of a chapter in its page. */
async function runFirst(page: Page): Promise<void> {
  const first = page.locator(".program-tools").first();
  await first.locator(".program-run").click();
  await expect(first.locator("[data-state=done]")).toBeAttached();
  const [line = ""] = (outputOf((await first.getAttribute("data-program")) ?? "") ?? "").split("\n");
  expect(line).not.toBe("");
  await expect(first.locator(".program-output")).toContainText(line);
}

/** Adds other shapes in the figure of the first chapter. */
async function changeFigure(page: Page): Promise<void> {
  const figure = page.locator("[data-figure=broadcasting]");
  await expectAlive(figure);
  const says = figure.locator(".says");
  const before = await says.textContent();
  await figure.locator('.choice:nth-of-type(1) input[value="(3, 4)"]').check({ force: true });
  await expect(says).not.toHaveText(before ?? "");
}

/** Answers the first question of the chapter in pictures: wrongly by pointer, again and rightly by keyboard. The page keeps it. */
async function predict(page: Page): Promise<void> {
  const question = page.locator("[data-predict=coreference]");
  const why = question.locator(".why");
  await expect(why).toBeHidden();
  await question.getByRole("button", { name: "Nothing: it is the same word" }).click();
  await expect(why).toContainText("Not quite. Only a cat gets tired");
  await expect(question.locator("button.right")).toHaveText(/^They move from cat to river/);
  await question.getByRole("button", { name: "Again" }).press("Enter");
  await expect(why).toBeHidden();
  await expect(question.getByRole("button").first()).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(why).toContainText("Right. Only a cat gets tired");
  await page.reload();
  await expect(why).toContainText("Right. Only a cat gets tired");
}

test("without JavaScript a question is a text with its answers and the reason", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseURL}/book/in-pictures`);
  const question = page.locator("[data-predict=coreference]");
  await expect(question.locator(".why")).toBeVisible();
  await expect(question.getByRole("button").first()).toHaveCSS("border-top-width", "0px");
  await context.close();
});

const exercise = (page: Page, name: string): Locator => page.locator(`[data-exercise=${name}]`);

test("a newcomer goes from the home page to a solved exercise by links and buttons alone", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/");
  await page.getByRole("link", { name: "Read it", exact: true }).click();
  await expect(page).toHaveURL(/\/book\/overview/);
  await page.locator(".pager-link.next").click();
  await expect(page).toHaveURL(/\/book\/in-pictures/);
  await predict(page);
  await page.locator(".pager-link.next").click();
  await expect(page).toHaveURL(/\/book\/tensors/);
  await runFirst(page);
  await changeFigure(page);

  // The first exercise that is checked is in this chapter.
  await expect(exercise(page, "row-shares").locator(".exercise-solved")).toHaveCount(0);
  await exercise(page, "row-shares").getByRole("link", { name: "Solve it in the playground" }).click();
  const check = page.getByRole("button", { name: "Check", exact: true });
  await expect(check).toBeEnabled();
  await expect(page.locator(".playground-task")).toContainText("Divide each row of a matrix by its own sum");
  await check.click();
  await expect(output(page)).toContainText("Divide each row by its own sum");

  await page.locator(".monaco-editor .view-lines").click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.evaluate((text) => navigator.clipboard.writeText(text), solution);
  await page.keyboard.press("ControlOrMeta+V");
  await check.click();
  await expect(output(page)).toContainText("Right:");
  await expect(page.locator(".playground-notice")).toHaveText("Solved.");
  await page.getByRole("link", { name: "Back to the chapter" }).click();
  await expect(page).toHaveURL(/\/book\/tensors#exercises$/);
  await expect(exercise(page, "row-shares").locator(".exercise-solved")).toHaveText("✓ Solved");
  await page.goto("/book/kernel-regression");
  await expect(exercise(page, "softmax")).toBeVisible();
  await expect(page.locator(".exercise-solved")).toHaveCount(0);
});

test("in Chinese, on a phone: from the home page to an exercise that a link solves, back and forward", async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/zh/");
  await page.locator(".VPNavBarHamburger").click();
  await page.locator(".VPNavScreen").getByRole("link", { name: "教程" }).click();
  await expect(page).toHaveURL(/\/zh\/book\/overview$/);
  await page.locator(".pager-link.next").click();
  await expect(page).toHaveURL(/\/zh\/book\/in-pictures$/);
  await page.locator(".pager-link.next").click();
  await expect(page).toHaveURL(/\/zh\/book\/tensors$/);
  await runFirst(page);
  await changeFigure(page);
  await expectNoOverflow(page);

  await page.locator(".VPNavBarHamburger").click();
  await page.getByRole("button", { name: "简体中文" }).click();
  await page.locator(".VPNavScreen").getByRole("link", { name: "English" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Tensors and broadcasting/);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^张量与广播/);
  await page.goForward();
  await expect(page).toHaveURL(/\/book\/tensors$/);
  await page.goBack();

  await exercise(page, "row-shares").getByRole("link", { name: "到演练场里解答" }).click();
  const check = page.getByRole("button", { name: "检查" });
  await expect(page.locator(".playground-task")).toContainText("把矩阵的每一行除以该行之和");
  await check.click();
  await expect(output(page)).toContainText("Divide each row by its own sum");
  // A program that came with a link is checked like the reader's own.
  await page.goto(linkToSolution("row-shares", "/zh"));
  await check.click();
  await expect(output(page)).toContainText("Right:");
  await expect(page.locator(".playground-notice")).toHaveText("已解出。");
  await page.getByRole("link", { name: "返回本章" }).click();
  await expect(exercise(page, "row-shares").locator(".exercise-solved")).toHaveText("✓ 已解出");
});

test("the search is opened, asked and left by keyboard, in both languages", async ({ page }) => {
  const input = page.locator(".VPLocalSearchBox .search-input");
  for (const [home, words, address] of [
    ["/", "kernel regression", "/book/kernel-regression"],
    ["/zh/", "核回归", "/zh/book/kernel-regression"],
  ] as const) {
    await page.goto(home);
    await page.keyboard.press("Tab");
    await expect(page.locator(".VPSkipLink")).toBeFocused();
    await page
      .getByRole("button", { name: home === "/" ? "Search" : "搜索" })
      .first()
      .focus();
    await page.keyboard.press("Enter");
    await input.fill(words);
    const results = page.locator(".VPLocalSearchBox .result");
    const place = (): Promise<number> =>
      results.evaluateAll(
        (all, to) => all.findIndex((one) => one.getAttribute("href")?.startsWith(to)),
        address,
      );
    await expect.poll(place).toBeGreaterThanOrEqual(0);
    for (let at = await place(); at > 0; at--) await page.keyboard.press("ArrowDown");
    await expect(page.locator(".VPLocalSearchBox .result.selected")).toHaveAttribute(
      "href",
      new RegExp(`^${address}`),
    );
    await expect(page.locator(".VPLocalSearchBox .search-keyboard-shortcuts")).toContainText(
      home === "/" ? "to navigate" : "切换",
    );
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`${address}(#|$)`));
    await expect(input).toHaveCount(0);
    await page.keyboard.press("Control+k");
    await expect(input).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(input).toHaveCount(0);
  }
});
