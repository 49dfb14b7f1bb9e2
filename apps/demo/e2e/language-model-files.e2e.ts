import { existsSync, readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, expectNoBarriers, expectNoOverflow, test } from "@saccade/e2e";
import { Bert, type GPT } from "@saccade/models";
import { loadPretrained } from "@saccade/pretrained";
import { type Tensor, tensor } from "@saccade/tensor";
import {
  filesOf,
  jsonBytes,
  pieces,
  type Shape,
  sharded,
  tinyCheckpoint,
  wordPieceBert,
} from "../test/language-model/fixtures.ts";

type Files = Readonly<Record<string, Uint8Array<ArrayBuffer>>>;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const stage = (page: Page) => page.locator(".stage.opened");
const problem = (page: Page) => page.locator(".drop [role=alert] .problem");

async function choose(page: Page, files: Files): Promise<void> {
  const given = Object.entries(files).map(([name, bytes]) => ({
    name,
    mimeType: "application/octet-stream",
    buffer: Buffer.from(bytes),
  }));
  await page.locator("input[type=file]").setInputFiles(given);
}

/** A checkpoint that others made, where there is one; else the test's own. */
function checkpoint(shape: Shape): Files {
  const at = (end: string): URL => new URL(`../../../../shared/models/${shape}.${end}`, import.meta.url);
  if (!existsSync(at("safetensors"))) return tinyCheckpoint(shape);
  const read = (end: string): Uint8Array<ArrayBuffer> => Uint8Array.from(readFileSync(at(end)));
  return { "config.json": read("config.json"), "model.safetensors": read("safetensors") };
}

function vocabSizeOf(files: Files): number {
  const config: { vocab_size: number } = JSON.parse(new TextDecoder().decode(files["config.json"]));
  return config.vocab_size;
}

/** The library's result for a text of token ids: weights of every head, and a probability for each token. */
async function expected(files: Files, ids: readonly number[], mask: number | null) {
  const { model } = await loadPretrained(filesOf(files), { tokenizer: false });
  const shown = mask === null ? ids : ids.with(-1, mask);
  const input = tensor([[...shown]], { dtype: "int32" });
  if (model instanceof Bert) {
    const { lastHiddenState, weights } = model.forward(input, { needWeights: true });
    const scores = lastHiddenState.matmul(model.embedding.weight.transpose(0, 1));
    return { weights, shares: shares(scores, ids.length - 1) };
  }
  const gpt: GPT = model;
  const { output, weights } = gpt.forward(input, { needWeights: true });
  return { weights, shares: shares(output, ids.length - 1) };
}

function shares(scores: Tensor, at: number): number[] {
  return Array.from(scores.select(0, 0).select(0, at).softmax(-1).dataSync());
}

test.beforeEach(async ({ page }) => {
  await page.goto("./#/language-model?model=files&p=1");
  await expect(page.locator(".invitation")).toBeVisible();
});

