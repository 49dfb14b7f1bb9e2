import { type Backend, BackendError, DTypeError, type Tensor } from "@saccade/tensor";
import {
  badArgument,
  checkBoolean,
  checkInteger,
  checkTensor,
  isFloat,
  type OptionNames,
  optionNames,
} from "@saccade/tensor/backend";
import {
  functionRenames,
  type MaskFillOptions,
  type MaskOptions,
  moduleRenames,
} from "../masks/mask-options.ts";
import type { WeightsOptions } from "./attended.ts";
import { checkDivides } from "./rules.ts";

// Beyond these, a number is a mistake, and memory or time would end before a check further down says so.
const mostHeads = 2 ** 16;
const mostSteps = 2 ** 24;

/**
 * Checks a dropout, and returns it.
 *
 * @throws ArgumentError unless p is a probability.
 * @example checkDropout("GPT", 2); // throws ArgumentError
 */
export function checkDropout(what: string, p: unknown): number {
  if (typeof p === "number" && p >= 0 && p <= 1) return p;
  throw badArgument(what, "dropout", "a probability from 0 to 1", p);
}

/** @throws ArgumentError unless it is a number of heads. */
export function checkHeadCount(what: string, name: string, count: unknown): asserts count is number {
  checkInteger(what, name, count, 1, mostHeads);
}

/**
 * Checks a number of positions or steps.
 *
 * @throws ArgumentError unless it is a number of positions or steps that are held at once.
 * @example checkSteps("KeyValueCache", "capacity", 0); // throws ArgumentError
 */
export function checkSteps(
  what: string,
  name: string,
  count: unknown,
  least: number = 1,
): asserts count is number {
  checkInteger(what, name, count, least, mostSteps);
}

/**
 * Checks a factor of the scores.
 *
 * @throws ArgumentError unless a factor of scores is finite and not 0, also in float32: 0 would give all keys equal weights.
 * @example checkFactor("MemoryNetwork", "scale", 0); // throws ArgumentError
 */
export function checkFactor(what: string, name: string, factor: unknown): asserts factor is number {
  if (typeof factor === "number" && isUsable(factor)) return;
  throw badArgument(what, name, "a finite number other than 0", factor);
}

/**
 * Checks a divisor or a rate.
 *
 * @throws ArgumentError unless a divisor or a rate is finite and above 0, also in float32.
 * @example checkPositive("attend", "temperature", -1); // throws ArgumentError
 */
export function checkPositive(what: string, name: string, value: unknown): asserts value is number {
  if (typeof value === "number" && value > 0 && isUsable(value)) return;
  throw badArgument(what, name, "a finite number above 0", value);
}

function isUsable(value: number): boolean {
  const rounded = Math.fround(value);
  return Number.isFinite(rounded) && rounded !== 0;
}

/**
 * Checks a flag that may be left out.
 *
 * @throws ArgumentError unless a given flag is true or false.
 * @example checkFlag("GPT", "causal", 1); // throws ArgumentError
 */
export function checkFlag(what: string, name: string, flag: unknown): void {
  if (flag !== undefined) checkBoolean(what, name, flag);
}

/**
 * Checks a tensor of floats.
 *
 * @throws ArgumentError unless it is a tensor, DTypeError unless it holds floats.
 * @example checkFloats("GPT", "x", tensor([1], { dtype: "int32" })); // throws DTypeError
 */
export function checkFloats(what: string, name: string, x: unknown): asserts x is Tensor {
  checkTensor(what, name, x);
  if (isFloat(x.dtype)) return;
  throw new DTypeError(`${what}: ${name} is ${x.describe()}; it must hold floats: ${name}.to("float32").`);
}

/**
 * {@link checkFloats} of each.
 *
 * @example checkTensors("attend", { q: randn([2]), k: 3 }); // throws ArgumentError
 */
export function checkTensors(what: string, tensors: Readonly<Record<string, unknown>>): void {
  for (const name in tensors) checkFloats(what, name, tensors[name]);
}

/**
 * Checks that tensors are on one backend.
 *
 * @throws BackendError unless tensors that meet are on one backend.
 * @example checkBackends("attend", { q: randn([2]), k: randn([2]) }) // undefined
 */
export function checkBackends(what: string, tensors: Readonly<Record<string, Tensor>>): void {
  let first: Tensor | undefined;
  for (const name in tensors) {
    const x = tensors[name]!;
    first ??= x;
    if (x.backend !== first.backend) throw otherBackend(what, name, x, first.backend);
  }
}

/**
 * Checks the backend of a mask or bias.
 *
 * @throws BackendError unless a mask or bias is on the backend of what it is for.
 * @example checkPlace("attend", "mask", ones([2]), getBackend()) // undefined
 */
export function checkPlace(what: string, name: string, x: Tensor, backend: Backend): void {
  if (x.backend !== backend) throw otherBackend(what, name, x, backend);
}

function otherBackend(what: string, name: string, x: Tensor, backend: Backend): BackendError {
  return new BackendError(
    `${what}: ${name} is on the backend ${x.backend.name}, and what it meets on ${backend.name}; move one with to(backend).`,
  );
}

/**
 * Checks a mask, whose dtype is bool.
 *
 * @throws ArgumentError unless a mask is a tensor, DTypeError unless it is bool.
 * @example checkMask("attend", "mask", ones([2, 2])); // throws DTypeError
 */
export function checkMask(what: string, name: string, mask: unknown): asserts mask is Tensor {
  checkTensor(what, name, mask);
  if (mask.dtype === "bool") return;
  const bias =
    name === "mask" || name === "crossMask" ? name.replace("mask", "bias").replace("Mask", "Bias") : "bias";
  const floats = isFloat(mask.dtype) ? `, and floats to be added to the scores as ${bias}` : "";
  throw new DTypeError(
    `${what}: ${name} is ${mask.describe()}; a mask is bool, true where a query may attend. Give a mask of 0 and 1 as ` +
      `${name}.ne(0)${floats}.`,
  );
}

/** Options of one name, for models. */
export function checkFill(what: string, maskFill: unknown): number | null {
  if (maskFill === undefined || maskFill === null) return null;
  if (typeof maskFill === "number" && maskFill < Number.POSITIVE_INFINITY) return maskFill;
  throw badArgument(what, "maskFill", "a finite number, -Infinity (as PyTorch) or null", maskFill);
}
export function maskedForward(what: string, call: string): OptionNames {
  return optionNames<MaskOptions & WeightsOptions>(
    `${what}.forward`,
    { mask: true, keyMask: true, validLens: true, causal: true, needWeights: true },
    `${call.slice(0, -1)}, { mask, needWeights: false })`,
    moduleRenames,
  );
}
export function fillOnly(what: string, call: string): OptionNames {
  return optionNames<MaskFillOptions>(
    what,
    { maskFill: true },
    `${call.slice(0, -1)}, { maskFill: -1e9 })`,
    functionRenames,
  );
}
export function checkHeads(
  what: string,
  name: string,
  width: number,
  heads: number,
  headsName: string = "numHeads",
): void {
  checkInteger(what, name, width, 1);
  checkHeadCount(what, headsName, heads);
  checkDivides(what, name, width, heads);
}
