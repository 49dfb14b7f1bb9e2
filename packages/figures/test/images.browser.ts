import { captionOf } from "@saccade/examples/caption-scenes";
import { expect, test } from "vitest";
import { firstScene } from "../src/images/figure.tsx";
import { makeCaptioner, sceneOf, shareOn, visible, write } from "../src/images/net.ts";
import trained from "../src/images/trained.json" with { type: "json" };
import { restore } from "../src/ui/stored.ts";
import { click, find, labelOf, shown, textOf, texts } from "./shown.ts";

const net = restore(makeCaptioner(), trained);
const scenes = Array.from({ length: 30 }, (_, n) => sceneOf(n));
const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

const says = (figure: Element): string => textOf(figure, ".says");
const wordAt = (figure: Element, i: number): HTMLElement => find(figure, `.word:nth-of-type(${i + 1})`);

test("the stored network writes right captions, and looks at what it names", () => {
  const written = scenes.map((scene) => write(net, scene, "none"));
  const right = scenes.filter(
    (scene, i) => written[i]!.map(({ word }) => word).join(" ") === [...captionOf(scene), "<eos>"].join(" "),
  );
  expect(right.length).toBeGreaterThan(0.95 * scenes.length);
  const share = (word: number, thing: 0 | 1): number =>
    mean(scenes.map((scene, i) => shareOn(written[i]![word]!.weights, scene, thing)));
  for (const [word, thing] of [
    [0, 0],
    [1, 0],
    [3, 1],
    [4, 1],
  ] as const)
    expect(share(word, thing), `word ${word}`).toBeGreaterThan(0.28);
  for (const { weights } of written[0]!)
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
});

test("a hidden thing's words go wrong, the other's stay", () => {
  const rightAt = (hidden: "first" | "second", word: number): number =>
    mean(scenes.map((scene) => Number(write(net, scene, hidden)[word]?.word === captionOf(scene)[word])));
  expect(rightAt("second", 0)).toBeGreaterThan(0.9);
  expect(rightAt("second", 4)).toBeLessThan(0.6);
  expect(rightAt("first", 1)).toBeLessThan(0.6);
  for (const scene of scenes) {
    const { weights } = write(net, scene, "first")[0]!;
    const seen = visible(scene, "first");
    expect(weights.every((weight, cell) => seen[cell] || weight === 0)).toBe(true);
  }
});

test("before anything is touched, a word is chosen, and cells are as bright as its weights", async () => {
  const figure = await shown("images");
  const scene = sceneOf(firstScene);
  expect(texts(figure, ".word")).toEqual([...captionOf(scene), "end"]);
  expect(wordAt(figure, 0).getAttribute("aria-pressed")).toBe("true");
  const { weights } = write(net, scene, "none")[0]!;
  const share = Math.round(100 * shareOn(weights, scene, 0));
  expect(share).toBeGreaterThan(40);
  const { color, shape } = scene.things[0];
  expect(says(figure)).toContain(`“${color}”: ${share} % of the weight on the ${color} ${shape}`);
  expect(labelOf(figure, ".picture")).toContain(captionOf(scene).join(" "));
  const shades = [...figure.querySelectorAll(".shade")].map((rect) => Number(rect.getAttribute("opacity")));
  expect(shades).toHaveLength(weights.length);
  for (const [i, weight] of weights.entries())
    expect(1 - shades[i]!).toBeCloseTo(Math.min(1, weight / 0.25), 4);
});

test("a thing is hidden, and its words are marked as wrong", async () => {
  const figure = await shown("images");
  await click(figure, 'input[value="second"]');
  const wrong = [...figure.querySelectorAll(".word.wrong")];
  expect(wrong.length).toBeGreaterThan(0);
  for (const word of wrong) expect(word.getAttribute("aria-label")).toMatch(/, wrong$/);
  expect(wordAt(figure, 0).classList.contains("wrong")).toBe(false);
  expect(find(figure, ".unseen-cells").getAttribute("d")).not.toBe("");
});

test("another image, in Chinese", async () => {
  const figure = await shown("images", "zh");
  await click(figure, "[data-another]");
  const caption = captionOf(sceneOf(firstScene + 1));
  expect(texts(figure, ".word")).toEqual([...caption, "结束"]);
  expect(says(figure)).toContain(`“${caption[0]}”：`);
});
