import { checkOptions, describeValue, nearest, type OptionNames, optionNames } from "./arguments.ts";
import { checkBackend } from "./check-backend.ts";
import { DTypeError } from "./errors.ts";
import type { Backend } from "./kernel.ts";
import { bytesPerElement, type DType } from "./memory/dtype.ts";

/** The dtype (float32 by default) and backend (the current one by default) of a new tensor. */
export interface TensorOptions {
  /** The type of the elements. Default: float32, or what the data says. */
  readonly dtype?: DType;
  /** Where the tensor lives. Default: `getBackend()`. */
  readonly backend?: Backend;
}

export const gradientsReturned = "gradients are returned: write valueAndGrad(() => loss, params)";

/** PyTorch's options for new tensors, each with its replacement, by names in camel case. */
export const tensorOptionsRenamed: Readonly<Record<string, string>> = {
  device: "write { backend }, or move the tensor with x.to(backend)",
  requiresGrad: `tensors need no flag; ${gradientsReturned}`,
};

/** The options of a function that makes tensors, for {@link checkTensorOptions}. Pure, so that bundlers leave out unused ones. */
export function tensorOptions(what: string, example: string): OptionNames {
  return optionNames<TensorOptions>(what, { dtype: true, backend: true }, example, tensorOptionsRenamed);
}

/** @throws ArgumentError, DTypeError, BackendError unless the options and their values are known. */
export function checkTensorOptions(names: OptionNames, options: TensorOptions): void {
  checkOptions(names, options);
  if (options.dtype !== undefined) checkDTypeName(names.what, options.dtype);
  if (options.backend !== undefined) checkBackend(names.what, options.backend);
}

const noHalf = '"float32"; there is no half precision';
const noLong = '"int32", which holds whole numbers below 2^31, or "float64"';
const moved = "x.to(backend) with a backend, such as await wasmBackend()";

/** Other libraries' names of dtypes and devices, and what to write instead. */
export const otherNames: Readonly<Record<string, string>> = {
  float: '"float32"',
  float16: noHalf,
  bfloat16: noHalf,
  half: noHalf,
  double: '"float64"',
  int: '"int32"',
  long: noLong,
  int64: noLong,
  uint8: '"int32", or "bool" for masks',
  int8: '"int32"',
  int16: '"int32"',
  boolean: '"bool"',
  cpu: moved,
  cuda: moved,
  wasm: moved,
};

/** @throws DTypeError unless `dtype` is the name of a dtype. Suggests a fix for other libraries' names. */
export function checkDTypeName(what: string, dtype: unknown): asserts dtype is DType {
  if (typeof dtype === "string" && Object.hasOwn(bytesPerElement, dtype)) return;
  const known = Object.keys(bytesPerElement);
  let cure = `use one of ${known.map((name) => `"${name}"`).join(", ")}`;
  if (typeof dtype === "string") {
    const name = dtype.toLowerCase().replace(/^torch\./, "");
    const near = nearest(dtype, known);
    if (Object.hasOwn(otherNames, name)) cure = `write ${otherNames[name]}`;
    else if (near !== null) cure = `did you mean "${near}"?`;
  }
  throw new DTypeError(
    `${what}: no dtype ${describeValue(dtype)}; ${cure.endsWith("?") ? cure : `${cure}.`}`,
  );
}
