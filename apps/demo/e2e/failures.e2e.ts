// What goes wrong here is meant to, and the browser says so in its console: Playwright's own test, which does not mind.
import { expect, type Page, test } from "@playwright/test";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("a page whose code does not arrive says so, and tries again", async ({ page }) => {
  await page.route("**/scoring-*.js", (route) => route.abort());
  await page.goto("./#/scoring");
  await expect(page.getByRole("alert")).toContainText("could not be loaded");
  await page.unroute("**/scoring-*.js");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(heading(page, "Scoring and masks")).toBeVisible();
});

test("a page that throws says so, and the others go on", async ({ page }) => {
  const body = 'export function Page() { throw new Error("a fault <b>in</b> the page"); }';
  await page.route("**/scoring-*.js", (route) => route.fulfill({ contentType: "text/javascript", body }));
  await page.goto("./#/scoring");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("An error occurred in this page");
  await alert.getByText("Error message").click();
  await expect(alert).toContainText("a fault <b>in</b> the page");
  await page.getByRole("navigation").getByRole("link", { name: "Kernel regression" }).click();
  await expect(heading(page, "Kernel regression")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a worker crash is reported, and the page keeps its contents", async ({ page }) => {
  const body = 'throw new Error("the worker crashed");';
  await page.route("**/worker-*.js", (route) => route.fulfill({ contentType: "text/javascript", body }));
  for (const name of ["kernel-regression", "scoring"]) {
    await page.goto(`./#/${name}`);
    await expect(page.locator(".problem").first()).not.toBeEmpty();
    await expect(page.locator("main table, main svg.chart").first()).toBeVisible();
  }
});
