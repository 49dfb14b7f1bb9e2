import { expect, expectNoBarriers, test } from "@saccade/e2e";
import { bring, open, output, run, write } from "./playground.ts";

const types = "interface Pair {\n  a: number;\n}\ntype Name = string;\n"; // four lines that leave no code
const imported =
  'import { ones, grad } from "@saccade/tensor";\nimport * as autograd from "@saccade/autograd";\n';
const failing: readonly (readonly [program: string, said: string])[] = [
  [`${types}${imported}ones([2, 3])\n  .add(ones([4]));`, "line 8: ShapeError"],
  [
    `${types}await null;\nconst f = async () => {\n  await null;\n  null!.x;\n};\nawait f();`,
    "line 8: TypeError",
  ],
  [`${types}let twice = 1;\nlet twice = 2;`, "line 6: SyntaxError"],
  [`${types}Promise.reject(new Error("alone"));\nawait new Promise(() => {});`, "line 5: Error: alone"],
  [
    `${types}setTimeout(() => {\n  throw new Error("later");\n});\nawait new Promise(() => {});`,
    "line 6: Error: later",
  ],
  [`${types}import "left-pad";`, 'line 5: Error: "left-pad" cannot be imported'],
  ['throw "a text";', "a text was thrown"],
  ["const = 1;", "line 1, column 7"],
];

test("a reader writes a program: types, completion, Ctrl Enter; it is kept over a reload, and can be undone", async ({
  page,
}) => {
  await open(page, "/playground");
  await expect(page.getByRole("button", { name: "Check", exact: true })).toHaveCount(0);
  await page.locator(".monaco-editor .view-lines").click();
  await page.keyboard.press("Control+Enter");
  await expect(output(page)).toContainText("0.7869860529899597");
  await write(page, 'import { tensor } from "@saccade/tensor";\ntensor([1]).softm');
  await page.keyboard.press("ControlOrMeta+Space");
  await expect(page.locator(".suggest-widget .monaco-list-row").first()).toContainText("softmax");
  await write(page, 'import { tensor } from "@saccade/tensor";\nconst n: number = tensor([1]);');
  await expect(page.locator(".squiggly-error").first()).toBeVisible();
  await write(page, 'console.log("mine");');
  await open(page, "/playground");
  await expect(page.locator(".playground-notice")).toHaveText("Your last changes to this program are back.");
  await run(page).click();
  await expect(output(page)).toHaveText("mine");
  await page.getByRole("button", { name: "Undo my changes" }).click();
  await run(page).click();
  await expect(output(page)).toContainText("weights");
});

for (const [lang, show, hide, heading] of [
  ["", "Show solution", "Hide solution", "Solution"],
  ["/zh", "查看解答", "收起解答", "解答"],
] as const)
  test(`an exercise has its solution: ${lang}/`, async ({ page }) => {
    await open(page, `${lang}/playground?file=exercises/row-shares.ts`);
    const shows = page.getByRole("button", { name: show });
    await expect(shows).toHaveAttribute("aria-expanded", "false");
    await shows.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: heading, exact: true })).toBeFocused();
    await expect(page.locator(".playground-solution")).toContainText("keepdim: true");
    await expectNoBarriers(page);
    await page.getByRole("button", { name: hide }).click();
    await expect(page.locator(".playground-solution")).toHaveCount(0);
    await open(page, `${lang}/playground`);
    await expect(shows).toHaveCount(0);
  });

test("an error names the line of the source, wherever it was thrown; an output is text, and has an end", async ({
  page,
}) => {
  await open(page, "/playground");
  const ends = async (program: string): Promise<void> => {
    await bring(page, program);
    await run(page).click();
    await expect(page.locator(".playground"), program).toHaveAttribute("data-state", "failed");
    await expect(page.locator("iframe")).toHaveCount(0);
  };
  for (const [program, said] of failing) {
    await ends(program);
    await expect(output(page), program).toContainText(said);
  }
  await ends('throw new Error("x".repeat(1e8));');
  expect((await output(page).textContent())?.length).toBeLessThan(11_000);
  await ends("console.log('<img src=x onerror=alert(1)>'); throw new Error('<b>bold</b>');");
  await expect(output(page)).toContainText("<img src=x onerror=alert(1)>");
  await expect(output(page)).toContainText("<b>bold</b>");
  expect(await output(page).locator("*").count()).toBe(0);
  await ends('for (;;) console.log("x".repeat(1e6));');
  await expect(output(page)).toContainText("Stopped: a program may print 10,000 lines");
  expect((await output(page).textContent())?.length).toBeLessThan(1_100_000);
});

test("a program runs in a frame without rights, gone when it ends, is stopped or left; nobody else's messages count", async ({
  page,
}) => {
  await open(page, "/playground");
  await bring(page, "for (;;) {}");
  await run(page).click();
  const frame = page.locator("iframe");
  await expect(frame).toHaveCount(1);
  expect(await frame.getAttribute("sandbox")).toBe("allow-scripts");
  expect(await frame.getAttribute("allow")).toBeNull();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(frame).toHaveCount(0);

  // Messages of other shapes: test/messages.test.ts.
  const spoofed = ["null", '{ kind: "other", text: "spoofed" }'].map((data) => `postMessage(${data});`);
  await bring(
    page,
    `${spoofed.join("\n")}\nconsole.log("first");\nawait new Promise((done) => setTimeout(done, 500));\nconsole.log("last");`,
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
  await run(page).click();
  await expect(frame).toHaveCount(1);
  await page.goto("/book/kernel-regression");
  await expect(frame).toHaveCount(0);
});
