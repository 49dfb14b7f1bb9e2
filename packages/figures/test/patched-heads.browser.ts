import { expect, test } from "vitest";
import record from "../../../apps/docs/records/lens-coreference.txt?raw";
import { measured, seeds } from "../src/patched-heads/recorded.ts";
import { click, drawn, find, labelOf, shown, textOf, texts } from "./shown.ts";

test("the numbers are those of the record", () => {
  const found = [...record.matchAll(/seed (\d): accuracy ([\d.]+)[\s\S]*?(?=seed|$)/g)];
  expect(found.map(([, seed]) => seed)).toEqual([...seeds]);
  for (const [i, [text, , accuracy]] of found.entries()) {
    const pairs = [...text.matchAll(/([\d.]+) \/ ([\d.]+)/g)].map((pair) => pair.slice(1).map(Number));
    const { heads, accuracy: stored } = measured[seeds[i]!];
    expect(stored).toBe(Number(accuracy));
    expect(heads.map(({ restored, without }) => [restored, without])).toEqual(pairs);
    expect(heads.map(({ name }) => name)).toEqual(
      [..."01234567"].map((k) => `L${Number(k) >> 2}H${Number(k) & 3}`),
    );
  }
});

test("the heads that restore most are named, and the one that is not missed stands out below", async () => {
  const figure = await shown("patched-heads");
  expect(figure.querySelectorAll("circle")).toHaveLength(24);
  const names = texts(figure, ".head text");
  expect(names).toEqual(["L1H2, seed 0", "L0H2, seed 1", "L1H1, seed 1", "L1H2, seed 2"]);
  const unmissed = [...figure.querySelectorAll(".unmissed")];
  expect(unmissed.map((x) => x.getAttribute("data-head"))).toEqual(["1 L1H1"]);
  const heightOf = (head: string): number =>
    Number(find(figure, `[data-head="${head}"] circle`).getAttribute("cy"));
  for (const head of ["0 L1H2", "1 L0H2", "2 L1H2"])
    expect(heightOf("1 L1H1")).toBeGreaterThan(heightOf(head) + 100);
});

test("a seed is chosen, said in words, and the others step back", async () => {
  const figure = await shown("patched-heads");
  await click(figure, "input[value='1']");
  expect(textOf(figure, "p.number")).toBe(
    "Seed 1: L1H1 restores most (31 %), but 98 % are right without it. L0H2 is missed most: 74 %.",
  );
  expect(labelOf(figure, "svg")).toBe(textOf(figure, "p.number"));
  expect(figure.querySelectorAll(".dim")).toHaveLength(16);
  expect(figure.querySelectorAll(".head text").length).toBeGreaterThan(3);
});

test("names do not lie on each other, at a phone's width too", async () => {
  const figure = await shown("patched-heads");
  for (const width of [640, 327])
    for (const seed of ["all", ...seeds]) {
      figure.style.width = `${width}px`;
      find<HTMLInputElement>(figure, `input[value='${seed}']`).click();
      await expect.poll(() => find(figure, "svg").getAttribute("viewBox")).toBe(`0 0 ${width} 300`);
      await drawn();
      const boxes = [...figure.querySelectorAll(".head text")].map((x) => x.getBoundingClientRect());
      for (const [i, a] of boxes.entries())
        for (const b of boxes.slice(i + 1)) {
          // The box of a line is higher than its letters.
          const apart = a.right < b.left || b.right < a.left || a.bottom < b.top + 4 || b.bottom < a.top + 4;
          expect([width, seed, apart]).toEqual([width, seed, true]);
        }
    }
});
