import type { Page } from "@playwright/test";
import { expect, test } from "@saccade/e2e";
import { linkTo } from "./links.ts";

const run = (page: Page) => page.locator(".program-run");
const output = (page: Page) => page.locator(".playground .program-output");

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(run(page)).toBeEnabled();
}

/**
 * Opens a program as a link brings it (the editor would close the brackets of one that is typed), in a page that may show
 * another one: the playground is slow to load.
 */
async function follow(page: Page, program: string): Promise<void> {
  await open(page, linkTo(program));
  await expect(page.locator(".playground")).toHaveAttribute("data-state", "idle");
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

test("an error names the line of the source, wherever it was thrown", async ({ page }) => {
  const types = "interface Pair {\n  a: number;\n}\ntype Name = string;\n"; // four lines that leave no code
  const imported =
    'import { ones, grad } from "@saccade/tensor";\nimport * as autograd from "@saccade/autograd";\n';
  const cases: readonly (readonly [string, string])[] = [
    [`${types}throw new RangeError("far");`, "line 5: RangeError: far"],
    [`${types}${imported}ones([2, 3])\n  .add(ones([4]));`, "line 8: ShapeError"],
    [
      `${types}await null;\nconst f = async () => {\n  await null;\n  null!.x;\n};\nawait f();`,
      "line 8: TypeError",
    ],
    [`${types}[1].map(() => {\n  throw new Error("inside");\n});`, "line 6: Error: inside"],
    [`${types}let twice = 1;\nlet twice = 2;`, "line 6: SyntaxError"],
    [`${types}Promise.reject(new Error("alone"));\nawait new Promise(() => {});`, "line 5: Error: alone"],
    [
      `${types}setTimeout(() => {\n  throw new Error("later");\n});\nawait new Promise(() => {});`,
      "line 6: Error: later",
    ],
    [`${types}import "left-pad";`, 'line 5: Error: "left-pad" cannot be imported'],
    ['throw "a text";', "a text was thrown"],
  ];
  for (const [program, expected] of cases) {
    await follow(page, program);
    await run(page).click();
    await expect(output(page), program).toContainText(expected);
    await expect(page.locator(".playground")).toHaveAttribute("data-state", "failed");
  }
});

test("what a program prints is text, and a program that prints without end is stopped", async ({ page }) => {
  await follow(page, "console.log('<img src=x onerror=alert(1)>'); throw new Error('<b>bold</b>');");
  await run(page).click();
  await expect(output(page)).toContainText("<img src=x onerror=alert(1)>");
  await expect(output(page)).toContainText("<b>bold</b>");
  expect(await output(page).locator("*").count()).toBe(0);
  for (const endless of [
    "for (let i = 0; ; i++) console.log(i);",
    'for (;;) console.log("x".repeat(1e6));',
  ]) {
    await follow(page, endless);
    await run(page).click();
    await expect(output(page)).toContainText("Stopped: a program may print 10,000 lines");
    expect((await output(page).textContent())?.length).toBeLessThan(1_100_000);
    await expect(page.locator("iframe")).toHaveCount(0);
  }
});

test("messages of other shapes, and those of other windows, change nothing", async ({ page }) => {
  const spoofed = [
    "null",
    "1",
    "{}",
    '{ kind: "line", text: { toString: 1 } }',
    '{ kind: "failed", text: [] }',
    '{ kind: "other", text: "spoofed" }',
    "new ArrayBuffer(8)",
    "new Error('spoofed')",
  ];
  const sent = spoofed.map((data) => `postMessage(${data});`).join("\n");
  await follow(
    page,
    `${sent}\nconsole.log("first");\nawait new Promise((done) => setTimeout(done, 500));\nconsole.log("last");`,
  );
  await run(page).click();
  await expect(output(page)).toContainText("first");
  await page.evaluate(() => {
    for (const data of [
      { kind: "line", text: "spoofed" },
      { kind: "done" },
      { kind: "failed", text: "spoofed" },
    ]) {
      window.postMessage(data, "*");
      document.querySelector("iframe")?.contentWindow?.postMessage(data, "*");
    }
  });
  await expect(page.locator(".playground")).toHaveAttribute("data-state", "done");
  await expect(output(page)).toHaveText("first\nlast");
});

test("a program runs in a frame without rights, which is gone when it ends or is stopped", async ({
  page,
}) => {
  await open(page, "/playground");
  await write(page, "for (;;) {}");
  await run(page).click();
  await expect(page.locator("iframe")).toHaveCount(1);
  expect(await page.locator("iframe").getAttribute("sandbox")).toBe("allow-scripts");
  expect(await page.locator("iframe").getAttribute("allow")).toBeNull();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.locator("iframe")).toHaveCount(0);
  await run(page).click();
  await page.goto("/book/kernel-regression");
  await expect(page.locator("iframe")).toHaveCount(0);
});
