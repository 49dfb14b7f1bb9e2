import { expect, test } from "@saccade/e2e";
import { expectAlive } from "./figures.ts";

test("the home page leads to the book, whose figures run", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Saccade");
  await page.goto("/book/multi-head");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const figure of await page.locator(".live-figure").all()) await expectAlive(figure);
});
