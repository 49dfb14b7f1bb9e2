import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { trained } from "../src/two-aligners/trained.ts";
import { drawn, find, labelOf, shown, textOf } from "./shown.ts";

beforeEach(() => page.viewport(1000, 800));

const kinds = ["oneWay", "bothWays"] as const;
const titles = { oneWay: "One way", bothWays: "Both ways" };

/** The weights of a map, as the cells are coloured: a row for each target word. */
const rowsOf = (panel: Element): number[][] =>
  [...panel.querySelectorAll(".alignment-map tbody tr")].map((row) =>
    [...row.querySelectorAll("td")].map((cell) => Number(cell.style.getPropertyValue("--weight"))),
  );
const isWord = (token: string): boolean => /\p{L}/u.test(token);

test.each(kinds)("%s: what is said of each word is its darkest cell", async (kind) => {
  const panel = find(await shown("two-aligners"), `section.${kind}`);
  const { source, target } = trained.pairs[1]!;
  const rows = rowsOf(panel);
  expect(rows).toHaveLength(target.length);
  const label = labelOf(panel, ".alignment-map")!;
  expect(label.startsWith(`${titles[kind]}: `)).toBe(true);
  const said = label.slice(titles[kind].length + 2).split("; ");
  for (const [t, row] of rows.entries()) {
    const [, word, most, share] = /^“(.+)”: most weight on “(.+)”, ([\d.]+)$/.exec(said[t]!)!;
    expect(word).toBe(target[t]);
    expect(Math.abs(Number(share) - Math.max(...row))).toBeLessThan(0.006);
    expect(most).toBe(source[row.indexOf(Math.max(...row))]);
  }
  expect(textOf(panel, ".says")).toBe(said[3]);
});

test("the error rate is 1 − (|A ∩ S| + |A ∩ P|) / (|A| + |S|) of the darkest cells and the frames", async () => {
  const figure = await shown("two-aligners");
  const { source, target, sure, possible = [] } = trained.pairs[1]!;
  const names = (links: typeof sure): Set<string> => new Set(links.map(([t, s]) => `${t} ${s}`));
  const columns = source.flatMap((word, s) => (isWord(word) ? [s] : []));
  for (const kind of kinds) {
    const panel = find(figure, `section.${kind}`);
    expect(panel.querySelectorAll(".alignment-map .sure")).toHaveLength(sure.length);
    expect(panel.querySelectorAll(".alignment-map .possible")).toHaveLength(possible.length);
    const found = rowsOf(panel).flatMap((row, t) => {
      const best = columns.reduce((a, b) => (row[b]! > row[a]! ? b : a));
      return isWord(target[t]!) ? [`${t} ${best}`] : [];
    });
    const right = found.filter((link) => names(sure).has(link)).length;
    const allowed = found.filter((link) => names([...sure, ...possible]).has(link)).length;
    const rate = 1 - (right + allowed) / (found.length + sure.length);
    expect(textOf(panel, "p.number")).toBe(
      `Error rate: ${rate.toFixed(2)} here, ${trained[kind].aer.toFixed(2)} on 200 pairs`,
    );
  }
});

test("the focus on a word and another sentence change both panels", async () => {
  const figure = await shown("two-aligners", "zh");
  const last = trained.pairs.length - 1;
  const { target } = trained.pairs[last]!;
  const select = find<HTMLSelectElement>(figure, "select");
  select.value = String(last);
  select.dispatchEvent(new Event("change", { bubbles: true }));
  await drawn();
  const buttons = [...figure.querySelectorAll<HTMLButtonElement>(".word-row button")];
  expect(buttons.map((button) => button.textContent)).toEqual(target);
  buttons[0]!.focus();
  await drawn();
  expect(buttons[0]!.getAttribute("aria-pressed")).toBe("true");
  for (const kind of kinds) {
    const panel = find(figure, `section.${kind}`);
    expect(textOf(panel, ".alignment-map .now th")).toBe(target[0]);
    expect(textOf(panel, ".says")).toMatch(new RegExp(`^“${target[0]}”： 权重最大的是`));
  }
});
