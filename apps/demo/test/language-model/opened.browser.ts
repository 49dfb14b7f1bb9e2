import { Bert, GPT } from "@saccade/models";
import { loadPretrained } from "@saccade/pretrained";
import { type Tensor, tensor } from "@saccade/tensor";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  all,
  button,
  css,
  expectCount,
  expectNoBarriers,
  expectNoOverflow,
  field,
  focus,
  media,
  open,
  press,
  screens,
  scrollTo,
  text,
  texts,
  windowOf,
} from "../shown.ts";
import { choose, type Files, stage } from "./choose.ts";
import { filesOf, jsonBytes, pieces, sharded, tinyCheckpoint, wordPieceBert } from "./fixtures.ts";

const textField = field(/^Text$/);
const soFar = page.getByLabelText("Text so far");
const cache = css(".cache figcaption");
const notes = css(".masking .notes");

const shares = (scores: Tensor, at: number): number[] =>
  Array.from(scores.select(0, 0).select(0, at).softmax(-1).dataSync());
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

beforeEach(async () => {
  await open("#/language-model?model=files&p=1");
  await expect.element(css(".invitation")).toBeVisible();
});

test.each(["gpt2", "llama"] as const)(
  "opens a checkpoint of %s's shape, whose text is token ids",
  async (shape) => {
    const { "tokenizer.json": _, ...files } = tinyCheckpoint(shape);
    await choose(files);
    await expect.element(stage).toHaveAttribute("data-model", shape);
    await expect.element(css(".facts .note").first()).toHaveTextContent("tokenizer.json is missing");
    const ids = [5, 9, 2, 7];
    await soFar.fill(ids.join(" "));
    const { model } = await loadPretrained(filesOf(files), { tokenizer: false });
    if (!(model instanceof GPT)) throw new Error("no GPT");
    const { output, weights } = model.forward(tensor([ids], { dtype: "int32" }), { needWeights: true });
    const likeliest = shares(output, 3);
    const best = likeliest.indexOf(Math.max(...likeliest));
    await expect.poll(() => text(".bar-row .token")).toBe(String(best));
    await expect.poll(() => text(".bar-row .share")).toBe(percent(likeliest[best]!));
    await scrollTo(".heads");
    await expectCount(".heads .layer button", 8);
    await button("L1H3").click();
    await focus(css(".head-large .head-map"));
    await press("{End}{ArrowUp}{ArrowLeft}");
    const weight = weights[1]!.select(0, 0).select(0, 3).select(0, 2).select(0, 2).item();
    await expect.element(css(".head-large [role=status]")).toHaveTextContent(weight.toFixed(4));
  },
);

test("reads words with tokenizer.json, and writes with the cache", async () => {
  await choose(tinyCheckpoint("gpt2"));
  await expect.element(stage).toHaveAttribute("data-model", "gpt2");
  await soFar.fill("abc d");
  await expect.element(cache).toHaveTextContent("5 of 32 places filled");
  await button("Draw one").click();
  await expect.element(cache).toHaveTextContent("1 token computed, 5 from the cache");
  await expect.element(cache).toHaveTextContent(/Measured here: [\d.]+ ms a token/);
  await expect.element(cache).toHaveTextContent("6 of 32 places filled");
  // The same seed draws the same tokens.
  const drawn = (soFar.element() as HTMLTextAreaElement).value;
  await button("Back to the start").click();
  await button("Draw one").click();
  await expect.element(soFar).toHaveValue(drawn);
});

test("BERT guesses the token that is pressed", async () => {
  await choose(tinyCheckpoint("bert"));
  await textField.fill("abcd");
  await expect.poll(() => text(".masking .chips")).toBe("[CLS]abc[MASK][SEP]");
  await button("Mask b").click();
  await expect.poll(() => text(".masking .chips")).toBe("[CLS]a[MASK]cd[SEP]");
  await expect.element(css(".hidden-token")).toHaveTextContent("Hidden: b, to which the model gives");
  await expectCount(".bar-row", 10);
  await expectNoBarriers("serious");
});