for (const shape of ["gpt2", "llama", "bert"] as const) {
  test(`opens a checkpoint of ${shape}'s shape: its tokens, its heads and its guesses are the library's`, async ({
    page,
  }) => {
    const { "tokenizer.json": _, ...files } = checkpoint(shape);
    await choose(page, files);
    await expect(stage(page)).toHaveAttribute("data-model", shape);
    await expect(page.locator(".facts .note").first()).toContainText("tokenizer.json is missing");
    const ids = [5, 9, 2, 7];
    await page.getByLabel(shape === "bert" ? "Text" : "Text so far", { exact: true }).fill(ids.join(" "));
    const mask = shape === "bert" ? 3 : null;
    if (mask !== null) {
      await expect(page.locator(".mask-choice")).toContainText("do not say which token is the mask");
      await expect(page.locator(".bar-row")).toHaveCount(0);
      await page.getByLabel("Token id of the mask").fill("99");
      await page.keyboard.press("Tab");
      await expect(page.locator(".mask-choice [role=alert]")).toContainText(
        `from 0 to ${vocabSizeOf(files) - 1}.`,
      );
      await page.getByLabel("Token id of the mask").fill(String(mask));
      await page.keyboard.press("Tab");
      await expect(page.locator(".mask-choice [role=alert]")).toHaveCount(0);
    }
    const { weights, shares } = await expected(files, ids, mask);
    const best = shares.indexOf(Math.max(...shares));
    const row = page.locator(".bar-row").first();
    await expect(row.locator(".token")).toHaveText(String(best));
    await expect(row.locator(".share")).toHaveText(`${(100 * shares[best]!).toFixed(1)} %`);
    await page.locator(".heads").scrollIntoViewIfNeeded();
    const heads = weights[0]!.shape[1]!;
    await expect(page.locator(".heads .layer button")).toHaveCount(weights.length * heads);
    await expect(page.locator(".head-line .word")).toHaveCount(ids.length);
    for (const [layer, head] of [
      [0, 1],
      [1, 3],
    ] as const) {
      await button(page, `Layer ${layer + 1}, head ${head + 1}`).click();
      await expect(page.locator(".head-line figcaption")).toContainText(
        `Layer ${layer + 1}, head ${head + 1}`,
      );
      const map = page.locator(".head-large .head-map");
      await map.focus();
      const of = (query: number, key: number): number =>
        weights[layer]!.select(0, 0).select(0, head).select(0, query).select(0, key).item();
      await page.keyboard.press("End"); // the last weight
      await expect(page.locator(".head-large [role=status]")).toContainText(of(3, 3).toFixed(4));
      await page.keyboard.press("ArrowUp");
      await expect(page.locator(".head-large [role=status]")).toContainText(of(2, 3).toFixed(4));
      await page.keyboard.press("ArrowLeft");
      await expect(page.locator(".head-large [role=status]")).toContainText(of(2, 2).toFixed(4));
      await page.keyboard.press("ArrowLeft");
      await expect(page.locator(".head-large [role=status]")).toContainText(of(2, 1).toFixed(4));
    }
  });
}

test("reads words with tokenizer.json, which is fetched then only, and writes with the cache", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await choose(page, tinyCheckpoint("gpt2"));
  await expect(stage(page)).toHaveAttribute("data-model", "gpt2");
  expect(asked.filter((url) => /tokenizers-/.test(url)).length).toBeLessThanOrEqual(1);
  await page.getByLabel("Text so far").fill("abc d");
  await expect(page.locator(".cache figcaption")).toContainText("5 of 32 places filled");
  await button(page, "Draw one").click();
  await expect(page.locator(".cache figcaption")).toContainText("1 token computed, 5 from the cache");
  await expect(page.locator(".cache figcaption")).toContainText(/Measured here: [\d.]+ ms a token/);
  await expect(page.locator(".cache figcaption")).toContainText("6 of 32 places filled");
  // The same seed draws the same tokens.
  const text = page.getByLabel("Text so far");
  const drawn = await text.inputValue();
  await button(page, "Back to the start").click();
  await button(page, "Draw one").click();
  await expect(text).toHaveValue(drawn);
});

test("BERT guesses the token that is pressed", async ({ page }) => {
  await choose(page, tinyCheckpoint("bert"));
  await page.getByLabel("Text", { exact: true }).fill("abcd");
  await button(page, "Mask b").click();
  await expect(page.locator(".chips [aria-pressed=true]")).toHaveText("[MASK]");
  await expect(page.locator(".chips")).toHaveText("[CLS]a[MASK]cd[SEP]");
  await expect(page.locator(".hidden-token")).toContainText("Hidden: b, to which the model gives");
  await expectNoBarriers(page);
  await expect(page.locator(".bar-row")).toHaveCount(10);
});

