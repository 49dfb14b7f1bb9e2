import { readFileSync } from "node:fs";
import { expect, test } from "@saccade/e2e";
import { outputOf } from "../scripts/outputs.ts";
import { expectAlive } from "./figures.ts";

const solution = readFileSync(new URL("../code/exercises/row-shares.solution.ts", import.meta.url), "utf8");

test("a newcomer goes from the home page to a solved exercise by links and buttons alone", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const began = performance.now();
  await page.goto("/");
  await page.getByRole("link", { name: "Read the book" }).click();
  await expect(page).toHaveURL(/\/book\/overview/);
  await page.locator(".pager-link.next").click();
  await expect(page).toHaveURL(/\/book\/tensors/);

  // The first program runs where it stands.
  const first = page.locator(".program-tools").first();
  await first.locator(".program-run").click();
  await expect(first.locator("[data-state=done]")).toBeAttached();
  const program = (await first.getAttribute("data-program")) ?? "";
  const [line = ""] = (outputOf(program) ?? "").split("\n");
  expect(line).not.toBe("");
  await expect(first.locator(".program-output")).toContainText(line);

  // The figure adds other shapes.
  const figure = page.locator("[data-figure=broadcasting]");
  await expectAlive(figure);
  const says = figure.locator(".says");
  const before = await says.textContent();
  await figure.locator('.choice:nth-of-type(1) input[value="(3, 4)"]').check({ force: true });
  await expect(says).not.toHaveText(before ?? "");

  // The first exercise that is checked is in this chapter.
  const exercise = page.locator("[data-exercise]").first();
  await expect(exercise.locator(".exercise-solved")).toHaveCount(0);
  await exercise.getByRole("link", { name: "Solve it in the playground" }).click();
  const check = page.getByRole("button", { name: "Check", exact: true });
  const output = page.locator(".playground .program-output");
  await expect(check).toBeEnabled();
  await check.click();
  await expect(output).toContainText("Divide each row by its own sum");

  await page.locator(".monaco-editor .view-lines").click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.evaluate((text) => navigator.clipboard.writeText(text), solution);
  await page.keyboard.press("ControlOrMeta+V");
  await check.click();
  await expect(output).toContainText("Right:");
  await expect(page.locator(".playground-notice")).toHaveText("Solved.");
  await page.getByRole("link", { name: "Back to the chapter" }).click();
  await expect(page.locator("[data-exercise=row-shares] .exercise-solved")).toBeVisible();
  console.log(
    `From the home page to the solved exercise: ${((performance.now() - began) / 1000).toFixed(1)} s`,
  );
});
