import { vjp } from "@saccade/autograd";
import { Module } from "@saccade/nn";
import {
  type Backend,
  fromData,
  manualSeed,
  memory,
  ones,
  referenceBackend,
  scope,
  setBackend,
  Tensor,
} from "@saccade/tensor";
import { isFloat } from "@saccade/tensor/backend";
import { fault, givenTo } from "../../../packages/tensor/test/walk.ts";
import { difference, near } from "./compare.ts";
import type { Draw } from "./draw.ts";
import { drawArguments, type Operand, onBackend, operandsIn, shown } from "./operands.ts";
import { numeric, type Sample } from "./samples.ts";
import type { Verdict } from "./verdict.ts";

// Calls that work, with drawn operands, on a backend and on the reference.

const reference = referenceBackend();
/** Constructors give no numbers, and modules live on one backend. */
const callable = numeric.filter(
  ({ path, call }) =>
    /^[a-z]/.test(path.split(".").at(-1)!) && !givenTo(call).some((value) => value instanceof Module),
);
/** What keeps the tensors that it makes. */
const keeps = /^Lazy|Cache/;
/** What has no gradient on purpose, though its value changes. */
const stopped = ["detach", "stopGradient"];

interface Run {
  readonly result: unknown;
  readonly gradients: unknown;
}

/** One drawn call of a drawn function. */
export function tryCall(backend: Backend, draw: Draw, samples: readonly Sample[] = callable): Verdict {
  const sample = draw.pick(samples);
  const smooth = draw.chance(0.2);
  const args = drawArguments(sample.call, draw, smooth ? "normal" : undefined);
  const before = memory().tensors;
  try {
    const once = (): Verdict => scope(() => compared(sample, args, backend, smooth));
    const verdict = once();
    const kept = memory().tensors;
    // What is kept once may be a cache; what a second call keeps too is a leak.
    if (verdict.fault === undefined && kept > before && !keeps.test(sample.path)) {
      once();
      if (memory().tensors > kept)
        return {
          of: sample.path,
          fault: `leaks ${memory().tensors - kept} tensors a call`,
          args: shown(args),
        };
    }
    return verdict.fault === undefined ? verdict : { ...verdict, args: shown(args) };
  } finally {
    setBackend(reference);
    for (const { base } of operandsIn(args)) base.dispose();
  }
}

function compared(sample: Sample, args: readonly unknown[], backend: Backend, smooth: boolean): Verdict {
  const of = sample.path;
  const made = ({ base, view }: Operand, on: Backend): Tensor => view(base.to(on).clone());
  const run = (on: Backend, change = (x: Tensor): Tensor => x): Run => {
    const plain = called(sample, args, on, (one) => made({ ...one, base: change(one.base) }, on));
    return { result: plain, gradients: gradientsOf(sample, args, on, plain, change) };
  };
  const want = run(reference);
  const raw =
    want.result instanceof Error
      ? fault(want.result)
      : want.gradients instanceof Error
        ? fault(want.gradients)
        : null;
  if (raw !== null) return { of, fault: `${raw} (on the reference)` };
  const got = run(backend);
  const numbers = operandsIn(args).flatMap(({ base }) => (isFloat(base.dtype) ? [...base.dataSync()] : []));
  const finite = Math.max(0, ...numbers.map(Math.abs).filter(Number.isFinite));
  const close = { ...near, overflows: finite > 1e12 };
  const unlike = difference(got, want, close);
  if (unlike !== null) {
    // Where a change in the last digits of the operands changes as much, the numbers say nothing.
    const steady = [1, 2, 3, 4].every(
      (seed) =>
        difference(
          run(reference, (x) => shaken(x, seed)),
          want,
          close,
        ) === null,
    );
    return steady ? { of, fault: unlike } : { of, outcome: "ill-conditioned" };
  }
  if (want.result instanceof Error) return { of, outcome: "refused" };
  const slope = smooth && !stopped.includes(of) ? slopeFault(sample, args) : null;
  return slope === null ? { of, outcome: "same" } : { of, fault: slope };
}

