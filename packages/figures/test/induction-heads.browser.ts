import { expect, test } from "vitest";
import { half, look, makeNet, meanWeight, twice } from "../src/induction-heads/net.ts";
import trained from "../src/induction-heads/trained.json" with { type: "json" };
import { seededRandom } from "../src/ui/index.ts";
import { restore } from "../src/ui/stored.ts";
import { click, done, drawn, find, shown, textOf } from "./shown.ts";

const percentOf = (text: string | null): number => Number(/(\d+) %/.exec(text ?? "")?.[1]);

/** The number below a head's map: the share that is predicted without it. */
const without = (figure: Element, name: string): number =>
  percentOf(textOf(figure, `[data-head=${name}] .without`));
const predicted = (figure: Element): number => percentOf(textOf(figure, ".predicted"));

test("the stored network has a head that looks one back, and four that look at the answer", () => {
  const net = restore(makeNet(), trained);
  const sequences = twice(50, seededRandom(11));
  const { patterns, accuracy } = look(net, sequences, []);
  expect(accuracy).toBeGreaterThan(0.95);
  expect(patterns[0]!.map((rows) => meanWeight(rows, 1) > 0.9)).toEqual([false, false, false, true]);
  for (const rows of patterns[1]!) expect(meanWeight(rows, half - 1)).toBeGreaterThan(0.7);
  for (const rows of patterns.flat())
    for (const row of rows) expect(row.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
  const off = (layer: number) => [0, 1, 2, 3].map((head) => ({ layer, head }));
  expect(look(net, sequences, [{ layer: 0, head: 3 }]).accuracy).toBeLessThan(0.4);
  for (const head of off(1)) expect(look(net, sequences, [head]).accuracy).toBeGreaterThan(accuracy - 0.05);
  expect(look(net, sequences, off(1)).accuracy).toBeLessThan(0.2);
});

test("before anything is touched, each map says what is lost without its head, and one head stands out", async () => {
  const figure = await shown("induction-heads");
  await done(figure);
  expect(figure.querySelectorAll(".map")).toHaveLength(8);
  expect([...figure.querySelectorAll(".missed")].map((x) => x.closest("[data-head]"))).toEqual([
    find(figure, "[data-head=L0H3]"),
  ]);
  expect(without(figure, "L0H3")).toBeLessThan(40);
  for (const head of [0, 1, 2, 3]) {
    expect(without(figure, `L1H${head}`)).toBeGreaterThan(90);
    expect(textOf(figure, `[data-head=L1H${head}] .looks`)).toMatch(/^answer 0\.[789]\d$/);
  }
  expect(predicted(figure)).toBeGreaterThan(95);
  // A map's name says what is written on it and below.
  for (const map of figure.querySelectorAll(".map")) {
    const name = map.getAttribute("aria-label");
    expect(name).toContain(map.textContent);
    expect(name).toContain(map.parentElement?.querySelector(".without")?.textContent);
  }
  expect(textOf(figure, ".letters p")).toMatch(/^L1H3: the second A gives 0\.\d\d to F\.$/);
  expect(figure.querySelectorAll(".guess.right")).toHaveLength(half - 1);
});

test("switches turn heads off, one alone and a layer, and the letters show what is predicted then", async () => {
  const figure = await shown("induction-heads");
  await done(figure);
  const all = predicted(figure);
  for (const name of ["L0H3", "L1H1"]) {
    const box = find<HTMLInputElement>(figure, `[data-head=${name}] input`);
    box.click();
    await drawn();
    // The same number as below the map.
    expect(predicted(figure)).toBe(without(figure, name));
    expect(box.closest(".head")?.classList.contains("off")).toBe(true);
    box.click();
    await drawn();
    expect(predicted(figure)).toBe(all);
  }
  const [, layer1] = [...figure.querySelectorAll<HTMLButtonElement>(".buttons button")];
  layer1!.click();
  await drawn();
  expect(predicted(figure)).toBeLessThan(25);
  expect(figure.querySelectorAll(".guess.wrong").length).toBeGreaterThan(half / 2);
  expect(textOf(figure, ".letters p")).toBe("L1H3 is off.");
  await click(figure, "[data-all-on]");
  expect(predicted(figure)).toBe(all);
});

test("a map and a letter are chosen, in Chinese too", async () => {
  const figure = await shown("induction-heads", "zh");
  await done(figure);
  find(figure, "[data-head=L0H3] .map").click();
  await click(figure, ".row:nth-of-type(2) button:nth-of-type(6)");
  expect(textOf(figure, ".letters p")).toMatch(/^L0H3：第二个 M 给 F 的权重为 (0\.\d\d|1\.00)。$/);
  expect(find(figure, "[data-head=L0H3] .map").getAttribute("aria-pressed")).toBe("true");
  expect(find(figure, "[data-head=L1H3] .map").getAttribute("aria-pressed")).toBe("false");
});
