import { readFile } from "node:fs/promises";
import { expect, test } from "@saccade/e2e";
import { button, openTranslator, said, sentenceField, status, stepsDone } from "./translator-page.ts";

test.beforeEach(async ({ page }) => {
  await openTranslator(page);
  await page.getByText("Your own pairs, and checkpoints").click();
});

test("a checkpoint goes out and comes back; other files are refused, and nothing changes", {
  tag: "@plain",
}, async ({ page }) => {
  const download = page.waitForEvent("download");
  await button(page, "Download checkpoint").click();
  const path = await (await download).path();
  const bytes = await readFile(path);

  await button(page, "Start").click();
  await expect.poll(() => stepsDone(page)).toBeGreaterThan(2);
  await button(page, "Pause").click();
  await expect(status(page)).toContainText("Paused");
  const steps = await stepsDone(page);
  const open = page.locator('input[type="file"][accept=".safetensors"]');
  const problem = page.locator("main .problem");
  const files = [
    { name: "noise.safetensors", buffer: Buffer.from("this is no checkpoint at all") },
    { name: "cut.safetensors", buffer: bytes.subarray(0, bytes.length / 2) },
    { name: "foreign.safetensors", buffer: foreignSafetensors() },
  ];
  for (const { name, buffer } of files) {
    await open.setInputFiles({ name, mimeType: "application/octet-stream", buffer });
    await expect(problem).toContainText(`${name} was not opened; nothing has changed.`);
    expect(await stepsDone(page)).toBe(steps);
  }
  await open.setInputFiles({ name: "mine.safetensors", mimeType: "application/octet-stream", buffer: bytes });
  await expect(page.locator(".drop [role=status]")).toContainText("Opened mine.safetensors: 14 epochs.");
  await expect(problem).toHaveCount(0);
  await expect(status(page)).toContainText("epoch 14 of 28");
  await expect.poll(() => said(page)).toBe("ces petits oiseaux noirs ont mangé ces pommes .");
});

test("learns the reader's own pairs, and says where a file of them is wrong", async ({ page }) => {
  const open = page.locator('input[type="file"][accept^=".txt"]');
  const problem = page.locator("main .problem");
  const lines = Array.from({ length: 40 }, (_, i) => `word${i % 4} here .\tmot${i % 4} ici .`);
  await open.setInputFiles({
    name: "bad.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("no tab in here\n"),
  });
  await expect(problem).toContainText("bad.txt was not opened; nothing has changed.");
  await expect(problem).toContainText("bad.txt:1: no tab");
  await open.setInputFiles({
    name: "mine.txt",
    mimeType: "text/plain",
    buffer: Buffer.from(lines.join("\n")),
  });
  await expect(page.locator(".drop .done")).toContainText("Opened mine.txt: 40 pairs; 0 are held out");
  await expect(page.locator(".held-out")).toContainText("Too few different sentences");
  await button(page, "Start").click();
  await sentenceField(page).fill("word2 here .");
  await expect.poll(() => said(page), { timeout: 60_000 }).toBe("mot2 ici .");
  await page.keyboard.press("Escape");
  await button(page, "Copy link to this run").click();
  await expect(page.locator(".save-film .problem")).toContainText("your own pairs, which a link cannot hold");
});

test("a file with too many pairs says how many are used and whose they are; Chinese is cut into words", async ({
  page,
}) => {
  const lines = Array.from(
    { length: 6001 },
    (_, i) =>
      `we like tea ${i % 30} .\t我们喜欢喝茶${i % 30}。\tCC-BY 2.0 (France) Attribution: tatoeba.org #${i} (CM)`,
  );
  await page.locator('input[type="file"][accept^=".txt"]').setInputFiles({
    name: "long.txt",
    mimeType: "text/plain",
    buffer: Buffer.from(lines.join("\n")),
  });
  const done = page.locator(".drop .done");
  await expect(done).toContainText("5,000 of 6,001 pairs, drawn from the whole file", { timeout: 30_000 });
  const heldOut = Number(/; (\d+) are held out/.exec((await done.textContent()) ?? "")?.[1]);
  expect(heldOut).toBeGreaterThan(450); // 3 of 30 sentences, a tenth of what was drawn
  expect(heldOut).toBeLessThan(550);
  const credit = page.locator(".drop .credit");
  await expect(credit).toHaveText("Sentences: CC-BY 2.0 (France) Attribution: tatoeba.org");
  const targetWords = Number(/and (\d+) tokens/.exec((await done.textContent()) ?? "")?.[1]);
  expect(targetWords).toBeGreaterThan(31); // 4 special tokens and 27 whole sentences, if they were not cut
  expect(await said(page)).not.toContain("<pad>");
});

test("opens a dropped file like a chosen one", async ({ page }) => {
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(["not a checkpoint"], "dropped.safetensors"));
    return data;
  });
  await page.locator(".drop").dispatchEvent("drop", { dataTransfer: transfer });
  await expect(page.locator("main .problem")).toContainText("dropped.safetensors was not opened");
});

/** A safetensors file of other software: one tensor, no run. */
function foreignSafetensors(): Buffer {
  const header = JSON.stringify({ weight: { dtype: "F32", shape: [1], data_offsets: [0, 4] } });
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, Buffer.from(header), Buffer.alloc(4)]);
}
