import { expect, test } from "vitest";
import { click, done, drawn, find, shown, textOf } from "./shown.ts";

/** The weights of a head's map, in percent, as its cells say. */
function mapOf(map: Element): number[][] {
  const cells = [...map.querySelectorAll("title")].map(({ textContent }) => 100 * Number(textContent));
  return Array.from({ length: 6 }, (_, i) => cells.slice(6 * i, 6 * i + 6));
}

/** Of a head's weights, how much lies `shift` further along the ring, in percent. */
const share = (map: readonly (readonly number[])[], shift: number): number =>
  map.reduce((sum, row, i) => sum + row[(i + shift + 6) % 6]!, 0) / 6;

const percents = (text: string | null | undefined): number[] => (text?.match(/\d+(?= %)/g) ?? []).map(Number);

test("two heads learn both directions: map, arrows and texts say the same, and a head is chosen", async () => {
  const figure = await shown("trained-heads");
  await done(figure);
  expect(textOf(figure, "p.quiet")).toBe("step 300 of 300");
  const maps = [...figure.querySelectorAll<HTMLButtonElement>(".map")];
  expect(maps).toHaveLength(2);
  for (const [h, button] of maps.entries()) {
    button.click();
    await drawn();
    expect(button.getAttribute("aria-pressed")).toBe("true");
    const map = mapOf(button);
    for (const row of map) expect(row.reduce((a, b) => a + b, 0)).toBeCloseTo(100, 0);
    const [before, after] = percents(button.querySelector("span.number")?.textContent);
    expect(Math.abs(before! - share(map, -1))).toBeLessThan(0.6);
    expect(Math.abs(after! - share(map, 1))).toBeLessThan(0.6);
    const ring = find(figure, "svg.ring");
    expect(ring.getAttribute("aria-label")).toBe(
      `Weights of head ${h}: ${before} % on the position before, ${after} % on the position after, on average.`,
    );
    const strong = map.flatMap((row, i) => row.filter((weight, j) => i !== j && weight >= 8));
    const arrows = [...ring.querySelectorAll(".look")].map((line) => Number(line.getAttribute("opacity")));
    expect(arrows).toHaveLength(strong.length);
    for (const [k, weight] of strong.entries()) expect(arrows[k]).toBeCloseTo(weight / 100, 2);
  }
  const right = percents(find(figure, "figure > p.number:not(.quiet)").textContent);
  expect(right).toHaveLength(2);
  for (const one of right) expect(one).toBeGreaterThan(90);
});

test("one head learns one direction; the button trains again from step 0", async () => {
  const figure = await shown("trained-heads", "zh");
  await done(figure);
  find<HTMLInputElement>(figure, "input[value='1']").click();
  await expect.poll(() => figure.querySelectorAll(".map").length).toBe(1);
  await done(figure);
  const right = percents(find(figure, "figure > p.number:not(.quiet)").textContent);
  expect(Math.min(...right)).toBeLessThan(70);
  expect(Math.max(...right)).toBeGreaterThan(80);
  const before = mapOf(find(figure, ".map"));
  await click(figure, "[data-run]");
  expect(find(figure, "figure").hasAttribute("data-done")).toBe(false);
  await done(figure);
  expect(textOf(figure, "p.quiet")).toBe("第 300 / 300 步");
  expect(mapOf(find(figure, ".map"))).not.toEqual(before);
});

test("heads that are chosen while others train are the same as those chosen afterwards", async () => {
  const maps: number[][][] = [];
  for (const wait of [false, true]) {
    const figure = await shown("trained-heads");
    if (wait) await done(figure);
    else await expect.poll(() => textOf(figure, "p.quiet")).not.toBe("step 0 of 300");
    find<HTMLInputElement>(figure, "input[value='1']").click();
    await expect.poll(() => figure.querySelectorAll(".map").length).toBe(1);
    await done(figure);
    maps.push(mapOf(find(figure, ".map")));
  }
  expect(maps[0]).toEqual(maps[1]);
});
