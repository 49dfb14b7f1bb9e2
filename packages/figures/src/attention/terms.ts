import { brief } from "../ui/index.ts";
import type { Rows, ScoreName } from "./attended.ts";

/** How a score is a sum over pairs of numbers. */
interface Kind {
  /** Labels of the rows of the bench, on which one score is computed. */
  readonly signs: readonly string[];
  /** A summand, and how one writes it. */
  readonly term: (a: number, b: number) => number;
  readonly text: (a: number, b: number) => string;
  /** Of the sum; 1 unless given. */
  readonly factor?: number;
}

const product: Kind = {
  signs: ["q", "k", "×", "Σ"],
  term: (a, b) => a * b,
  text: (a, b) => `${inBrackets(showCell(a))}·${inBrackets(showCell(b))}`,
};

export const kinds: Readonly<Record<ScoreName, Kind>> = {
  dot: product,
  scaled: product,
  gaussian: {
    signs: ["q", "k", "(q−k)²", "−½ Σ"],
    term: (a, b) => (a - b) ** 2,
    text: (a, b) => `(${inBrackets(showCell(a))} − ${inBrackets(showCell(b))})²`,
    factor: -0.5,
  },
  additive: {
    signs: ["w", "Wq+Uk", "w·tanh", "Σ"],
    term: (a, b) => a * Math.tanh(b),
    text: (a, b) => `${inBrackets(brief(a))}·tanh(${brief(b)})`,
  },
  unprojected: {
    signs: ["q", "k", "tanh", "Σ"],
    term: (a, b) => Math.tanh(a + b),
    text: (a, b) => `tanh(${showCell(a)} + ${inBrackets(showCell(b))})`,
  },
  average: { signs: [], term: () => 0, text: () => "" },
};

/** One summand of a score, of the pair that it is made of. */
export function termOf(name: ScoreName, [a = 0, b = 0]: readonly number[]): number {
  return kinds[name].term(a, b);
}

/** A score before it is divided by anything. */
export function sumOf(name: ScoreName, pairs: Rows): number {
  return pairs.reduce((total, pair) => total + termOf(name, pair), 0) * (kinds[name].factor ?? 1);
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
  if (name === "average") return "0";
  const sum = pairs.map(([a = 0, b = 0]) => kinds[name].text(a, b)).join(" + ");
  return name === "gaussian" ? `−½ (${sum})` : sum;
}

/** A number with three digits after the point at most, and a true minus sign. */
export function showCell(value: number): string {
  const shown = Number(value.toFixed(3));
  return String(Object.is(shown, -0) ? 0 : shown).replace("-", "−");
}

function inBrackets(text: string): string {
  return text.startsWith("−") ? `(${text})` : text;
}
