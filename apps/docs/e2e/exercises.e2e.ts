import { readFileSync } from "node:fs";
import { expect, test } from "@saccade/e2e";
import { linkTo } from "./links.ts";

const solutionOf = (name: string): string =>
  readFileSync(new URL(`../code/exercises/${name}.solution.ts`, import.meta.url), "utf8");

test("an exercise says what is wrong, then that it is solved, and the chapter remembers it", async ({
  page,
}) => {
  await page.goto("/book/transformer-by-hand");
  const exercise = page.locator("[data-exercise=add-and-norm]");
  await expect(exercise.locator(".exercise-solved")).toHaveCount(0);
  await exercise.getByRole("link", { name: "Solve it in the playground" }).click();
  const check = page.getByRole("button", { name: "Check", exact: true });
  const output = page.locator(".playground .program-output");
  await expect(check).toBeEnabled();
  await expect(page.locator(".playground-task")).toContainText("normalize each row");
  await check.click();
  await expect(output).toContainText("subtract each row's mean");
  // A program that came with a link is checked like the reader's own.
  const link = linkTo(solutionOf("add-and-norm"));
  await page.goto(link.replace("#", "?file=exercises/add-and-norm.ts#"));
  await expect(check).toBeEnabled();
  await check.click();
  await expect(output).toContainText("Right:");
  await expect(page.locator(".playground-notice")).toHaveText("Solved.");
  await page.getByRole("link", { name: "Back to the chapter" }).click();
  await expect(page.locator("[data-exercise=add-and-norm] .exercise-solved")).toBeVisible();
  await expect(page.locator("[data-exercise=greedy-decoding] .exercise-solved")).toHaveCount(0);
});

test("in Chinese, an exercise is checked too", async ({ page }) => {
  await page.goto("/zh/playground?file=exercises/greedy-decoding.ts");
  const check = page.getByRole("button", { name: "检查" });
  await expect(check).toBeEnabled();
  await check.click();
  await expect(page.locator(".playground .program-output")).toContainText("it must write 0 1 2 3 4 9");
});

test("other programs have nothing to check", async ({ page }) => {
  await page.goto("/playground");
  await expect(page.locator(".program-run")).toBeEnabled();
  await expect(page.getByRole("button", { name: "Check", exact: true })).toHaveCount(0);
});
