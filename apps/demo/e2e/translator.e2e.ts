import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { type AlignedPair, grammarSplit } from "@saccade/datasets";
import { expect, longestBlock, test } from "@saccade/e2e";
import { examples } from "../src/pages/translator/examples.ts";
import { grammarPairs } from "../src/pages/translator/network-sizes.ts";

const status = (page: Page): Locator => page.locator("p.status");
const said = async (page: Page): Promise<string> =>
  (await page.locator(".said .word").allTextContents()).join(" ");
const button = (page: Page, name: string | RegExp): Locator => page.getByRole("button", { name });
const stepsDone = async (page: Page): Promise<number> =>
  Number(/step (\d+)/.exec((await status(page).textContent()) ?? "")?.[1]);

test.beforeEach(async ({ page }) => {
  await page.goto("./#/translator");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Translator");
});

test("opens on a translation and its alignment", async ({ page }) => {
  expect(await said(page)).toBe("ces petits oiseaux noirs ont mangé ces pommes . <eos>");
  await expect(page.locator(".alignment tbody tr")).toHaveCount(10);
  for (const row of await page.locator(".alignment tbody tr").all()) {
    const weights = (await row.locator("td").allTextContents()).map(Number);
    expect(weights.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 0);
  }
});

test("pointing at a word shows its attention weights and alternative words", async ({ page }) => {
  await page.locator(".said .word").nth(2).hover();
  await expect(page.locator(".exchange [role=status]")).toContainText("“oiseaux” attends to birds");
  await expect(page.locator(".place")).toContainText("Word 3 of 10");
  await expect(page.locator(".candidates li")).toHaveCount(5);
  await button(page, "Previous word").click();
  await expect(page.locator(".place")).toContainText("Word 2 of 10");
  const other = page.locator(".candidates button").nth(1);
  const word = await other.locator("span").first().textContent();
  await other.click();
  await expect(page.locator(".said .word").nth(1)).toHaveText(word ?? "");
  await button(page, "Restore its own translation").click();
  await expect.poll(() => said(page)).toBe("ces petits oiseaux noirs ont mangé ces pommes . <eos>");
});

test("each content word of the example sentences has at least half of its weight on what it translates", async ({
  page,
}) => {
  const gold = goldOfExamples();
  const buttons = page.locator(".examples button");
  await expect(buttons).toHaveCount(gold.length);
  for (const [i, { source, target, sure, content }] of gold.entries()) {
    await buttons.nth(i).click();
    await expect.poll(() => said(page)).toBe(`${target.join(" ")} <eos>`);
    const rows = await page.locator(".alignment tbody tr").all();
    const weights = await Promise.all(rows.map((row) => row.locator("td").allTextContents()));
    const own = sure
      .filter(([t]) => content[t])
      .map(([t, s]) => [target[t], Number(weights[t]?.[s])] as const);
    console.log(`${source.join(" ")}: ${own.map((pair) => pair.join(" ")).join(", ")}`);
    expect(own.length).toBeGreaterThan(2);
    for (const [word, weight] of own) expect([word, weight >= 0.5]).toEqual([word, true]);
  }
});

test("translates the reader's sentence, and marks words it does not know", async ({ page }) => {
  await page.getByLabel("English sentence").fill("She is ZEBRA.");
  await expect(page.locator(".read .unknown")).toHaveText("zebra");
  await expect(page.locator(".sentence [role=status]")).toContainText("zebra");
  await expect(page).toHaveURL(/s=She/);
  await page.reload();
  await expect(page.locator(".read .unknown")).toHaveText("zebra");
});

test("handles a very long sentence, an empty one, and markup", async ({ page }) => {
  const sentence = page.getByLabel("English sentence");
  await sentence.fill("word ".repeat(20_000));
  await expect(page.locator(".sentence [role=status]")).toContainText("first 200 characters");
  await sentence.fill("   ");
  await expect(page.locator(".sentence [role=status]")).toContainText("Enter a word or two");
  await expect(page.locator(".said .word")).toHaveCount(0); // nothing is left of the sentence before
  await expect(page.locator(".alignment tbody tr")).toHaveCount(0);
  await sentence.fill("<img src=x onerror=alert(1)> is here .");
  await expect(page.locator(".read")).toContainText("<img");
  await expect(page.locator("main img")).toHaveCount(0);
});