test("a BERT with WordPiece and a head for masked tokens fills [MASK], shows every head, and says what it cannot read", async ({
  page,
}) => {
  const files = wordPieceBert();
  await choose(page, files);
  await expect(stage(page)).toHaveAttribute("data-model", "bert");
  await expect(page.locator(".lead")).toContainText("BERT gives every token a probability");
  await expect(page.locator(".facts .note")).toHaveCount(0); // it has a head and a tokenizer
  const text = page.getByLabel("Text", { exact: true });
  await expect(text).toHaveValue("The capital of France is [MASK].");
  await expect(page.locator(".chips")).toHaveText("[CLS]thecapitaloffranceis[MASK].[SEP]");

  // The shares of the guesses are those of the library's own head.
  const { model } = await loadPretrained(filesOf(files), { tokenizer: false });
  if (!(model instanceof Bert)) throw new Error("no BERT");
  const ids = ["[CLS]", "the", "capital", "of", "france", "is", "[MASK]", ".", "[SEP]"].map((t) =>
    pieces.indexOf(t),
  );
  const { lastHiddenState, weights } = model.forward(tensor([ids], { dtype: "int32" }), {
    needWeights: true,
  });
  const scores = shares(model.logits(lastHiddenState), 6);
  const best = scores.indexOf(Math.max(...scores));
  const row = page.locator(".bar-row").first();
  await expect(row.locator(".token")).toHaveText(pieces[best]!);
  await expect(row.locator(".share")).toHaveText(`${(100 * scores[best]!).toFixed(1)} %`);

  // Every head, and the row of the masked token before anything is pointed at.
  await page.locator(".heads").scrollIntoViewIfNeeded();
  await expect(page.locator(".heads .layer button")).toHaveCount(8);
  await expect(page.locator(".head-line figcaption")).toHaveText("Layer 1, head 1: “[MASK]” attends to");
  const first = weights[0]!.select(0, 0).select(0, 0).select(0, 6).select(0, 0).item();
  await expect(page.locator(".head-line .word").first()).toHaveAttribute(
    "title",
    `${(100 * first).toFixed(1)} %`,
  );

  // A guess is put in, and the words around stay as they were typed.
  await row.click();
  const guess = pieces[best]!;
  await expect(text).toHaveValue(`The capital of France is ${guess}.`);
  await text.fill("Rome is unaffable, zebra Paris");
  await expect(page.locator(".chips")).toContainText("romeisun##aff##able");
  await expect(page.locator(".masking .notes")).toContainText(
    "The model has no token for “unaffable,”, “zebra”: read as [UNK].",
  );
  await button(page, "Mask ##able").click();
  await expect(page.locator(".hidden-token")).toContainText("Hidden: ##able, to which the model gives");

  // Too long for the model: what is read keeps its end.
  await text.fill("the capital of france is paris. ".repeat(9));
  await expect(page.locator(".masking .notes")).toContainText(
    "At most 40 tokens are read; the last 25 are not.",
  );
  await expect(page.locator(".chips button")).toHaveCount(40);
  await expect(page.locator(".chips button").last()).toHaveText("[SEP]");
  await expect(page.locator(".chips [aria-pressed=true]")).toBeInViewport();
  await text.fill("a".repeat(20_003));
  await expect(page.locator(".masking .notes")).toContainText(
    "The box takes 20,000 characters; the last 3 were left out.",
  );
});

