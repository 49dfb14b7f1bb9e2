import * as c from "@saccade/contract";
import {
  type TensorOptions,
  tensorOptions,
  tensorOptionsRenamed,
  tensorRules,
} from "./contract/tensor-options.ts";
import { fromChecked } from "./create.ts";
import type { Backend } from "./kernel.ts";
import { checkShape } from "./memory/shape.ts";
import { Tensor } from "./tensor.ts";

const arangeOptions = /* @__PURE__ */ tensorOptions("arange", 'arange(0, 10, 2, { dtype: "int32" })');

/**
 * The numbers from `start` (0 by default) up to but not including `end`, in steps of `step` (1 by default): shape
 * [ceil((end - start) / step)]. float32 by default. PyTorch's `arange`; the options come last, after one, two or three
 * numbers.
 *
 * @throws ArgumentError for an argument that is not a number or an unknown option.
 * @throws ShapeError for a step of 0, or one that leads away from `end`.
 * @example arange(1, 10, 3) // tensor([1, 4, 7])
 */
export function arange(end: number, options?: TensorOptions): Tensor;
export function arange(start: number, end: number, options?: TensorOptions): Tensor;
export function arange(start: number, end: number, step: number, options?: TensorOptions): Tensor;
export function arange(first: number, ...rest: readonly (number | TensorOptions | undefined)[]): Tensor {
  const [[second, step = 1], options] = numbersThenOptions(arangeOptions, rest, 2);
  const [start, end] = second === undefined ? [0, first] : [first, second];
  c.checkNumber("arange", second === undefined ? "end" : "start", first);
  c.checkNumber("arange", "end", end);
  c.checkNumber("arange", "step", step);
  const { dtype = "float32", backend } = options;
  if (dtype === "int32" && !(Number.isInteger(start) && Number.isInteger(step)))
    throw new c.ArgumentError(`arange: int32 holds no steps of ${step} from ${start}; use "float32".`);
  const count = Math.ceil((end - start) / step);
  if (!Number.isFinite(count) || (end - start) / step < 0)
    throw new c.ShapeError(
      `arange: a step of ${step} does not lead from ${start} to ${end}; check its sign.`,
    );
  checkShape("arange", [count]);
  const data = new Float64Array(count);
  for (let i = 0; i < count; i++) data[i] = start + i * step;
  return fromChecked("arange", data, [count], dtype, backend);
}

const linspaceOptions = /* @__PURE__ */ tensorOptions("linspace", 'linspace(0, 1, 5, { dtype: "float64" })');

/**
 * `steps` numbers evenly spaced from `start` to `end`, both included: shape [steps]. float32 by default. An end may be a
 * scalar tensor, which is read on the host. PyTorch's `linspace`.
 *
 * @throws ArgumentError for an end that is not a number, a `steps` that is not a whole number ≥ 0, or an unknown option.
 * @example linspace(0, 1, 5) // tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000])
 */
export function linspace(
  start: number | Tensor,
  end: number | Tensor,
  steps: number,
  options?: TensorOptions,
): Tensor {
  const data = spaced("linspace", start, end, steps);
  const { dtype = "float32", backend } = linspaceOptions(options);
  return fromChecked("linspace", data, [steps], dtype, backend ?? backendOf(start, end));
}

// In a function, so that bundlers leave it out where it is unused.
/* @__NO_SIDE_EFFECTS__ */
function logspaceRules() {
  return {
    /** The number whose powers are taken. Default 10. */
    base: c.number(10),
    ...tensorRules,
  } as const;
}

const logspaceOptions = /* @__PURE__ */ c.options(
  "logspace(0, 3, 4, { base: 2 })",
  /* @__PURE__ */ logspaceRules(),
  {
    renamed: tensorOptionsRenamed,
  },
);

/** Options of {@link logspace}. */
export interface LogspaceOptions extends c.OptionsOf<typeof logspaceOptions, typeof tensorRules> {}