test("trains from scratch to a correct translation, pauses, and resumes after a reload", async ({ page }) => {
  test.setTimeout(240_000);
  await page.getByText("5", { exact: true }).click();
  await button(page, "Start from scratch").click();
  await expect(status(page)).toContainText(/epoch [1-4] of 5/, { timeout: 60_000 });
  await button(page, "Pause").click();
  await expect(status(page)).toContainText("Paused");
  const before = await stepsDone(page);
  await button(page, "One step").click();
  await expect.poll(() => stepsDone(page)).toBe(before + 1);
  await expect.poll(() => keptSteps(page)).toBe(before + 1);

  await page.reload();
  await button(page, "Resume this run").click();
  const held = await longestBlock(page, async () => {
    await expect.poll(() => stepsDone(page)).toBeGreaterThan(before + 30);
  });
  console.log(`translator: the page was held up ${held.toFixed(0)} ms at most while training`);
  await expect(status(page)).toContainText("Trained", { timeout: 180_000 });
  await expect(status(page)).toContainText("epoch 5 of 5");
  await page.getByLabel("English sentence").fill("She isn't in the garden.");
  await expect.poll(() => said(page)).toBe("elle n' est pas dans le jardin . <eos>");
});

test("a checkpoint goes out and comes back; other files are refused, and nothing changes", async ({
  page,
}) => {
  const download = page.waitForEvent("download");
  await button(page, "Download checkpoint").click();
  const path = await (await download).path();
  const bytes = await readFile(path);

  await button(page, "Start from scratch").click();
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
  await expect.poll(() => said(page)).toBe("ces petits oiseaux noirs ont mangé ces pommes . <eos>");
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
  await expect(page.locator(".drop .done")).toContainText("Opened mine.txt: 40 pairs;");
  await button(page, "Start from scratch").click();
  await page.getByLabel("English sentence").fill("word2 here .");
  await expect.poll(() => said(page), { timeout: 60_000 }).toBe("mot2 ici . <eos>");
});

test("a file with too many pairs says how many are used; Chinese is cut into words", async ({ page }) => {
  const lines = Array.from({ length: 6001 }, (_, i) => `we like tea ${i % 3} .\t我们喜欢喝茶${i % 3}。`);
  await page.locator('input[type="file"][accept^=".txt"]').setInputFiles({
    name: "long.txt",
    mimeType: "text/plain",
    buffer: Buffer.from(lines.join("\n")),
  });
  const done = page.locator(".drop .done");
  await expect(done).toContainText("the first 5,000 of 6,001 pairs", { timeout: 30_000 });
  const targetWords = Number(/tokens|and (\d+)/.exec((await done.textContent()) ?? "")?.[1]);
  expect(targetWords).toBeGreaterThan(7); // 4 special tokens, and more words than the three whole sentences
  for (const word of await page.locator(".said .word").allTextContents()) expect(word).not.toBe("<pad>");
});

test("pauses when the reader goes to another page, says so, and goes on at the return", async ({ page }) => {
  await button(page, "Start from scratch").click();
  await expect(status(page)).toContainText("Training:");
  await expect.poll(() => stepsDone(page)).toBeGreaterThan(2);
  const before = await stepsDone(page);
  await page.getByRole("navigation").getByRole("link", { name: "Scoring and masks" }).click();
  await expect(page.getByText("Training is paused while you are on another page.")).toBeVisible();
  await page.getByRole("navigation").getByRole("link", { name: "Translator" }).click();
  await expect(page.getByText("Training is paused while you are on another page.")).toHaveCount(0);
  await expect(status(page)).toContainText("Training:");
  await expect.poll(() => stepsDone(page)).toBeGreaterThan(before);
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

test("reports that the browser cannot save, and training continues", async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("storage is full", "QuotaExceededError");
    };
  });
  await page.reload();
  await button(page, "Start from scratch").click();
  await expect.poll(() => stepsDone(page)).toBeGreaterThan(2);
  await button(page, "Pause").click();
  await expect(page.locator("main .problem")).toContainText("could not save the run (storage is full)");
  await button(page, "Continue").click();
  await expect(status(page)).toContainText("Training");
});

/** The example sentences with their gold alignments: held out from the pairs that the page's weights were trained on. */
function goldOfExamples(): AlignedPair[] {
  const { test: held } = grammarSplit({
    ...{ languages: "en-fr", train: grammarPairs, validation: 0, test: 1000, seed: 0 },
  });
  return examples.map((example) => {
    const found = held.find(({ source }) => source.join(" ").replace(/ 's /g, "'s ") === example);
    if (found === undefined) throw new Error(`"${example}" is not held out`);
    return found;
  });
}

async function keptSteps(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open("keyval-store");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction("keyval").objectStore("keyval").getAll();
          all.onsuccess = () => resolve(Math.max(0, ...all.result.map((run: { step: number }) => run.step)));
        };
      }),
  );
}

/** A safetensors file of other software: one tensor, no run. */
function foreignSafetensors(): Buffer {
  const header = JSON.stringify({ weight: { dtype: "F32", shape: [1], data_offsets: [0, 4] } });
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, Buffer.from(header), Buffer.alloc(4)]);
}
