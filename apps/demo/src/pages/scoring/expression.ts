import type { Rows, ScoreName } from "./calls.ts";
import { showCell } from "./cell.ts";

/**
 * A score written out with its numbers, such as "(2·1 + 0·2) / √2".
 * @param pairs (c, 2): what the score is a sum over
 */
export function expression(name: ScoreName, pairs: Rows, temperature: number): string {
  const sum = (term: (a: string, b: string) => string): string =>
    pairs.map(([a = 0, b = 0]) => term(showCell(a), inBrackets(showCell(b)))).join(" + ");
  const products = (): string => sum((a, b) => `${a}·${b}`);
  const divided = temperature === 1 ? "" : ` / ${showCell(temperature)}`;
  switch (name) {
    case "dot":
      return divided === "" ? products() : `(${products()})${divided}`;
    case "scaled":
      return `(${products()}) / √${pairs.length}${divided}`;
    case "gaussian":
      return `−½ (${sum((a, b) => `(${a} − ${b})²`)})${divided}`;
    case "additive": {
      const units = pairs.map(([a = 0, b = 0]) => `${showCell(a)}·tanh(${showCell(b)})`).join(" + ");
      return divided === "" ? units : `(${units})${divided}`;
    }
    case "average":
      return "0";
  }
}

/** The same, computed: what the expression comes to. */
export function valueOf(name: ScoreName, pairs: Rows, temperature: number): number {
  const sum = (term: (a: number, b: number) => number): number =>
    pairs.reduce((total, [a = 0, b = 0]) => total + term(a, b), 0);
  switch (name) {
    case "dot":
      return sum((a, b) => a * b) / temperature;
    case "scaled":
      return sum((a, b) => a * b) / Math.sqrt(pairs.length) / temperature;
    case "gaussian":
      return (-0.5 * sum((a, b) => (a - b) ** 2)) / temperature;
    case "additive":
      return sum((a, b) => a * Math.tanh(b)) / temperature;
    case "average":
      return 0;
  }
}

function inBrackets(text: string): string {
  return text.startsWith("−") ? `(${text})` : text;
}
