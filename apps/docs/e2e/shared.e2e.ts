// Programs that come with a link.
import { deflateRawSync } from "node:zlib";
import { expect, test } from "@saccade/e2e";
import { bring, changeHash, encode, linkTo, open, origin, output, run, write } from "./playground.ts";
import { follow } from "./site.ts";

test("a link carries a program; both languages say where it came from, wait for the reader, and lead away", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "/playground");
  await write(page, 'console.log("共享 → shared");');
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.locator(".playground-notice")).toHaveText("The link is copied.");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.evaluate(() => localStorage.clear());
  for (const [address, said] of [
    [link, "This program came with the link"],
    [link.replace("/playground", "/zh/playground"), "这个程序来自链接"],
  ] as const) {
    await open(page, address);
    await expect(origin(page)).toContainText(said);
    await expect(page.locator(".monaco-editor")).toContainText("shared");
    await expect(output(page)).toHaveText("");
    await run(page).click();
    await expect(output(page)).toHaveText("共享 → shared");
    await expect(origin(page)).toContainText(said);
    await origin(page).getByRole("button").click();
    await expect(origin(page)).toHaveCount(0);
    await expect(page.locator(".playground-file")).toHaveText("playground/first.ts");
    await expect(page.locator(".monaco-editor")).toContainText("scaledDotProductAttention");
    expect(new URL(page.url()).hash).toBe("");
  }
});

test("what the reader wrote stays, whatever a link brings, and a link that is opened ends what runs", async ({
  page,
}) => {
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

  await bring(page, "for (;;) {}");
  await run(page).click();
  await expect(page.locator("iframe")).toHaveCount(1);
  await bring(page, 'console.log("theirs");');
  await expect(origin(page)).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
  await expect(output(page)).toHaveText("");
  await run(page).click();
  await expect(output(page)).toHaveText("theirs");
});

// What else a link may hold: test/share.test.ts.
const links: readonly (readonly [link: string, said: string])[] = [
  [linkTo('console.log("theirs");').slice(0, -9), "cut or damaged"],
  [`/playground#program=${encode(deflateRawSync(new Uint8Array(2 ** 26)))}`, "larger than 100 kB"], // 64 MB, packed
];

test("a link that holds no program says so, and the playground opens; 100 kB are the most, both ways", async ({
  page,
}) => {
  await open(page, "/playground");
  for (const [link, said] of links) {
    await bring(page, "");
    await expect(origin(page)).toBeVisible();
    await changeHash(page, link);
    await expect(output(page), link.slice(0, 60)).toContainText(said);
    await expect(origin(page)).toHaveCount(0);
    await expect(page.locator(".monaco-editor")).toContainText("scaledDotProductAttention");
  }
  await bring(page, "// x\n".repeat(20_000));
  await expect(origin(page)).toBeVisible();
  await run(page).click();
  await expect(page.locator(".playground")).toHaveAttribute("data-state", "done");
  await follow(page, "/playground?file=nowhere.ts");
  await expect(output(page)).toContainText("There is no program “nowhere.ts” here.");
  await run(page).click();
  await expect(output(page)).toContainText("0.7869860529899597");
  const tooLarge = "// x\n".repeat(20_001);
  await page.evaluate(
    (text) => localStorage.setItem("saccade-playground:playground/first.ts", text),
    tooLarge,
  );
  await open(page, "/playground");
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.locator(".playground-notice")).toContainText("A link carries at most 100 kB");
});
