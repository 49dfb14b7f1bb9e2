import { expect, it } from "vitest";
import { ofText } from "../../src/pages/translator/network/data.ts";
import { makeJob, type TranslatorJob } from "../../src/pages/translator/network/job.ts";

const nouns = ["cat", "dog", "cow", "hen", "fox"];
const verbs = ["eats", "runs", "sees", "sits"];
const lines = nouns.flatMap((noun) =>
  verbs.flatMap((verb) => [
    `the ${noun} ${verb} .\tle ${noun}o ${verb}i .`,
    `a ${noun} ${verb} .\tun ${noun}o ${verb}i .`,
  ]),
);
const pairs = lines.join("\n");
const make = (seed: number = 1): TranslatorJob => makeJob({ seed, lr: 0.005, pairs, name: "toy.txt" }, null);
const sentence = "the cat eats .";

it("holds out every tenth sentence, with all its translations", () => {
  const { data, heldOut } = ofText(0, `${pairs}\n${lines[9]}x`, "toy.txt");
  expect(heldOut?.["Y"].size(0)).toBe(5); // sentences 10, 20, 30, 40, and the first of them again
  const trained = new Set(data.pairs.source.map((words) => words.join(" ")));
  expect(trained.has(lines[9]!.split("\t")[0]!)).toBe(false);
  expect(trained.size).toBe(36);
});

it("holds nothing out of few sentences", () => {
  expect(ofText(0, lines.slice(0, 9).join("\n"), "toy.txt").heldOut).toBeNull();
});

it("films every epoch, from before training on", async () => {
  const { trainer, queries } = make();
  await trainer.fit({ maxEpochs: 3 });
  const { source, frames } = await trainer.betweenSteps(() => queries.film({ sentence, after: -1 }));
  expect(source.map(({ text }) => text)).toEqual(["the", "cat", "eats", ".", "<eos>"]);
  expect(frames.map(({ epoch }) => epoch)).toEqual([0, 1, 2, 3]);
  expect(frames.map(({ loss }) => loss)).toEqual([null, ...trainer.state.losses]);
  for (const { accuracy, translation, weights } of frames) {
    expect(accuracy).toBeGreaterThanOrEqual(0);
    expect(weights).toHaveLength(translation.length);
    for (const row of weights) expect(row.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 4);
  }
  const last = frames.at(-1);
  const now = queries.translate({ sentence, prefix: [] });
  expect(last?.translation).toEqual(now.tokens);
});

it("films another sentence after training, and only later epochs where that is asked", async () => {
  const { trainer, queries } = make();
  await trainer.fit({ maxEpochs: 2 });
  const film = await trainer.betweenSteps(() => queries.film({ sentence: "a fox runs .", after: 0 }));
  expect(film.sentence).toBe("a fox runs .");
  expect(film.frames.map(({ epoch }) => epoch)).toEqual([1, 2]);
});

it("filming does not change the run", async () => {
  const watched = make();
  await watched.trainer.fit({ maxEpochs: 1 });
  await watched.trainer.betweenSteps(() => watched.queries.film({ sentence, after: -1 }));
  await watched.trainer.fit({ maxEpochs: 3 });
  const alone = make();
  await alone.trainer.fit({ maxEpochs: 3 });
  expect(watched.trainer.state.losses).toEqual(alone.trainer.state.losses);
});
