import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { runs } from "../../src/pages/translator/saved.ts";
import {
  all,
  button,
  css,
  downloads,
  expectCount,
  field,
  open,
  reopen,
  silentWorkers,
  text,
  texts,
  windowOf,
} from "../shown.ts";

// The page's messages about a run while it trains, and about the files it saves and opens. A journey trains to the end.

const status = css("p.status");
const problem = css("main .problem");
const sentence = field(/^English sentence/);
const said = (): string => texts(".translation-arcs g[lang=fr] text").join(" ");
const stepsDone = (): number => Number(/step (\d+)/.exec(text("p.status"))?.[1]);
const keptSteps = async (): Promise<number> => Math.max(0, ...(await runs.all()).map(({ step }) => step));

beforeEach(() => open("#/translator"));

async function startRun(): Promise<void> {
  await button("Start").click();
  await expect.element(status).toHaveTextContent("Training:");
  await expect.poll(stepsDone).toBeGreaterThan(2);
}

/** Waits for the end of what it does, so that nothing is kept once the next test has begun. */
async function pause(): Promise<void> {
  await button("Pause").click();
  await expect.element(status).toHaveTextContent("Paused");
}

async function startAndPause(): Promise<void> {
  await startRun();
  await pause();
}

test("while it starts, it is at its own beginning, not where the run before it ended", async () => {
  await expect.element(status).toHaveTextContent("Not training: epoch 14 of 14");
  silentWorkers();
  await button("Start").click();
  await expect.element(status).toHaveTextContent("Starting: epoch 0 of 14, step 0");
  expect([text(".epoch-now"), text(".loss-now")]).toEqual(["0 / 14", "–"]);
});

test("while it trains, nothing asks to press Start, and the loss has an axis", async () => {
  await sentence.fill("the cat sees a red bird .");
  await expect.element(css(".film-bar p")).toHaveTextContent("Start trains anew");
  await button("Start").click();
  await expect.element(status).toHaveTextContent("Training:");
  expect(text("main")).not.toMatch(/press start|start trains anew/i);
  await pause();
  await expect.poll(() => all(".learning-curve text.loss.tick").length).toBeGreaterThan(1);
});

test("pauses, and goes a step, which is kept", async () => {
  await startAndPause();
  const before = stepsDone();
  await page.getByText("Training settings").click();
  await button("One step").click();
  await expect.poll(stepsDone).toBe(before + 1);
  await expect.poll(keptSteps).toBe(before + 1);
});

test("a run that goes on from the weights of the page is the reader's, and is kept", async () => {
  await open("#/translator?epochs=28");
  await button("Continue").click();
  await expect.element(status).toHaveTextContent("Training:");
  await expect.poll(keptSteps).toBeGreaterThan(1700);
  await button("Pause").click();
  await expect.element(status).toHaveTextContent("Paused");
  await reopen();
  await expect.element(button("Resume this run")).toBeVisible();
});

test("a run that is replaced within its first epoch is not kept, and one that is saved is not lost", async () => {
  await button("Start").click();
  await expect.poll(keptSteps).toBeGreaterThan(0);
  await button("Pause").click();
  await button("Start over").click();
  await expect.element(status).toHaveTextContent("Training:");
  await button("Pause").click();
  await expect.element(status).toHaveTextContent("Paused");
  await expect.poll(async () => (await runs.all()).length).toBe(1);
  await windowOf(375, 667);
  await reopen();
  await expect.element(button("Resume this run")).toBeInViewport({ ratio: 1 });
  await expect.element(css(".saved-runs")).toHaveTextContent(/step \d+ of the first epoch/);
  await button("Delete this run").click();
  await expectCount(".saved-runs", 0);
});

test("pauses when the reader goes to another page, says so, and goes on at the return", async () => {
  await startRun();
  const before = stepsDone();
  const note = page.getByText("Training is paused while you are on another page.");
  await css(".top nav").getByRole("link", { name: "Scoring and masks" }).click();
  await expect.element(note).toBeVisible();
  await css(".top nav").getByRole("link", { name: "Translator" }).click();
  await expect.poll(() => note.query()).toBeNull();
  await expect.element(status).toHaveTextContent("Training:");
  await expect.poll(stepsDone).toBeGreaterThan(before);
  await pause();
});

