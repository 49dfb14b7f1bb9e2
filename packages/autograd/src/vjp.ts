// vjp, the gradients of any outputs, and two functions made of it: checkpoint and gradCheck.

import {
  ArgumentError,
  BackendError,
  DTypeError,
  fromData,
  getRandomState,
  referenceBackend,
  ShapeError,
  scope,
  setRandomState,
  Tensor,
} from "@saccade/tensor";
import {
  badArgument,
  checkFunction,
  checkTensors,
  fresh,
  isFloat,
  numelOf,
  type PullBack,
  record,
  refuseExtra,
  refusePromise,
  runningAsNow,
  sameShape,
  type TapeListener,
  withListener,
  withoutTapes,
} from "@saccade/tensor/backend";
import { number, type OptionsOf, options, rule, type SettingsOf } from "@saccade/tensor/contract";
import { checkReturned, checkTensorOrList, differentiable, noGrad, Tape, withZeros } from "./tape.ts";

/** The result of {@link vjp}. */
export interface VectorJacobianProduct<V> {
  /** The outputs of the function. */
  readonly value: V;
  /**
   * Takes a cotangent for each output (one tensor, or a list in the outputs' order) and returns the gradients of the
   * inputs. Can be called only once, since it frees the saved values.
   */
  readonly pullBack: (cotangents: Tensor | readonly Tensor[]) => Tensor[];
}

// Frees the tape of a pull-back that is collected without having been called.
const dropped = new FinalizationRegistry<Tape>((tape) => tape.close());

/**
 * Runs `f(...inputs)` and returns its outputs and a function that pulls cotangents back to the inputs (vector-Jacobian
 * product, reverse mode). As in JAX, an input that no output depends on has a product of zeros.
 *
 * @param f returns a tensor or a list of tensors.
 * @throws ArgumentError if `f` is not a function or does not return tensors, for inputs that are not tensors, and if
 * the pull-back is called twice; ShapeError, DTypeError or BackendError if a cotangent does not have its output's shape,
 * dtype or backend.
 * @example
 * const { pullBack } = vjp((x) => x.square(), [tensor([1, 2])]);
 * pullBack(tensor([1, 0])) // [tensor([2, 0])]
 */
export function vjp<V extends Tensor | readonly Tensor[]>(
  f: (...inputs: Tensor[]) => V,
  inputs: readonly Tensor[],
): VectorJacobianProduct<V> {
  checkFunction("vjp", "f", f, "write vjp((x) => x.square(), [x])");
  if (!Array.isArray(inputs)) throw badArgument("vjp", "inputs", "a list of tensors", inputs, "write [x]");
  for (const [i, x] of inputs.entries()) differentiable("vjp", `input ${i}`, x);
  const tape = new Tape(inputs);
  let used = false;
  try {
    const value = scope(() =>
      tape.run(() => {
        const result = f(...inputs);
        refusePromise("vjp", result);
        checkReturned("vjp", result);
        return result;
      }),
    );
    const outputs = listOf(value);
    const pullBack = (given: Tensor | readonly Tensor[]): Tensor[] => {
      if (used) throw new ArgumentError("vjp: this pull-back was called before; call vjp again.");
      checkTensorOrList("vjp", "cotangents", given);
      const cotangents = listOf(given);
      if (outputs.length !== cotangents.length)
        throw new ShapeError(
          `vjp: ${cotangents.length} cotangents for ${outputs.length} outputs; give one each.`,
        );
      for (const [i, y] of outputs.entries()) checkCotangent(i, cotangents[i]!, y);
      used = true;
      return scope(() => withZeros(outputs, tape.backward(outputs, cotangents, inputs), inputs));
    };
    dropped.register(pullBack, tape);
    return { value, pullBack };
  } catch (error) {
    tape.close();
    throw error;
  }
}

/** Wraps a single tensor in a list. */
/* @__NO_SIDE_EFFECTS__ */
export function listOf(value: Tensor | readonly Tensor[]): readonly Tensor[] {
  return value instanceof Tensor ? [value] : value;
}

