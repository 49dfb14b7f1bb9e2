import type { Page } from "@playwright/test";
import { expect, test } from "@saccade/e2e";

const run = (page: Page) => page.locator(".program-run");
const output = (page: Page) => page.locator(".playground .program-output");

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(run(page)).toBeEnabled();
}

async function write(page: Page, text: string): Promise<void> {
  await page.locator(".monaco-editor .view-lines").click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}

for (const address of ["/playground", "/zh/playground"]) {
  test(`${address} runs its first program`, async ({ page }) => {
    await open(page, address);
    await run(page).click();
    await expect(output(page)).toContainText("0.7869860529899597");
  });
}

test("types and completion come from the packages", async ({ page }) => {
  await open(page, "/playground");
  await write(page, 'import { tensor } from "@saccade/tensor";\ntensor([1]).softm');
  await page.keyboard.press("ControlOrMeta+Space");
  await expect(page.locator(".suggest-widget .monaco-list-row").first()).toContainText("softmax");
  await write(page, 'import { tensor } from "@saccade/tensor";\nconst n: number = tensor([1]);');
  await expect(page.locator(".squiggly-error").first()).toBeVisible();
});

test("an error of the library, one of the syntax, and an unknown package are shown", async ({ page }) => {
  await open(page, "/playground");
  await write(page, 'import { ones } from "@saccade/tensor";\nones([2, 3]).add(ones([4]));');
  await run(page).click();
  await expect(output(page)).toContainText("ShapeError");
  await write(page, "const = 1;");
  await run(page).click();
  await expect(output(page)).toContainText("line 1, column 7");
  await write(page, 'import "left-pad";');
  await run(page).click();
  await expect(output(page)).toContainText('"left-pad" cannot be imported');
});

test("an endless program can be stopped", async ({ page }) => {
  await open(page, "/playground");
  await write(page, "for (;;) {}");
  await run(page).click();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(run(page)).toBeEnabled();
});

test("changes are kept over a reload, and can be undone", async ({ page }) => {
  await open(page, "/playground");
  await write(page, 'console.log("mine");');
  await open(page, "/playground");
  await run(page).click();
  await expect(output(page)).toHaveText("mine");
  await page.getByRole("button", { name: "Undo my changes" }).click();
  await run(page).click();
  await expect(output(page)).toContainText("weights");
});

test("a link carries a program, and a cut link says so", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "/playground");
  await write(page, 'console.log("共享 → shared");');
  await page.getByRole("button", { name: "Copy link" }).click();
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain("/playground"); // the clipboard is written after the click
  const link = await copied();
  await page.evaluate(() => localStorage.clear());
  await page.goto("/");
  await open(page, link);
  await run(page).click();
  await expect(output(page)).toHaveText("共享 → shared");
  await page.goto("/");
  await page.goto(link.slice(0, -12));
  await expect(output(page)).toContainText("cut or damaged");
});
