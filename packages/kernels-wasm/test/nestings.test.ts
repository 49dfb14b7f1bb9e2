import process from "node:process";
import { compile, vjp } from "@saccade/autograd";
import { Parameter, SGD } from "@saccade/nn";
import * as t from "@saccade/tensor";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { level } from "../../../vitest.level.ts";
import { wasmBackend } from "../src/index.ts";
import { bounded, type Drawn, Draws, drawNesting, type Program, scalar } from "./nestings.ts";

// Each seed draws a nesting. SACCADE_SEED=N draws those from another seed on.
const { SACCADE_SEED: from = "0" } = process.env;
const count = { short: 50, all: 200, long: 2000 }[level];

/** How far numbers are apart, relative to the largest; infinite where only one is NaN, or shapes differ. */
function difference(got: readonly t.Tensor[], want: readonly t.Tensor[]): number {
  if (got.length !== want.length) return Number.POSITIVE_INFINITY;
  const each = want.map((y, k) => {
    const x = got[k]!;
    if (x.describe() !== y.describe()) return Number.POSITIVE_INFINITY;
    const [a, b] = [Array.from(x.dataSync()), Array.from(y.dataSync())];
    const scale = Math.max(1, ...b.filter(Number.isFinite).map(Math.abs));
    const off = b.map((value, i) =>
      Object.is(a[i], value) || a[i] === value ? 0 : Math.abs(a[i]! - value) / scale,
    );
    return off.some(Number.isNaN) ? Number.POSITIVE_INFINITY : Math.max(0, ...off);
  });
  return Math.max(0, ...each);
}

/** The program with other float inputs. */
const withFloats =
  (program: Program, { inputs, floats }: Drawn): Program =>
  (...xs) =>
    program(...inputs.map((x, i) => xs[floats.indexOf(i)] ?? x));

/** Values and gradients of the float inputs, eager; values of three calls, compiled. */
function evaluate(program: Program, drawn: Drawn, compiled: boolean): t.Tensor[] {
  const { inputs, floats } = drawn;
  if (compiled) {
    const step = compile(program);
    const calls = [1, 2, 3].flatMap(() => step(...inputs));
    step.dispose();
    return calls;
  }
  const { value, pullBack } = vjp(
    withFloats(program, drawn),
    floats.map((i) => inputs[i]!),
  );
  return [...value, ...pullBack(value.map((y) => bounded(y.detach()).add(0.5)))];
}

/** The float inputs after three steps that minimize what the program gives. */
function train(program: Program, drawn: Drawn, compiled: boolean): t.Tensor[] {
  const { inputs, floats } = drawn;
  const params = floats.map((i) => new Parameter(inputs[i]!.clone()));
  const optimizer = new SGD(params, { lr: 0.01, momentum: 0.9, clipGradNorm: 1 });
  const run = (): t.Tensor => optimizer.step(() => scalar(withFloats(program, drawn)(...params), 1));
  const step = compiled ? compile(run) : Object.assign(run, { dispose: () => {} });
  for (let i = 0; i < 2; i++) t.scope(() => void step());
  const before = t.memory().tensors;
  t.scope(() => void step());
  expect(t.memory().tensors, "live tensors after a step").toBe(before);
  step.dispose();
  return params;
}

/** What a program gives, or the error's message where it has no gradient. */
function outcome(f: () => t.Tensor[]): readonly t.Tensor[] | string {
  try {
    return f();
  } catch (error) {
    const message = String(error);
    if (/does not depend on|on the path to the loss/.test(message)) return message;
    throw error;
  }
}

const modes = ["eager", "eager", "compiled", "trained", "trained compiled"];

/** Numbers to compute with, and how near results must be. */
interface Arithmetic {
  readonly backend: t.Backend;
  readonly dtype: t.DType;
  readonly tolerance: number;
}
const double: Arithmetic = { backend: t.referenceBackend(), dtype: "float64", tolerance: 1e-9 };
const single: Arithmetic = { backend: await wasmBackend(), dtype: "float32", tolerance: 1e-4 };

/** The nesting of a seed: what it is, and what the transforms and the loops give. */
function nestingOf(seed: number, { dtype, backend }: Arithmetic) {
  t.setBackend(backend);
  const drawn = drawNesting(seed, dtype, backend);
  const mode = new Draws(~seed).one(modes);
  const trains = mode.startsWith("trained");
  const run = trains ? train : evaluate;
  return {
    ...{ text: `${seed} ${mode}: ${drawn.text}`, trains },
    got: () => outcome(() => run(drawn.transformed, drawn, mode.endsWith("compiled"))),
    want: () => outcome(() => run(drawn.looped, drawn, mode === "compiled")),
  };
}

/** How far single precision takes what loops give from what they give in double precision. */
function roundingOf(want: readonly t.Tensor[], seed: number): number {
  const exact = nestingOf(seed, double).want();
  const doubled = want.map((y) => y.to(double.backend).to(double.dtype));
  return typeof exact === "string" ? 0 : difference(doubled, exact);
}

/** Why a nesting does not give what loops give, or leaves tensors behind; null where it does. */
function fault(seed: number, numbers: Arithmetic): string | null {
  let text = String(seed);
  let trains = false;
  const check = (): string | null => {
    const nesting = nestingOf(seed, numbers);
    ({ text, trains } = nesting);
    const [got, want] = [nesting.got(), nesting.want()];
    if (typeof got === "string" || typeof want === "string")
      return got === want ? null : `${got}, not ${want}`;
    const off = difference(got, want);
    if (off <= numbers.tolerance) return null;
    return numbers === single && off <= 2 * roundingOf(want, seed) ? null : `off by ${off}`;
  };
  const before = t.memory().tensors;
  try {
    const found = t.scope(check);
    // Parameters and an optimizer's state are left to the garbage collector.
    const left = trains ? 0 : t.memory().tensors - before;
    return found === null && left === 0 ? null : `${text}: ${found ?? `${left} tensors are left`}`;
  } catch (error) {
    return `${text}: ${error instanceof Error ? error.stack : error}`;
  }
}

const current = t.getBackend();
beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  t.setBackend(current);
  vi.restoreAllMocks();
});

test.each([
  ["the reference", double],
  ["wasm", single],
])(
  `${count} random nestings of transforms give what loops over samples give, on %s`,
  { timeout: 1_200_000 },
  (_name, numbers) => {
    const seeds = Array.from({ length: count }, (_, i) => Number(from) + i);
    const faults = seeds.map((seed) => fault(seed, numbers)).filter((one) => one !== null);
    expect(faults.slice(0, 10).join("\n"), `${faults.length} of ${count}`).toBe("");
  },
);