/** The result of a call, or the error that it throws. */
function called(
  sample: Sample,
  args: readonly unknown[],
  on: Backend,
  made: (one: Operand) => Tensor,
): unknown {
  setBackend(on);
  manualSeed(0);
  try {
    const move = (value: unknown): unknown => onBackend(value, on, made);
    return sample.run(args.map(move), move);
  } catch (error) {
    return error;
  }
}

/** The float tensors in a result. */
function floatsIn(result: unknown): Tensor[] {
  if (result instanceof Tensor) return isFloat(result.dtype) ? [result] : [];
  const isPlain = Array.isArray(result) || (typeof result === "object" && result !== null);
  return isPlain ? Object.values(result).flatMap(floatsIn) : [];
}

const isDifferentiable = ({ base }: Operand): boolean => isFloat(base.dtype);

function pulled(sample: Sample, args: readonly unknown[], on: Backend, bases: ReadonlyMap<Operand, Tensor>) {
  const leaves = [...bases.keys()].filter(isDifferentiable);
  const { value, pullBack } = vjp(
    (...xs: Tensor[]) => {
      const made = (one: Operand): Tensor => one.view(xs[leaves.indexOf(one)] ?? bases.get(one)!);
      const result = called(sample, args, on, made);
      if (result instanceof Error) throw result;
      return floatsIn(result);
    },
    leaves.map((one) => bases.get(one)!),
  );
  const cotangents = value.map((y, i) =>
    ones(y.shape, { dtype: y.dtype, backend: y.backend }).mul(1 + i / 2),
  );
  return { leaves, value, gradients: pullBack(cotangents) };
}

function gradientsOf(
  sample: Sample,
  args: readonly unknown[],
  on: Backend,
  plain: unknown,
  change: (x: Tensor) => Tensor,
): unknown {
  const operands = operandsIn(args);
  if (plain instanceof Error || floatsIn(plain).length === 0 || !operands.some(isDifferentiable)) return null;
  try {
    return pulled(sample, args, on, new Map(operands.map((one) => [one, change(one.base).to(on)]))).gradients;
  } catch (error) {
    return error;
  }
}

/** The floats of a tensor, each off by its last digit. */
function shaken(x: Tensor, seed: number): Tensor {
  if (x.dtype !== "float32") return x;
  const values = x.dataSync();
  const largest = Math.max(0, ...[...values].map(Math.abs).filter(Number.isFinite));
  const off = (i: number): number => ((((i + seed) * 7 + seed) % 3) - 1) * 2 ** -23;
  // Zeros move with every other seed, so that equal values part.
  const moved = (value: number, i: number): number => value + off(i) * (seed % 2 === 0 ? value : largest);
  return fromData(Float32Array.from(values, moved), x.shape);
}

/** Holds the gradient against differences of the function in float64, where those agree with each other. */
function slopeFault(sample: Sample, args: readonly unknown[]): string | null {
  const operands = operandsIn(args);
  const at = (h: number): Map<Operand, Tensor> =>
    new Map(
      operands.map((one) => {
        if (!isDifferentiable(one)) return [one, one.base];
        const x = Float64Array.from(one.base.dataSync(), (value, i) => value + h * Math.sin(i * 12.9 + 1));
        return [one, fromData(x, one.base.shape)];
      }),
    );
  try {
    const total = (ys: readonly Tensor[]): number =>
      ys.reduce((sum, y, i) => sum + y.sum().item() * (1 + i / 2), 0);
    const loss = (h: number): number => total(pulled(sample, args, reference, at(h)).value);
    const { leaves, gradients } = pulled(sample, args, reference, at(0));
    const slope = gradients.reduce((sum, gradient, k) => {
      const along = Float64Array.from({ length: leaves[k]!.base.numel }, (_, i) => Math.sin(i * 12.9 + 1));
      return sum + gradient.mul(fromData(along, gradient.shape)).sum().item();
    }, 0);
    const [wide, half] = [1e-4, 5e-5].map((h) => (loss(h) - loss(-h)) / (2 * h)) as [number, number];
    const isSmooth = Math.abs(wide - half) <= 1e-5 * (1 + Math.abs(half));
    const agrees = Math.abs(slope - half) <= 1e-2 * (1 + Math.abs(half));
    return isSmooth && !agrees ? `the gradient says ${slope}, differences say ${half}` : null;
  } catch {
    // A function of float32 only.
    return null;
  }
}
