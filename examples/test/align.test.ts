import { expect, test } from "vitest";
import { parseOptions } from "../align/options.ts";
import { tableOf, verdictOf } from "../align/table.ts";

const row = (model: string, seed: number, aer: number) => ({
  model,
  seed,
  aer,
  contentWeight: 0.8 + aer,
  bleu: 0.9 + aer / 2,
  seconds: 30 + seed,
});
const rows = [row("plain", 0, 0.2), row("plain", 1, 0.4), row("plain", 2, 0.3), row("sharp", 0, 0.05)];

test("the table has the median and the worst of each model's seeds", () => {
  const lines = tableOf(rows).split("\n");
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
    ["model", "seeds", "AER, worst", "content weight, worst", "BLEU, worst", "seconds"],
    ["plain", "3", "0.300 0.400", "1.100 1.000", "1.050 1.000", "31"],
    ["sharp", "1", "0.050 0.050", "0.850 0.850", "0.925 0.925", "30"],
  ]);
});

test("the goals are for the model that aligns best", () => {
  expect(verdictOf(rows)).toMatch(
    /^sharp aligns best: AER, median ≤ 0.1 \(0.050: reached\), .*30.000: reached\)$/,
  );
  expect(verdictOf(rows.slice(0, 3))).toMatch(/^plain aligns best: AER, median ≤ 0.1 \(0.300: missed\)/);
});

test("lists of models and seeds, and what is wrong with them", () => {
  const options = parseOptions(["--models", "seed,luong-dot", "--seeds", "3", "--grammar", "zh-en"]);
  expect(options).toMatchObject({ models: ["seed", "luong-dot"], seeds: [3], grammar: "zh-en", json: false });
  expect(parseOptions([])).toMatchObject({ seeds: [0, 1, 2, 3, 4], grammar: "en-fr" });
  expect(() => parseOptions(["--models", "seed,gru"])).toThrow(/no model "gru"; there are seed, bahdanau/);
  expect(() => parseOptions(["--seeds", "1,-2"])).toThrow(/--seeds takes whole numbers from 0 up, not "-2"/);
  expect(() => parseOptions(["--seeds", "1,,2"])).toThrow(/--seeds takes one list/);
  expect(() => parseOptions(["--grammar", "de"])).toThrow(/--grammar takes one of en-fr, en-zh, zh-en/);
  expect(() => parseOptions(["--steps", "3"])).toThrow(/unknown option --steps/);
});