test("a BERT with WordPiece and a head for masked tokens fills [MASK], shows every head, and says what it cannot read", async () => {
  const files = wordPieceBert();
  await choose(files);
  await expect.element(stage).toHaveAttribute("data-model", "bert");
  await expect.element(css(".lead")).toHaveTextContent("BERT gives every token a probability");
  await expectCount(".facts .note", 0); // it has a head and a tokenizer
  await expect.element(textField).toHaveValue("The capital of France is [MASK].");
  await expect.poll(() => text(".masking .chips")).toBe("[CLS]thecapitaloffranceis[MASK].[SEP]");

  // The shares of the guesses are those of the library's own head.
  const { model } = await loadPretrained(filesOf(files), { tokenizer: false });
  if (!(model instanceof Bert)) throw new Error("no BERT");
  const tokens = ["[CLS]", "the", "capital", "of", "france", "is", "[MASK]", ".", "[SEP]"];
  const input = tensor([tokens.map((token) => pieces.indexOf(token))], { dtype: "int32" });
  const { lastHiddenState, weights } = model.forward(input, { needWeights: true });
  const scores = shares(model.logits(lastHiddenState), 6);
  const best = scores.indexOf(Math.max(...scores));
  const guess = pieces[best]!;
  await expect.poll(() => text(".bar-row .token")).toBe(guess);
  await expect.poll(() => text(".bar-row .share")).toBe(percent(scores[best]!));

  // Every head, and the row of the masked token before anything is pointed at.
  await scrollTo(".heads");
  await expectCount(".heads .layer button", 8);
  await expect.poll(() => text(".head-line figcaption")).toBe("L0H0: “[MASK]” attends to");
  const first = weights[0]!.select(0, 0).select(0, 0).select(0, 6).select(0, 0).item();
  expect(all(".head-line .word")[0]?.title).toBe(percent(first));

  // A guess is put in, and the words around stay as they were typed.
  await css(".bar-row").first().click();
  await expect.element(textField).toHaveValue(`The capital of France is ${guess}.`);
  await textField.fill("Rome is unaffable, zebra Paris");
  await expect.element(css(".masking .chips")).toHaveTextContent("romeisun##aff##able");
  await expect
    .element(notes)
    .toHaveTextContent("The model has no token for “unaffable,”, “zebra”: read as [UNK].");
  await button("Mask ##able").click();
  await expect.element(css(".hidden-token")).toHaveTextContent("Hidden: ##able, to which the model gives");

  // Too long for the model: what is read keeps its end.
  await textField.fill("the capital of france is paris. ".repeat(9));
  await expect.element(notes).toHaveTextContent("At most 40 tokens are read; the last 25 are not.");
  await expectCount(".masking .chips button", 40);
  expect(texts(".masking .chips button").at(-1)).toBe("[SEP]");
  await expect.element(css(".masking .chips [aria-pressed=true]")).toBeInViewport();
  await textField.fill("a".repeat(20_003));
  await expect.element(notes).toHaveTextContent("The box takes 20,000 characters; the last 3 were left out.");
});

test("a bad file is named with the rule, and the model before stays usable", async () => {
  const good = tinyCheckpoint("gpt2");
  const weights = good["model.safetensors"]!;
  const { "model.safetensors": _, ...rest } = good;
  const { "model-00002-of-00002.safetensors": second, ...first } = sharded(weights);
  await choose(good);
  await soFar.fill("ab");
  const cases: readonly (readonly [Files, string])[] = [
    [{ ...good, "model.safetensors": weights.slice(0, 3000) }, "reach past the data"],
    [{ ...good, "config.json": jsonBytes({ model_type: "t5" }) }, 'model_type is "t5"'],
    [{ ...tinyCheckpoint("llama"), "model.safetensors": weights }, "missing ("],
    [{ ...rest, ...first }, "model-00002-of-00002.safetensors"],
  ];
  const problem = css(".drop [role=alert] .problem");
  for (const [files, message] of cases) {
    await choose(files);
    await expect.element(problem).toHaveTextContent(message);
    await expect.element(problem).toHaveTextContent("The model before stays open.");
    await button("Draw one").click();
    await expect.element(soFar).toHaveValue(expect.stringMatching(/^ab.?$/));
    await expect.element(cache).toHaveTextContent("1 token computed");
    await button("Back to the start").click();
  }
  // The shard that was missing, added alone.
  await choose({ "model-00002-of-00002.safetensors": second! });
  await expectCount(".drop [role=alert] .problem", 0);
  await expect.element(soFar).toHaveValue("The capital of France is");
});

test("a small model of words opens: its tokens are words, and its heads and layers are shown", async () => {
  await button("Try a small model of words").click();
  await expect.element(stage).toHaveAttribute("data-model", "gpt2");
  await scrollTo(".layers");
  await expect
    .poll(() => texts(".layer-table thead th"))
    .toEqual(["One", "␣morning", "␣a", "␣young", "␣fox", "␣went", "␣to", "␣the"]);
  await expectCount(".layer-table tbody tr", 4);
  await expectCount(".heads .layer button", 12);
  // After "went to the" the tales go on with a place.
  const places = ["river", "hill", "mill", "lake", "barn", "forest", "bridge", "garden", "park", "station"];
  expect(texts(".guesses b").filter((token) => !places.includes(token.replace("␣", "")))).toEqual([]);
});

// Colours do not depend on the width, and the layout does not depend on the theme.
test.each([
  ["light", "zh", 375, "llama"],
  ["dark", "en", 1280, "bert"],
  ["dark", "zh", 375, "bert"],
] as const)(
  "the opened model fits and has no barriers: %s, %s, %i px, %s",
  async (colorScheme, lang, width, shape) => {
    await media({ colorScheme });
    await windowOf(width);
    await open(`#/language-model?model=files&lang=${lang}`);
    await expect.element(css(".invitation")).toBeVisible();
    await expectNoOverflow();
    await choose(shape === "bert" ? wordPieceBert() : tinyCheckpoint(shape));
    await expect.element(stage).toBeVisible();
    if (shape === "bert") {
      await css(".masking textarea").fill("unaffable ".repeat(40));
      await expectCount(".masking .chips button", 40);
    }
    await expectCount(".bar-row", 10);
    await scrollTo(".heads");
    await expect.element(css(".head-large svg")).toBeVisible();
    await expectNoBarriers("serious");
    for (const other of [width, width === 375 ? 1280 : 375]) {
      await windowOf(other);
      await expectNoOverflow();
      await expect.poll(screens).toBeLessThan(4);
    }
  },
);
