import { ArgumentError, fromData, referenceBackend, scope, type Tensor } from "@saccade/tensor";
import { checkFunction, checkTensors, isFloat, numelOf } from "@saccade/tensor/backend";
import { number, type OptionsOf, options, rule, type SettingsOf } from "@saccade/tensor/contract";
import { noGrad } from "./tape.ts";
import { listOf, vjp } from "./vjp.ts";

const gradCheckOptions = options(
  "gradCheck",
  {
    /** 1 checks gradients; 2 also checks gradients of gradients. Default 1. */
    order: rule("1 or 2", (value): value is 1 | 2 => value === 1 || value === 2, 1),
    /** The step of the central differences. Default 1e-5. */
    eps: number(1e-5, { above: 0 }),
    /** The absolute tolerance: |analytic − numeric| ≤ atol + rtol · |numeric|. Default 1e-6. */
    atol: number(1e-6, { min: 0 }),
    /** The relative tolerance. Default 1e-5. */
    rtol: number(1e-5, { min: 0 }),
  },
  { example: "gradCheck(f, [x], { order: 2 })", renamed: { tol: "write atol or rtol" } },
);

/** Options of {@link gradCheck}. */
export interface GradCheckOptions extends OptionsOf<typeof gradCheckOptions> {}

/**
 * A gradient differs from the finite difference.
 *
 * @example
 * const f = (x) => x.mul(stopGradient(x)).sum();
 * gradCheck(f, [tensor([1, 2])]); // throws GradCheckError
 */
export class GradCheckError extends Error {
  override readonly name: string = "GradCheckError";
}

/**
 * Compares the gradients of `f` with central differences, in float64 on the reference backend. Outputs of
 * any shape are reduced with fixed irregular weights, so that errors do not cancel. Integer and bool inputs are passed
 * through. `f` must be smooth at the inputs and deterministic.
 *
 * @throws GradCheckError naming the input, the element and both values; ArgumentError for an unknown option, or if no
 * input is a float tensor.
 * @example gradCheck((a, b) => a.matmul(b).tanh(), [randn([2, 3]), randn([3, 2])], { order: 2 }) // undefined
 */
export function gradCheck(
  f: (...inputs: Tensor[]) => Tensor | readonly Tensor[],
  inputs: readonly Tensor[],
  given?: GradCheckOptions,
): void {
  checkFunction("gradCheck", "f", f, "write gradCheck((x) => x.tanh(), [x])");
  checkTensors("gradCheck", "inputs", inputs, "write [x]");
  if (floatPositions(inputs).length === 0)
    throw new ArgumentError("gradCheck: no input is of floats, so there is no gradient to check.");
  const settings = gradCheckOptions(given);
  scope(() => {
    const exact = inputs.map(toFloat64);
    const value = (...xs: Tensor[]): Tensor => weightedSum(f(...xs), 0);
    compare("first", value, exact, settings);
    if (settings.order !== 2) return;
    const slope = (...xs: Tensor[]): Tensor => {
      const floats = floatPositions(xs);
      const grads = gradients(value, xs);
      return weightedSum(
        floats.map((i) => grads[i]!),
        1,
      );
    };
    compare("second", slope, exact, settings);
  });
}

function compare(
  which: string,
  f: (...xs: Tensor[]) => Tensor,
  inputs: readonly Tensor[],
  { eps, atol, rtol }: SettingsOf<typeof gradCheckOptions>,
): void {
  const analytic = gradients(f, inputs);
  for (const i of floatPositions(inputs)) {
    const grad = analytic[i]!.dataSync();
    const values = inputs[i]!.dataSync();
    for (let k = 0; k < values.length; k++) {
      const numeric = (valueAt(f, inputs, i, k, eps) - valueAt(f, inputs, i, k, -eps)) / (2 * eps);
      if (!(Math.abs(grad[k]! - numeric) <= atol + rtol * Math.abs(numeric)))
        throw new GradCheckError(
          `gradCheck: ${which}-order gradient of input ${i}, element ${k}: analytic ${grad[k]}, finite difference ${numeric}.`,
        );
    }
  }
}

function valueAt(
  f: (...xs: Tensor[]) => Tensor,
  inputs: readonly Tensor[],
  i: number,
  k: number,
  step: number,
): number {
  return noGrad(() => {
    const moved = inputs.map((x, j) => {
      if (i !== j) return x;
      const data = x.dataSync();
      data[k] = data[k]! + step;
      return fromData(data, x.shape, { backend: referenceBackend() });
    });
    return f(...moved).item();
  });
}

// One gradient per input. For inputs that are not floats, the input itself.
function gradients(f: (...xs: Tensor[]) => Tensor, inputs: readonly Tensor[]): Tensor[] {
  const floats = floatPositions(inputs);
  const { value, pullBack } = vjp(
    (...xs) => f(...inputs.map((x, i) => (floats.includes(i) ? xs[floats.indexOf(i)]! : x))),
    floats.map((i) => inputs[i]!),
  );
  const grads = pullBack(fromData(Float64Array.of(1), value.shape, { backend: referenceBackend() }));
  return inputs.map((x, i) => (floats.includes(i) ? grads[floats.indexOf(i)]! : x));
}

function floatPositions(inputs: readonly Tensor[]): number[] {
  return inputs.map((_, i) => i).filter((i) => isFloat(inputs[i]!.dtype));
}

function toFloat64(x: Tensor): Tensor {
  const onReference = x.to(referenceBackend());
  return isFloat(x.dtype) ? onReference.to("float64") : onReference;
}

function weightedSum(outputs: Tensor | readonly Tensor[], phase: number): Tensor {
  const floats = listOf(outputs).filter((y) => isFloat(y.dtype));
  return floats.map((y, i) => y.mul(weightsFor(y, i + phase)).sum()).reduce((a, b) => a.add(b));
}

function weightsFor(y: Tensor, phase: number): Tensor {
  const weights = Float64Array.from({ length: numelOf(y.shape) }, (_, k) => 1 + Math.sin(1.7 * k + phase));
  return fromData(weights, y.shape, { backend: referenceBackend() });
}