/**
 * The powers of `base` (10 by default) whose exponents are evenly spaced from `start` to `end`, both included: shape
 * [steps]. float32 by default. An end may be a scalar tensor, which is read on the host. PyTorch's `logspace`.
 *
 * @throws ArgumentError as {@link linspace}.
 * @example logspace(0, 2, 3) // tensor([1, 10, 100])
 */
export function logspace(
  start: number | Tensor,
  end: number | Tensor,
  steps: number,
  given?: LogspaceOptions,
): Tensor {
  const exponents = spaced("logspace", start, end, steps);
  const { base, dtype = "float32", backend } = logspaceOptions(given);
  const data = exponents.map((exponent) => base ** exponent);
  return fromChecked("logspace", data, [steps], dtype, backend ?? backendOf(start, end));
}

/** `steps` numbers from `start` to `end`. */
function spaced(what: string, start: unknown, end: unknown, steps: unknown): Float64Array {
  const [first, last] = [endOf(what, "start", start), endOf(what, "end", end)];
  c.checkInteger(what, "steps", steps, 0);
  checkShape(what, [steps]);
  const data = new Float64Array(steps);
  const step = steps > 1 ? (last - first) / (steps - 1) : 0;
  // From both ends inwards, so that the last value is exactly `end`.
  for (let i = 0; i < steps; i++) data[i] = i < steps / 2 ? first + i * step : last - (steps - 1 - i) * step;
  return data;
}

/** A number, or the value of a scalar tensor. */
function endOf(what: string, name: string, end: unknown): number {
  if (end instanceof Tensor) end.checkLive(what);
  const value = end instanceof Tensor && end.ndim === 0 ? end.item() : end;
  c.checkFinite(what, name, value);
  return value;
}

function backendOf(...ends: readonly (number | Tensor)[]): Backend | undefined {
  return ends.find((end) => end instanceof Tensor)?.backend;
}

const eyeOptions = /* @__PURE__ */ tensorOptions("eye", 'eye(3, { dtype: "int32" })');

/**
 * A matrix of shape [n, m] (m is n by default) with ones on the diagonal and zeros elsewhere. float32 by default.
 * PyTorch's `eye`; the options come last.
 *
 * @throws ArgumentError for a size that is not a whole number ≥ 0, or an unknown option.
 * @example eye(2) // tensor([[1, 0], [0, 1]])
 */
export function eye(n: number, options?: TensorOptions): Tensor;
export function eye(n: number, m: number, options?: TensorOptions): Tensor;
export function eye(n: number, ...rest: readonly (number | TensorOptions | undefined)[]): Tensor {
  const [[m = n], options] = numbersThenOptions(eyeOptions, rest, 1);
  c.checkInteger("eye", "n", n, 0);
  c.checkInteger("eye", "m", m, 0);
  checkShape("eye", [n, m]);
  const data = new Float32Array(n * m);
  for (let i = 0; i < Math.min(n, m); i++) data[i * m + i] = 1;
  return fromChecked("eye", data, [n, m], options.dtype ?? "float32", options.backend);
}

/** Splits arguments into up to `count` numbers and the options after them. Checks the options. */
function numbersThenOptions(
  names: ReturnType<typeof tensorOptions>,
  args: readonly (number | TensorOptions | undefined)[],
  count: number,
): [numbers: (number | undefined)[], options: TensorOptions] {
  const numbers: (number | undefined)[] = [];
  let at = 0;
  for (; at < Math.min(count, args.length); at++) {
    const arg = args[at];
    if (typeof arg === "object" && arg !== null) break;
    numbers.push(arg);
  }
  const options = args[at];
  if (typeof options === "number" || args.length > at + 1)
    throw new c.ArgumentError(
      `${names.what}: takes at most ${count + 1} numbers and then its options; write ${names.example}.`,
    );
  return [numbers, names(options)];
}