function checkCotangent(at: number, x: Tensor, y: Tensor): void {
  const same = sameShape(x.shape, y.shape);
  if (same && x.dtype === y.dtype && x.backend === y.backend) return;
  const Wrong = same ? (x.dtype === y.dtype ? BackendError : DTypeError) : ShapeError;
  const [own, wanted] = [x, y].map((one) => `${one.describe()} on the backend ${one.backend.name}`);
  throw new Wrong(
    `vjp: cotangent ${at} must be as its output, ${wanted}, got ${own}; to() converts and moves.`,
  );
}

// Collects the outside tensors that a function uses (arguments or captured variables), and the tensors that it makes.
class Captures implements TapeListener {
  readonly made: Set<Tensor> = new Set();
  readonly used: Set<Tensor> = new Set();

  record(_name: string, inputs: readonly Tensor[], outputs: readonly Tensor[]): void {
    for (const x of inputs) if (!this.made.has(x)) this.used.add(x);
    for (const y of outputs) this.made.add(y);
  }

  holds(): boolean {
    return false;
  }
}

/**
 * Runs `f` without keeping its intermediate results; the backward pass runs it again to recompute them (gradient
 * checkpointing, Chen et al. 2016, "Training Deep Nets with Sublinear Memory Cost"). Gradients flow to every tensor
 * that `f` uses, including captured ones. The second run draws the same random numbers.
 *
 * @param f a function without side effects that returns a tensor or a list of tensors. It takes no arguments: it
 * captures tensors.
 * @throws ArgumentError if `f` is not a function or does not return tensors.
 * @example
 * const w = tensor([2]);
 * grad((x) => checkpoint(() => x.mul(w).exp()).sum())(tensor([0])) // tensor([2])
 */
export function checkpoint<V extends Tensor | readonly Tensor[]>(f: () => V): V {
  checkFunction("checkpoint", "f", f, "write checkpoint(() => block.forward(x))");
  refuseExtra("checkpoint", arguments, 1, "write checkpoint(() => f(x))");
  return recomputed(f);
}

function recomputed<V extends Tensor | readonly Tensor[]>(f: () => V): V {
  const captures = new Captures();
  const same = runningAsNow(f);
  let random = getRandomState();
  fresh(() => {
    random = getRandomState();
  });
  const value = scope(() => {
    const result = withoutTapes(() => withListener(captures, f));
    refusePromise("checkpoint", result);
    return result;
  });
  checkReturned("checkpoint", value);
  // Constants that `f` makes are freed by now.
  const used = [...captures.used].filter(({ shares }) => shares > 0);
  const inputs = used.filter((x) => isFloat(x.dtype));
  // An outside tensor that `f` returns unchanged already has its gradient.
  const passedOn = listOf(value).map((y) => !captures.made.has(y));
  const madeOf = (result: V): Tensor[] => listOf(result).filter((_, i) => !passedOn[i]);
  const pullBack: PullBack = (cotangents) => {
    let grads: Tensor[] | undefined;
    const again = (): Tensor[] => {
      let now = random;
      fresh(() => {
        now = getRandomState();
        setRandomState(random);
      });
      try {
        return vjp(() => madeOf(same()), inputs).pullBack(cotangents);
      } finally {
        fresh(() => setRandomState(now));
      }
    };
    return used.map((x) => {
      const i = inputs.indexOf(x);
      if (i < 0) return null;
      return () => {
        grads ??= again();
        return grads[i]!;
      };
    });
  };
  record("checkpoint", used, madeOf(value), pullBack);
  return value;
}

const gradCheckOptions = /* @__PURE__ */ options(
  "gradCheck(f, [x], { order: 2 })",
  {
    /** 1 checks gradients; 2 also checks gradients of gradients. Default 1. */
    order: /* @__PURE__ */ rule("1 or 2", (value): value is 1 | 2 => value === 1 || value === 2, 1),
    /** The step of the central differences. Default 1e-5. */
    eps: /* @__PURE__ */ number(1e-5, { above: 0 }),
    /** The absolute tolerance: |analytic − numeric| ≤ atol + rtol · |numeric|. Default 1e-6. */
    atol: /* @__PURE__ */ number(1e-6, { min: 0 }),
    /** The relative tolerance. Default 1e-5. */
    rtol: /* @__PURE__ */ number(1e-5, { min: 0 }),
  },
  { renamed: { tol: "write atol or rtol" } },
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
