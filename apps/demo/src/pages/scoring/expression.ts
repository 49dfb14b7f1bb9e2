import { brief } from "./brief.ts";
import type { Rows, ScoreName } from "./calls.ts";
import { showCell } from "./cell.ts";

/** One summand of a score, of the pair that it is made of. */
export function termOf(name: ScoreName, [a = 0, b = 0]: readonly number[]): number {
  switch (name) {
    case "dot":
    case "scaled":
      return a * b;
    case "gaussian":
      return (a - b) ** 2;
    case "additive":
      return a * Math.tanh(b);
    case "average":
      return 0;
  }
}

/** A score before it is divided by anything. */
export function sumOf(name: ScoreName, pairs: Rows): number {
  const sum = pairs.reduce((total, pair) => total + termOf(name, pair), 0);
  return name === "gaussian" ? -0.5 * sum : sum;
}

/** The divisor of the sum. */
export function divisorOf(name: ScoreName, width: number, temperature: number): number {
  return (name === "scaled" ? Math.sqrt(width) : 1) * temperature;
}

/** The divisor as one writes it, such as "√4 · 0.5"; empty for one. */
export function divisorText(name: ScoreName, width: number, temperature: number): string {
  const parts = [
    ...(name === "scaled" ? [`√${width}`] : []),
    ...(temperature === 1 ? [] : [showCell(temperature)]),
  ];
  return parts.length > 1 ? `(${parts.join(" · ")})` : parts.join("");
}

/**
 * A score written out with its numbers, such as "(2·1 + 0·2) / √2".
 * @param pairs (c, 2): what the score is a sum over
 */
export function expression(name: ScoreName, pairs: Rows, temperature: number): string {
  const divisor = divisorText(name, pairs.length, temperature);
  const text = undivided(name, pairs);
  if (divisor === "" || name === "average") return text;
  return name === "gaussian" ? `${text} / ${divisor}` : `(${text}) / ${divisor}`;
}

/** The same before it is divided. */
export function undivided(name: ScoreName, pairs: Rows): string {
  const sum = (term: (a: string, b: string) => string): string =>
    pairs.map(([a = 0, b = 0]) => term(inBrackets(showCell(a)), inBrackets(showCell(b)))).join(" + ");
  switch (name) {
    case "dot":
    case "scaled":
      return sum((a, b) => `${a}·${b}`);
    case "gaussian":
      return `−½ (${sum((a, b) => `(${a} − ${b})²`)})`;
    case "additive":
      return pairs.map(([a = 0, b = 0]) => `${inBrackets(brief(a))}·tanh(${brief(b)})`).join(" + ");
    case "average":
      return "0";
  }
}

/** The same, computed: what the expression comes to. */
export function valueOf(name: ScoreName, pairs: Rows, temperature: number): number {
  return sumOf(name, pairs) / divisorOf(name, pairs.length, temperature);
}

function inBrackets(text: string): string {
  return text.startsWith("−") ? `(${text})` : text;
}
