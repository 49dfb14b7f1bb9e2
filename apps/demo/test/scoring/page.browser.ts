import { beforeEach, expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import {
  all,
  box,
  button,
  css,
  expectAddress,
  expectCount,
  expectNoBarriers,
  expectNoOverflow,
  field,
  focus,
  goTo,
  group,
  media,
  open,
  pointAway,
  press,
  drawn as redrawn,
  reopen,
  screens,
  text,
  texts,
  windowOf,
} from "../shown.ts";

/** A cell of scores or weights, as the pointer finds it. */
const hit = (name: string): Locator => css(`[data-cell="${name}"]`);
/** The number that is drawn in a cell. */
const number = (name: string): string => `.motion [data-number="${name}"] .inside`;
const drawn = (name: string): Locator => css(number(name));
const caption = css(".motion figcaption");
const arithmetic = css(".arithmetic");
const formula = group("What is computed");
const moment = page.getByRole("slider", { name: "Moment" });

/** The numbers of a row of cells, as they are drawn. */
const drawnRow = (kind: string, row: number): number[] =>
  [0, 1, 2, 3].map((j) => Number(text(number(`${kind} ${row} ${j}`)).replace("−", "-")));

function softmax(scores: readonly number[]): number[] {
  const powers = scores.map(Math.exp);
  const sum = powers.reduce((all, power) => all + power, 0);
  return powers.map((power) => power / sum);
}

beforeEach(async () => {
  await open("#/scoring");
});

test("opens with the row of a pronoun, its arithmetic beside the matrices, on one screen", async () => {
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Scoring and masks");
  const [figure, beside] = [box(".motion"), box(".arithmetic")];
  expect(beside.x).toBeGreaterThanOrEqual(figure.right);
  expect(Math.max(beside.bottom, figure.bottom)).toBeLessThanOrEqual(800);
  await expect.element(arithmetic).toHaveTextContent("(3·2 + 0·0 + (−1)·0 + (−1)·0) / √4 = 3.00");
  for (const [j, weight] of softmax([3, 0, 0.5, -1]).entries()) {
    expect(Number(text(number(`weight 2 ${j}`)))).toBe(Number(weight.toFixed(2)));
    expect(texts(".arithmetic li")[j]).toContain(weight.toFixed(3));
  }
});

test("every number of the motion is the library's, still by still", async () => {
  expect(button("Play").query()).toBeNull();
  const step = button("Step");
  // her = (3, 0, −1, −1) on the keys (2, 0, 0, 0), (0, 2, 0, 0), (1, 0, 2, 0), (0, 0, 0, 2)
  for (const [j, sum] of [6, 0, 1, -2].entries()) {
    await step.click();
    const written = sum.toFixed(2).replace("-", "−");
    await expect.element(caption).toHaveTextContent(`add up to ${written}`);
    await expect.element(drawn(`score 2 ${j}`)).toHaveTextContent(String(sum).replace("-", "−"));
    expect(all(number("weight 2 0"))).toEqual([]); // not yet computed
    // Nor does anything else on the page tell it, to whoever looks or listens.
    for (const one of all(".arithmetic li, .arithmetic .output, .hit, .motion svg")) {
      const told = `${one.getAttribute("aria-label") ?? ""} ${one.tagName === "svg" ? "" : one.textContent}`;
      expect(told).not.toMatch(/0\.8[67]|0\.9[34]|to “Anna”|√4/);
    }
    const items = texts(".arithmetic li");
    expect(items[j]).toContain(`= ${written}`);
    if (j < 3) expect(items[j + 1]).not.toContain("=");
  }
  await step.click();
  await expect.element(caption).toHaveTextContent("divided by √4");
  expect(drawnRow("score", 2)).toEqual([3, 0, 0.5, -1]);
  expect(text(".arithmetic")).toContain("√4 = 3.00");
  expect(text(".arithmetic")).not.toContain("0.869");
  const weights = softmax([3, 0, 0.5, -1]);
  await step.click();
  await expect.element(css('[data-number="bar 0"]')).toHaveTextContent(weights[0]!.toFixed(2));
  for (const [j, weight] of weights.entries()) {
    expect(text(`[data-number="bar ${j}"]`)).toContain(weight.toFixed(2));
    expect(texts(".arithmetic li")[j]).toContain(weight.toFixed(3));
  }
  expect(text(".arithmetic")).not.toContain("0.941");
  await step.click();
  await step.click();
  await expect.element(arithmetic).toHaveTextContent("0.941");
  const values = [
    [1, 1, 0, 0],
    [0, 0, 0, 1],
    [1, 0, 0, 0],
    [0, 0, 1, 0],
  ];
  for (const [c, output] of drawnRow("output", 2).entries()) {
    const mixed = weights.reduce((sum, weight, j) => sum + weight * (values[j]?.[c] ?? 0), 0);
    expect(output).toBeCloseTo(mixed, 2);
  }
  expect(all(number("weight 0 0"))).toEqual([]);
  await step.click();
  await expectCount(number("weight 0 0"), 1);
  await button("Back").click();
  await expect.element(caption).toHaveTextContent("Each row of V moves down");
});

test("each step shows something: what no setting needs is left out, and comes with the setting", async () => {
  const scene = css(".motion svg");
  const walk = async (): Promise<number> => {
    for (let steps = 1; ; steps++) {
      const before = scene.element().innerHTML;
      await button("Step").click();
      await expect.poll(() => scene.element().innerHTML, { message: `step ${steps}` }).not.toBe(before);
      if (text(".player .slider").includes("result")) return steps;
    }
  };
  expect(await walk()).toBe(9);
  await hit("score 2 1").click();
  await pointAway();
  await expect.element(drawn("weight 2 1")).toHaveTextContent("0.00");
  expect(await walk()).toBe(10);
  await group("Score").getByText("dot", { exact: true }).click();
  await expect.element(formula).not.toHaveTextContent("√4");
  expect(await walk()).toBe(9);
});

test("plays, pauses, and is scrubbed", async () => {
  await media({ reducedMotion: "no-preference" });
  await button("Play").click();
  await expect.element(caption).toHaveTextContent("slide together");
  expect(all(number("output 2 0"))).toEqual([]);
  await button("Pause").click();
  const value = (): string => (moment.element() as HTMLInputElement).value;
  const held = value();
  await redrawn();
  expect(value()).toBe(held);
  await moment.fill("8");
  await expect.element(caption).toHaveTextContent("Softmax");
  await button("Play").click();
  await expect.element(caption).toHaveTextContent("gives its largest weight, 0.87, to “Anna”");
  await expect.element(drawn("output 2 0")).toHaveTextContent("0.94");
});

test("a score lights its row of Q and its column of K, a weight its value, by pointer and by keyboard", async () => {
  const lit = (): (string | null)[] => all(".marks [data-lit]").map((one) => one.getAttribute("data-lit"));
  const middle = ({ x, y, width, height }: DOMRect) => ({ x: x + width / 2, y: y + height / 2 });
  await hit("score 1 3").hover();
  await expect.poll(lit).toEqual(["q 1", "k 3"]);
  const score = middle(box('[data-cell="score 1 3"]'));
  await expect.poll(() => middle(box('[data-lit="q 1"]')).y).toBeCloseTo(score.y, 0);
  await expect.poll(() => middle(box('[data-lit="k 3"]')).x).toBeCloseTo(score.x, 0);
  expect(box('[data-lit="q 1"]').right).toBeLessThanOrEqual(box('[data-lit="k 3"]').x);
  await expect.element(css(".arithmetic h2")).toHaveTextContent("lost");
  await expect.element(css(".arithmetic li.looked")).toHaveTextContent("keys");

  await hit("weight 0 2").hover();
  await expect.poll(lit).toEqual(["v 2"]);
  const bar = middle(box('[data-number="bar 2"] .base'));
  await expect.poll(() => middle(box('[data-lit="v 2"]')).y).toBeCloseTo(bar.y, 0);

  await pointAway();
  await focus(hit("score 2 0"));
  await press("{ArrowRight}");
  await expect.poll(lit).toEqual(["q 2", "k 1"]);
  await press("{Enter}");
  await expect.element(css(".arithmetic li").nth(1)).toHaveTextContent("masked");
});

test("presets give the pattern that they are named after, and are in the address", async () => {
  const weights = (): number[][] => [0, 1, 2, 3].map((row) => drawnRow("weight", row));
  const heaviest = (): number[] => weights().map((row) => row.indexOf(Math.max(...row)));
  await group("Example").getByText("copy").click();
  await expect.poll(heaviest).toEqual([0, 1, 2, 3]);
  await group("Example").getByText("previous token").click();
  await expect.poll(heaviest).toEqual([0, 0, 1, 2]);
  for (const [i, row] of weights().entries()) expect(row.slice(i + 1)).toEqual(Array(3 - i).fill(0));
  await expect.element(css(".meaning")).toHaveTextContent("position before its own");
  await expectAddress(/preset=previous/);
  await reopen();
  await expect.poll(heaviest).toEqual([0, 0, 1, 2]);
});

test("offers a causal mask only where keys can be later than a query, and says why not", async () => {
  const causal = field(/Causal/);
  await causal.click();
  await expect.element(drawn("weight 0 0")).toHaveTextContent("1.00");
  await expect.element(formula).toHaveTextContent("+ mask");
  await group("Example").getByText("translation").click();
  await expect.poll(() => causal.query()).toBeNull();
  await expect.element(page.getByText("No causal mask here")).toBeVisible();
  await goTo("#/scoring?preset=translation&causal=1");
  await expect.element(drawn("weight 0 3")).not.toHaveTextContent("0.00");
});

test("the formula says what is computed: score, scale, temperature and masks", async () => {
  await expect.element(formula).toHaveTextContent(/softmax\( Q Kᵀ \/ √4 \) V/);
  await page.getByRole("slider", { name: "Temperature" }).fill("50");
  await expect.element(formula).toHaveTextContent("(√4 · 0.3");
  await hit("score 2 0").click();
  await expect.element(formula).toHaveTextContent("mask: −∞ where masked (1 score)");
  await page.getByRole("slider", { name: "Valid length" }).fill("3");
  await expect.element(formula).toHaveTextContent("first 3 keys");
  for (const [name, said] of [
    ["dot", "Q Kᵀ / 0.3"],
    ["additive", "wᵀ tanh(W q + U k)"],
    ["Gaussian", "−½ ‖q − k‖²"],
    ["none (mean)", "softmax( 0"],
  ] as const) {
    await group("Score").getByText(name, { exact: true }).click();
    await expect.element(formula).toHaveTextContent(said);
    // Numbers keep within their cells.
    const { width } = box('[data-cell="score 2 0"]');
    const wide = all(".motion [data-number^=score] .inside").filter(
      (one) => one.getBoundingClientRect().width > width - 1,
    );
    expect(wide.map(({ textContent }) => textContent)).toEqual([]);
    // Only the additive layer has weights, which nobody has trained.
    expect(page.getByText("random here, not trained").elements()).toHaveLength(name === "additive" ? 1 : 0);
    await expect.element(arithmetic).not.toHaveTextContent("NaN");
  }
  await group("Score").getByText("scaled dot", { exact: true }).click();
  await group("Heads").getByText("2").click();
  await expect.element(formula).toHaveTextContent("√2");
});

test("masked keys get no weight, and a query without keys gets zeros", async () => {
  await hit("score 2 0").click();
  await expect.element(drawn("weight 2 0")).toHaveTextContent("0.00");
  expect(all(number("score 2 0"))).toEqual([]);
  await button(/^Unmask 1/).click();
  await expect.element(drawn("weight 2 0")).toHaveTextContent("0.87");
  await page.getByRole("slider", { name: /Valid length/ }).fill("0");
  await pointAway();
  await expect.element(arithmetic).toHaveTextContent("All keys are masked for “her”");
  expect(drawnRow("output", 2)).toEqual([0, 0, 0, 0]);
});

test("numbers are edited in the figure; what is no number is said and changes nothing", async () => {
  const cell = field("Q, queries: her, person");
  for (const given of ["abc", "NaN", "1e30", "", "<img src=x>"]) {
    await cell.fill(given);
    await press("{Enter}");
    const wrong = `“${given}” in Q, queries, row her, column person, is not a number from −999 to 999`;
    await expect.element(page.getByRole("alert")).toHaveTextContent(wrong);
    await expect.element(cell).toHaveAttribute("aria-invalid", "true");
    await expect.element(drawn("score 2 0")).toHaveTextContent("3");
  }
  expect(all("main img")).toEqual([]);
  await cell.fill("−1.5");
  await press("{Enter}");
  await expect.poll(() => page.getByRole("alert").query()).toBeNull();
  await expect.element(drawn("score 2 0")).toHaveTextContent("−1.5");
  await expectAddress(/[?&]q=/);
  await reopen();
  await expect.element(cell).toHaveValue("−1.5");
  await button("Restore its numbers").click();
  await expect.element(cell).toHaveValue("3");
});

test("another query, another row; two heads share the columns", async () => {
  await group("Query").getByText("lost").click();
  await expect.element(css(".arithmetic h2")).toHaveTextContent("lost");
  await group("Heads").getByText("2").click();
  await group("Head shown").getByText("2").click();
  await expect.element(css(".arithmetic li").first()).toHaveTextContent("(0·0 + 2·0) / √2");
  await expect.element(css(".arithmetic li").nth(3)).toHaveTextContent("(0·0 + 2·2) / √2 = 2.83");
});

test("on a phone the figure stays, Q, K and V are tabs", async () => {
  await windowOf(375);
  await expect.element(page.getByText("Predict, then reveal")).toBeVisible();
  await expectNoOverflow();
  await expectNoBarriers();
  expect(screens()).toBeLessThanOrEqual(4);
  await group("Edit the matrices").getByText("V, values").click();
  await field("V, values: Anna, past").fill("5");
  await expect.element(drawn("output 2 3")).toHaveTextContent("4.39");
  page.getByText("Temperature", { exact: true }).element().scrollIntoView({ block: "end" });
  await expect.element(css(".motion svg")).toBeInViewport({ ratio: 0.99 });
  await group("Edit the matrices").getByText("Q, queries").click();
  await expect.element(field("Q, queries: her, person")).toHaveValue("3");
});

test("a challenge is answered, then shown in the figure", async () => {
  const challenge = page.getByRole("listitem").filter({ hasText: "without the causal mask" });
  await challenge.getByRole("button", { name: "all words alike" }).click();
  await expect.element(challenge).toHaveTextContent("0.25 each");
  await challenge.getByRole("button").last().click();
  await expect.element(field(/Causal/)).not.toBeChecked();
  await expect.poll(() => drawnRow("weight", 0)).toEqual([0.25, 0.25, 0.25, 0.25]);
  await expect.element(caption).toHaveTextContent("shares its weight equally");
});

test("the histogram shows variance d, and 1 when scaled", async () => {
  await group("Vector size d").getByText("256").click();
  const image = page.getByRole("img", { name: /Histogram for vectors of size 256: variance 2[3-8]\d\./ });
  await expect.element(image).toHaveAccessibleName(/(0\.9\d|1\.0\d) when scaled/);
});
