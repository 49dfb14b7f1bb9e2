// Programs that come with a link.
import { deflateRawSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, test } from "@saccade/e2e";
import { encode, linkTo } from "./links.ts";

const run = (page: Page) => page.locator(".program-run");
const output = (page: Page) => page.locator(".playground .program-output");
const origin = (page: Page) => page.locator(".playground-origin");

async function open(page: Page, address: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(address);
  await expect(run(page)).toBeEnabled();
}

async function write(page: Page, text: string): Promise<void> {
  await page.locator(".monaco-editor .view-lines").click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}

test("a link carries a program", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "/playground");
  await write(page, 'console.log("共享 → shared");');
  await page.getByRole("button", { name: "Copy link" }).click();
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain("/playground"); // the clipboard is written after the click
  const link = await copied();
  await page.evaluate(() => localStorage.clear());
  await open(page, link);
  await run(page).click();
  await expect(output(page)).toHaveText("共享 → shared");
});

for (const [lang, words] of [
  ["", "This program came with the link"],
  ["/zh", "这个程序来自链接"],
] as const) {
  test(`${lang}/playground says that a program came with a link, and waits for the reader`, async ({
    page,
  }) => {
    await open(page, linkTo('console.log("ran");', lang));
    await expect(origin(page)).toContainText(words);
    await expect(page.locator(".monaco-editor")).toContainText("ran");
    await expect(output(page)).toHaveText("");
    await run(page).click();
    await expect(output(page)).toHaveText("ran");
    await expect(origin(page)).toContainText(words);
    await origin(page).getByRole("button").click();
    await expect(origin(page)).toHaveCount(0);
    await expect(page.locator(".playground-file")).toHaveText("playground/first.ts");
    await expect(page.locator(".monaco-editor")).toContainText("scaledDotProductAttention");
    expect(new URL(page.url()).hash).toBe("");
  });
}

test("what the reader wrote before stays, whatever a link brings", async ({ page }) => {
  await open(page, "/playground");
  await write(page, 'console.log("mine");');
  await open(page, linkTo('console.log("theirs");'));
  await write(page, 'console.log("theirs, changed");');
  await page.getByRole("button", { name: "Undo my changes" }).click();
  await run(page).click();
  await expect(output(page)).toHaveText("theirs");
  await open(page, "/playground");
  await expect(origin(page)).toHaveCount(0);
  await run(page).click();
  await expect(output(page)).toHaveText("mine");
});

test("a link that is opened in the playground itself is one too, and ends what runs", async ({ page }) => {
  await open(page, "/playground");
  await write(page, "for (;;) {}");
  await run(page).click();
  const { hash } = new URL(linkTo('console.log("theirs");'), "http://docs.invalid");
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
  await expect(origin(page)).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
  await expect(output(page)).toHaveText("");
  await run(page).click();
  await expect(output(page)).toHaveText("theirs");
});

const damaged = "cut or damaged";
const large = "larger than 100 kB";
const links: Readonly<Record<string, readonly [string, string]>> = {
  "cut off": [linkTo('console.log("theirs");').slice(0, -9), damaged],
  empty: ["/playground#program=", damaged],
  "no base64": ["/playground#program=%F0%9F%99%82<b>", damaged],
  "no deflate": [`/playground#program=${encode(Uint8Array.of(1, 2, 3, 4, 5, 6, 7))}`, damaged],
  "no UTF-8": [`/playground#program=${encode(deflateRawSync(Uint8Array.of(0xff, 0xfe)))}`, damaged],
  "100,001 bytes": [linkTo("x".repeat(100_001)), large],
  "64 MB, packed": [`/playground#program=${encode(deflateRawSync(new Uint8Array(2 ** 26)))}`, large],
  "a million letters": [`/playground#program=${"A".repeat(1_000_000)}`, large],
  "a file that is not there": ["/playground?file=nowhere.ts", "There is no program “nowhere.ts” here."],
  "a file outside": ["/playground?file=../../package.json", "There is no program"],
};

for (const [what, [link, message]] of Object.entries(links)) {
  test(`a link that is ${what} says so, and the playground opens`, async ({ page }) => {
    await open(page, link);
    await expect(output(page)).toContainText(message);
    await expect(origin(page)).toHaveCount(0);
    await run(page).click();
    await expect(output(page)).toContainText("0.7869860529899597");
  });
}

for (const [what, program] of Object.entries({
  "20,000 lines": "// x\n".repeat(20_000),
  "one line": `// ${"x".repeat(99_997)}`,
})) {
  test(`a link carries 100 kB in ${what}`, async ({ page }) => {
    await open(page, linkTo(program));
    await expect(origin(page)).toBeVisible();
    await run(page).click();
    await expect(page.locator(".playground")).toHaveAttribute("data-state", "done");
  });
}

test("a program that is too large for a link is not copied, and the page says so", async ({ page }) => {
  await open(page, "/playground");
  const large = "// x\n".repeat(20_001);
  await page.evaluate((text) => localStorage.setItem("saccade-playground:playground/first.ts", text), large);
  await open(page, "/playground");
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.locator(".playground-notice")).toContainText("A link carries at most 100 kB");
});