/** Gives a file to the page, as the reader's choice. */
async function choose(name: string, content: BlobPart): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('.own-files input[type="file"]')!;
  const data = new DataTransfer();
  data.items.add(new File([content], name));
  input.files = data.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

async function openFiles(): Promise<void> {
  await page.getByText("Your own pairs, and checkpoints").click();
}

test("a checkpoint goes out and comes back; other files are refused, and nothing changes", async () => {
  const saved = downloads();
  await openFiles();
  await button("Download checkpoint").click();
  const { bytes } = await saved.next();
  await startAndPause();
  const steps = stepsDone();
  for (const [name, content] of [
    ["noise.safetensors", "this is no checkpoint at all"],
    ["cut.safetensors", bytes.slice(0, bytes.length / 2)],
    ["foreign.safetensors", foreignSafetensors()],
  ] as const) {
    await choose(name, content);
    await expect.element(problem).toHaveTextContent(`${name} was not opened; nothing has changed.`);
    expect(stepsDone()).toBe(steps);
  }
  await choose("mine.safetensors", bytes);
  await expect.element(css(".drop [role=status]")).toHaveTextContent("Opened mine.safetensors: 14 epochs.");
  await expectCount("main .problem", 0);
  await expect.element(status).toHaveTextContent("epoch 14 of 28");
  await expect.poll(said).toBe("ces petits oiseaux noirs ont mangé ces pommes .");
});

test("learns the reader's own pairs, and says where a file of them is wrong", async () => {
  await openFiles();
  await choose("bad.txt", "no tab in here\n");
  await expect.element(problem).toHaveTextContent("bad.txt was not opened; nothing has changed.");
  await expect.element(problem).toHaveTextContent("bad.txt:1: no tab");
  const lines = Array.from({ length: 40 }, (_, i) => `word${i % 4} here .\tmot${i % 4} ici .`);
  await choose("mine.txt", lines.join("\n"));
  await expect.element(css(".drop .done")).toHaveTextContent("Opened mine.txt: 40 pairs; 0 are held out");
  await expect.element(css(".held-out")).toHaveTextContent("Too few different sentences");
  await button("Start").click();
  await sentence.fill("word2 here .");
  await expect.poll(said).toBe("mot2 ici .");
  await button("Copy link to this run").click();
  await expect
    .element(css(".save-film .problem"))
    .toHaveTextContent("your own pairs, which a link cannot hold");
});

test("a file with too many pairs says how many are used and whose they are; Chinese is cut into words", async () => {
  await openFiles();
  const credit = "CC-BY 2.0 (France) Attribution: tatoeba.org";
  const lines = Array.from(
    { length: 6001 },
    (_, i) => `we like tea ${i % 30} .\t我们喜欢喝茶${i % 30}。\t${credit} #${i} (CM)`,
  );
  await choose("long.txt", lines.join("\n"));
  await expect
    .element(css(".drop .done"))
    .toHaveTextContent("5,000 of 6,001 pairs, drawn from the whole file");
  const heldOut = Number(/; (\d+) are held out/.exec(text(".drop .done"))?.[1]);
  expect(heldOut).toBeGreaterThan(450); // 3 of 30 sentences, a tenth of what was drawn
  expect(heldOut).toBeLessThan(550);
  expect(text(".drop .credit")).toBe(`Sentences: ${credit}`);
  const targetWords = Number(/and (\d+) tokens/.exec(text(".drop .done"))?.[1]);
  expect(targetWords).toBeGreaterThan(31); // 4 special tokens and 27 whole sentences, if they were not cut
  expect(said()).not.toContain("<pad>");
});

test("opens a dropped file like a chosen one", async () => {
  await openFiles();
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(["not a checkpoint"], "dropped.safetensors"));
  const drop = await css(".drop").findElement();
  drop.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  await expect.element(problem).toHaveTextContent("dropped.safetensors was not opened");
});

/** A safetensors file of other software: one tensor, no run. */
function foreignSafetensors(): Blob {
  const header = JSON.stringify({ weight: { dtype: "F32", shape: [1], data_offsets: [0, 4] } });
  const length = new BigUint64Array([BigInt(header.length)]);
  return new Blob([length, header, new Uint8Array(4)]);
}
