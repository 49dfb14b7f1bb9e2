import { expect, test, vi } from "vitest";
import { writeTranslator } from "../../src/pages/opening/subwords/file.ts";
import {
  button,
  css,
  expectCount,
  expectNoBarriers,
  expectNoOverflow,
  field,
  open,
  text,
  texts,
  windowOf,
} from "../shown.ts";
import { tinyTranslator } from "./tiny.ts";

// The larger model is made here, and its file answered by these tests: what it says is noise.

const own = field(/^Or your own/);
const said = css(".opening-figure [role=status]");
const target = (): string[] => texts(".translation-arcs g[lang=fr] .word");
const hard = "I love you";

/** Answers requests with the file of a translator that shows what is at least so certain. */
function serve(least: number) {
  const file = writeTranslator(tinyTranslator(least));
  return vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(file));
}

test("fetches the larger model at the first sentence that needs it, once, and draws its translation", async () => {
  const fetched = serve(0);
  await open("#/?lang=en");
  await own.fill("the cat sees a red hat");
  await expect.poll(target).toEqual(["le", "chat", "voit", "un", "chapeau", "rouge", "."]);
  await own.fill(hard);
  await expect.element(css(".own")).toHaveTextContent(/Certainty \d+ %/);
  await expectCount(".own .unknown", 0);
  expect(texts(".translation-arcs g[lang=en] .word").slice(0, 3)).toEqual(["I", "love", "you"]);
  expect(target().length).toBeGreaterThan(0);
  await expect.element(button(/^Keep the larger model offline too \(\d+\.\d MB\)$/)).toBeVisible();
  await own.fill("I love cats!");
  await expect.poll(() => texts(".translation-arcs g[lang=en] .word")).toEqual(["I", "love", "cats", "!"]);
  expect(fetched).toHaveBeenCalledTimes(1);
  await expectNoBarriers();
});

test("declines what it is not certain of, with a sentence that a click writes", async () => {
  serve(1);
  await windowOf(375);
  await open("#/?lang=en");
  await own.fill("I love you very much");
  await expect.element(css(".own .callout")).toHaveTextContent(/Not translated/);
  await expect.element(said).toHaveTextContent("It cannot translate this");
  expect(target()).toEqual([]);
  await expectNoOverflow();
  await expectNoBarriers();
  await button("I love you.").click();
  await expect.element(own).toHaveValue("I love you.");
});

test("without a network it says so, keeps the small model's guess, and tries again", async () => {
  const failing = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("no network"));
  await open("#/?lang=en");
  await own.fill(hard);
  await expect.element(css(".own .callout.warn[role=status]")).toHaveTextContent(/did not load: no network/);
  await expect.element(said).toHaveTextContent("A guess");
  await expect.element(css(".own .unknown")).toHaveTextContent("love");
  failing.mockRestore();
  serve(0);
  await button("Try again").click();
  await expect.element(css(".own")).toHaveTextContent(/Certainty \d+ %/);
});

test("an answer that is not the file is a failure too, as of a network that asks its guests to sign in", async () => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("<!doctype html>"));
  await open("#/?lang=en");
  await own.fill(hard);
  await expect.element(css(".own .callout.warn[role=status]")).toHaveTextContent(/did not load/);
  await expect.element(button("Try again")).toBeVisible();
});

test("can be cancelled while it comes, and asks first where the connection saves data", async () => {
  const never = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(
      (_, options) =>
        new Promise((_resolve, reject) =>
          options?.signal?.addEventListener("abort", () => reject(options.signal?.reason)),
        ),
    );
  await open("#/?lang=en");
  await own.fill(hard);
  await button("Cancel").click();
  await expect.element(button("Load it")).toBeVisible();
  never.mockRestore();
  const fetched = serve(0);
  Object.defineProperty(navigator, "connection", { configurable: true, value: { saveData: true } });
  try {
    await open("#/?lang=en");
    await own.fill(hard);
    await expect.element(css(".own p.callout")).toHaveTextContent(/\d+\.\d MB, English to French/);
    expect(fetched).not.toHaveBeenCalled();
    await button("Load it").click();
    await expect.element(css(".own")).toHaveTextContent(/Certainty \d+ %/);
  } finally {
    Reflect.deleteProperty(navigator, "connection");
  }
});

test("into Chinese the small model guesses, and the page leads to French", async () => {
  const fetched = serve(0);
  await open("#/?lang=en&to=zh");
  await own.fill(hard);
  await expect.element(said).toHaveTextContent("A guess");
  await button("Translate into French").click();
  await expect.element(css(".own")).toHaveTextContent(/Certainty \d+ %/);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(text(".own")).not.toMatch(/nearest that it knows/);
});
