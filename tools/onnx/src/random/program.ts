import { noGrad } from "@saccade/autograd";
import type { DynamicAxes } from "@saccade/onnx";
import { manualSeed, randn, type Tensor } from "@saccade/tensor";
import { Choice } from "./choice.ts";
import { control } from "./control.ts";
import { layers } from "./layers.ts";
import type { Maker, Step } from "./step.ts";
import { values } from "./values.ts";
import { views } from "./views.ts";

export type Sizes = Readonly<Record<string, number>>;
type Inputs = Readonly<Record<string, Tensor>>;

/** A program of some steps, each of an earlier value, and the sizes at which it is tried. */
export interface RandomProgram {
  readonly text: string;
  /** The names of the steps, for counts. */
  readonly names: readonly string[];
  readonly dynamicAxes: DynamicAxes;
  readonly example: Sizes;
  /** Ten others, 1 among them. */
  readonly others: readonly Sizes[];
  inputs(sizes: Sizes): Inputs;
  /** @param after applied to each value before the next one is computed from it */
  run(inputs: Inputs, after?: (x: Tensor) => Tensor): Readonly<Record<string, Tensor>>;
}

const families: readonly (readonly [share: number, makers: Readonly<Record<string, Maker>>])[] = [
  [0.42, views],
  [0.3, values],
  [0.16, layers],
  [0.12, control],
];

const tried = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 16, 17, 19, 23, 25, 31, 32, 33, 40, 41, 50, 63, 64, 65, 70, 97,
];

interface Line extends Step {
  readonly of: number;
  readonly name: string;
}

/** The program of a seed. */
export function programOf(seed: number): RandomProgram {
  const choice = new Choice(seed);
  manualSeed(seed);
  const ndim = choice.of([1, 2, 2, 3, 3, 3, 4]);
  const symbols = ["n", "m"].slice(0, ndim > 1 && choice.chance(0.4) ? 2 : 1);
  const dims = Array.from({ length: ndim }, () => choice.int(1, 6) as number | string);
  for (const symbol of symbols) {
    const free = dims.map((_, d) => d).filter((d) => typeof dims[d] === "number");
    dims[choice.of(free)] = symbol;
  }
  const example = Object.fromEntries(
    symbols.map((symbol) => [symbol, choice.of([1, 2, 3, 4, 5, 6, 8, 11, 16, 20, 24])]),
  );
  const inputs = (sizes: Sizes): Inputs => ({
    x: randn(dims.map((size) => (typeof size === "number" ? size : sizes[size]!))),
  });
  // Most programs should run at larger sizes, too.
  const larger = Object.fromEntries(symbols.map((symbol, i) => [symbol, example[symbol]! + 7 + i]));
  const lines = linesOf(choice, inputs(example)["x"]!, inputs(larger)["x"]!);
  const others: Sizes[] = [Object.fromEntries(symbols.map((symbol) => [symbol, 1]))];
  while (others.length < 10)
    others.push(Object.fromEntries(symbols.map((symbol) => [symbol, choice.of(tried)])));
  return {
    text: [
      `x: [${dims}] at ${JSON.stringify(example)}`,
      ...lines.map(({ text, of }, i) => `value ${i + 1} = ${of === 0 ? "x" : `value ${of}`}: ${text}`),
    ].join("\n"),
    names: lines.map(({ name }) => name),
    dynamicAxes: {
      x: Object.fromEntries(dims.flatMap((size, d) => (typeof size === "string" ? [[d, size]] : []))),
    },
    example,
    others,
    inputs,
    run: ({ x }, after = (y) => y) => outputsOf(run(lines, x!, after)),
  };
}

function run(lines: readonly Line[], x: Tensor, after: (y: Tensor) => Tensor): Tensor[] {
  const all = [x];
  for (const line of lines) all.push(after(line.run(all[line.of]!, all)));
  return all;
}

// The last values, which reflect those that they were computed from.
function outputsOf(all: readonly Tensor[]): Readonly<Record<string, Tensor>> {
  return Object.fromEntries(
    all
      .slice(1)
      .slice(-2)
      .map((y, i) => [`y${i}`, y]),
  );
}

const mostElements = 20_000;

function linesOf(choice: Choice, x: Tensor, larger: Tensor): Line[] {
  const lines: Line[] = [];
  const [all, others] = [[x], [larger]];
  const wanted = choice.int(1, 6);
  for (let tries = 0; tries < 200 && lines.length < wanted; tries++) {
    const of = choice.chance(0.8) ? all.length - 1 : choice.int(0, all.length - 1);
    const y = all[of]!;
    const [name, maker] = pick(choice);
    try {
      const step = maker(choice, y, all);
      if (step === null) continue;
      const result = noGrad(() => step.run(y, all));
      if (result.numel > mostElements || result.ndim > 5) continue;
      const other = choice.chance(0.05)
        ? attempt(() => step.run(others[of]!, others))
        : step.run(others[of]!, others);
      lines.push({ ...step, of, name });
      all.push(result);
      others.push(other ?? result);
    } catch {
      // The step does not take a value of this shape.
    }
  }
  return lines;
}

function attempt(f: () => Tensor): Tensor | null {
  try {
    return noGrad(f);
  } catch {
    return null;
  }
}

function pick(choice: Choice): readonly [string, Maker] {
  let at = choice.next();
  for (const [share, makers] of families) {
    at -= share;
    if (at <= 0) return choice.of(Object.entries(makers));
  }
  return choice.of(Object.entries(views));
}