for (const width of [1280, 375]) {
  test(`a long text has no barriers, and the page stays below four screens: ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: width === 1280 ? 800 : 812 });
    await choose(page, wordPieceBert());
    await page.getByLabel("Text", { exact: true }).fill("unaffable ".repeat(40));
    await expect(page.locator(".chips button")).toHaveCount(40);
    await page.locator(".heads").scrollIntoViewIfNeeded();
    await expect(page.locator(".head-line .word")).toHaveCount(40);
    await expectNoOverflow(page);
    await expectNoBarriers(page);
    const screens = await page.evaluate(() => document.documentElement.scrollHeight / window.innerHeight);
    expect(screens).toBeLessThan(4);
  });
}

test("a bad file is named with the rule and the fix, and the model before stays usable", async ({ page }) => {
  const good = tinyCheckpoint("gpt2");
  const weights = good["model.safetensors"]!;
  const { "model.safetensors": _, ...rest } = good;
  const shards = sharded(weights);
  const { "model-00002-of-00002.safetensors": second, ...first } = shards;
  await choose(page, good);
  await page.getByLabel("Text so far").fill("ab");
  const cases: readonly (readonly [Files, string, string])[] = [
    [
      { ...good, "model.safetensors": weights.slice(0, 3000) },
      "model.safetensors is cut short or damaged. Copy or download it again.",
      "reach past the data",
    ],
    [
      { ...good, "config.json": jsonBytes({ model_type: "t5" }) },
      "config.json names an architecture that is not supported. Choose a model of GPT-2",
      'model_type is "t5"',
    ],
    [
      { ...good, "tokenizer.json": jsonBytes({ model: { type: "Magic" } }) },
      "tokenizer.json cannot be used. Choose the one that was saved with the model, or leave it out",
      'of kind "Magic"',
    ],
    [
      { ...tinyCheckpoint("llama"), "model.safetensors": weights },
      "The weights do not fit config.json. Choose the config.json that was saved with them.",
      "missing (",
    ],
    [rest, "The weights are missing. Choose model.safetensors", "model.safetensors is missing"],
    [
      { ...rest, ...first },
      "The shard model-00002-of-00002.safetensors is missing. Add it",
      "model-00002-of-00002.safetensors",
    ],
  ];
  for (const [files, message, detail] of cases) {
    await choose(page, files);
    await expect(problem(page)).toContainText(message);
    await expect(problem(page)).toContainText("The model before stays open.");
    await expect(page.locator(".drop pre")).toContainText(detail);
    await button(page, "Draw one").click();
    await expect(page.getByLabel("Text so far")).toHaveValue(/^ab.$|^ab$/);
    await expect(page.locator(".cache figcaption")).toContainText("1 token computed");
    await button(page, "Back to the start").click();
  }
  // The shard that was missing, added alone.
  await choose(page, { "model-00002-of-00002.safetensors": second! });
  await expect(problem(page)).toHaveCount(0);
  await expect(page.getByLabel("Text so far")).toHaveValue("The capital of France is");
});

test("says what a large model takes before it is loaded, in both formats", async ({ page }) => {
  const header = JSON.stringify({
    "wte.weight": { dtype: "F32", shape: [5000, 4000], data_offsets: [0, 80_000_000] },
  });
  await page.evaluate((text) => {
    // Too large for the test's own channel: the file is made in the page.
    const head = new Uint8Array(8);
    new DataView(head.buffer).setUint32(0, text.length, true);
    const files = new DataTransfer();
    files.items.add(new File([head, text, new Uint8Array(80_000_000)], "model.safetensors"));
    files.items.add(new File(['{"model_type":"gpt2"}'], "config.json"));
    document
      .querySelector(".drop")
      ?.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
  }, header);
  await expect(page.locator(".arriving")).toContainText(
    "20,000,000 numbers take 80.0 MB of memory as float32, or 40.0 MB as bfloat16.",
  );
  await page.getByRole("radio", { name: "bfloat16" }).check({ force: true });
  await expect(button(page, "Load, 40.0 MB")).toBeVisible();
  await button(page, "Cancel").click();
  await expect(page.locator(".arriving")).toHaveCount(0);
});

for (const lang of ["en", "zh"]) {
  for (const width of [1280, 375]) {
    test(`the opened model fits and has no barriers: ${lang}, ${width}`, async ({ page }) => {
      await page.setViewportSize({ width, height: width === 1280 ? 800 : 812 });
      await page.goto(`./?lang=${lang}#/language-model?model=files`);
      await expect(page.locator(".invitation")).toBeVisible();
      await expectNoOverflow(page);
      await choose(page, tinyCheckpoint("llama"));
      await expect(stage(page)).toBeVisible();
      await expect(page.locator(".bar-row")).toHaveCount(10);
      await page.locator(".heads").scrollIntoViewIfNeeded();
      await expect(page.locator(".head-large svg")).toBeVisible();
      await expectNoOverflow(page);
      await expectNoBarriers(page);
      const screens = await page.evaluate(() => document.documentElement.scrollHeight / window.innerHeight);
      expect(screens).toBeLessThan(4);
    });
  }
}
