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
import { type Closeness, difference, near } from "./compare.ts";
import type { Draw } from "./draw.ts";
import { drawArguments, Operand, onBackend, operandsIn, replaced, shown } from "./operands.ts";
import { numeric, type Sample } from "./samples.ts";
import type { Case, Verdict } from "./verdict.ts";

// Calls that work, with drawn operands, on a backend and on the reference.

const reference = referenceBackend();
/** Constructors give no numbers, and modules live on one backend. */
const callable = numeric.filter(
  ({ path, call }) =>
    /^[a-z]/.test(path.split(".").at(-1)!) && !givenTo(call).some((value) => value instanceof Module),
);
/** Functions that keep the tensors that they make. */
const keeps = /^Lazy|Cache/;
/**
 * Functions whose gradient differs from finite differences on purpose, as in PyTorch: none after detach, in histograms and of saved statistics, at
 * `paddingIdx` 0, for places that repeat any, and for matrices and log-probabilities that are taken as symmetric or normalized.
 */
const other =
  /^(detach|histogram|(lin|log)space|embedding|indexCopy|scatter$|masked\.std|nativeBatchNorm|linalg\.(eig|chol|ldl|lu|pinv|lstsq)|(max|Max)Unpool|ctc|CTC)/i;

/** A drawn call of a drawn function. */
export function drawCall(backend: Backend, draw: Draw, samples: readonly Sample[] = callable): Case {
  const sample = draw.pick(samples);
  const smooth = draw.chance(0.2);
  const args = drawArguments(sample.call, draw, smooth);
  const once = (): Verdict => scope(() => compared(sample, args, backend, smooth));
  return {
    of: sample.path,
    args: args.map(shown).join(", "),
    run: () => {
      const before = memory().tensors;
      const verdict = once();
      const kept = memory().tensors;
      // Tensors kept once may be a cache; if a second call keeps more, they are a leak.
      const again = verdict.fault === undefined && kept > before && !keeps.test(sample.path);
      if (again) once();
      setBackend(reference);
      const more = memory().tensors - kept;
      for (const { base } of operandsIn(args)) base.dispose();
      return again && more > 0 ? { fault: `leaks ${more} tensors a call` } : verdict;
    },
  };
}

function compared(sample: Sample, args: readonly unknown[], backend: Backend, smooth: boolean): Verdict {
  const want = run(sample, args, reference);
  const thrown = [want.result, want.gradients].filter((one) => one instanceof Error);
  const raw = thrown.map((one) => fault(one)).find((one) => one !== null);
  if (raw !== undefined) return { fault: `the reference ${raw}` };
  const largest = largestIn(args);
  // A small result of large operands has their rounding error.
  const absolute = near.absolute * Math.min(1000, Math.max(1, largest));
  const close = { ...near, absolute, overflows: largest > 1e12 };
  const unlike = difference(run(sample, args, backend), want, close);
  if (unlike !== null) {
    // The reference computes in float64, where squares of such numbers are finite. PyTorch's are not.
    if (largest > 2 ** 63 && !(want.result instanceof Error)) return { outcome: "overflows" };
    return isSteady(sample, args, close) ? { fault: unlike } : { outcome: "ill-conditioned" };
  }
  if (want.result instanceof Error) return { outcome: "refused" };
  const slope = smooth && !other.test(sample.path) ? slopeFault(sample, args) : null;
  return slope === null ? { outcome: "same" } : { fault: slope };
}

function run(sample: Sample, args: readonly unknown[], on: Backend): { result: unknown; gradients: unknown } {
  const result = called(sample, args, on, ({ base, view }) => view(base.to(on).clone()));
  return { result, gradients: gradientsOf(sample, args, on, result) };
}

function largestIn(args: readonly unknown[]): number {
  const floats = operandsIn(args).filter(isDifferentiable);
  return floats
    .flatMap(({ base }) => [...base.dataSync()])
    .reduce((most, value) => Math.max(most, Number.isFinite(value) ? Math.abs(value) : 0), 0);
}

/** Whether the reference's numbers stay when the last digits of the operands change: where not, they say nothing. */
function isSteady(sample: Sample, args: readonly unknown[], close: Closeness): boolean {
  const at = (seed: number) =>
    run(
      sample,
      replaced(args, ({ base, view }) => new Operand(shaken(view(base).clone(), seed), (x) => x)),
      reference,
    );
  const still = at(0);
  return [1, 2, 3, 4].every((seed) => difference(at(seed), still, close) === null);
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

function gradientsOf(sample: Sample, args: readonly unknown[], on: Backend, plain: unknown): unknown {
  const operands = operandsIn(args);
  if (plain instanceof Error || floatsIn(plain).length === 0 || !operands.some(isDifferentiable)) return null;
  try {
    return pulled(sample, args, on, new Map(operands.map((one) => [one, one.base.to(on)]))).gradients;
  } catch (error) {
    return error;
  }
}

/** The floats of a tensor, each off by its last digits; as they are for the seed 0. */
function shaken(x: Tensor, seed: number): Tensor {
  if (x.dtype !== "float32" || seed === 0) return x;
  const values = x.dataSync();
  const largest = Math.max(0, ...[...values].map(Math.abs).filter(Number.isFinite));
  const off = (i: number): number => ((((i + seed) * 7 + seed) % 3) - 1) * 2 ** -21;
  // Zeros move with every other seed, so that equal values part.
  const moved = (value: number, i: number): number => value + off(i) * (seed % 2 === 0 ? value : largest);
  return fromData(Float32Array.from(values, moved), x.shape);
}

/** Holds the gradient against differences of the function in float64, where those agree with each other. */
function slopeFault(sample: Sample, args: readonly unknown[]): string | null {
  setBackend(reference);
  const operands = operandsIn(args);
  if (operands.some(({ base }) => base.numel === 0)) return null;
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
  } catch (error) {
    // A function of float32 only is refused.
    return fault(error);
  }
}
