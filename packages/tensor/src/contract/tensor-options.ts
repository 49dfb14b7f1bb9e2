import * as c from "@saccade/contract";
import { bytesPerElement, type DType } from "../memory/dtype.ts";
import { isBackend, noBackend } from "./check-backend.ts";

export const gradientsReturned = "gradients are returned: write valueAndGrad(() => loss, params)";

/** PyTorch's options for new tensors, each with its replacement, by names in camel case. */
export const tensorOptionsRenamed: Readonly<Record<string, string>> = {
  device: "write { backend }, or move the tensor with x.to(backend)",
  requiresGrad: `tensors need no flag; ${gradientsReturned}`,
};

/** The rules of the options of a new tensor. */
export const tensorRules = {
  /** The type of the elements. Default: float32, or the data's type. */
  dtype: {
    ...c.rule("a dtype", isDType),
    error: (what: string, _name: string, dtype: unknown) => noDType(what, dtype),
  },
  /** Where the tensor lives. Default: `getBackend()`. */
  backend: {
    ...c.rule("a backend", isBackend),
    error: (what: string, _name: string, value: unknown) => noBackend(what, value),
  },
} as const;

/** The options of a function that makes tensors. Pure, so that bundlers leave out unused ones. */
/* @__NO_SIDE_EFFECTS__ */
export function tensorOptions(what: string, example: string): c.Options<typeof tensorRules> {
  return c.options(what, tensorRules, { example, renamed: tensorOptionsRenamed });
}

/** The dtype (float32 by default) and backend (the current one by default) of a new tensor. */
export interface TensorOptions extends c.OptionsOf<ReturnType<typeof tensorOptions>> {}

/** The fix for another dtype, which PyTorch's functions take as an argument. */
export function convertFirst(what: string): string {
  return `convert first: x.to("float64").${what}(…)`;
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

/** Whether a value is the name of a dtype. */
export function isDType(value: unknown): value is DType {
  return typeof value === "string" && Object.hasOwn(bytesPerElement, value);
}

/** The error for a value that is not a dtype. Suggests a fix for other libraries' names. */
export function noDType(what: string, dtype: unknown): c.DTypeError {
  const known = Object.keys(bytesPerElement);
  let cure = `use one of ${known.map((name) => `"${name}"`).join(", ")}`;
  if (typeof dtype === "string") {
    const name = dtype.toLowerCase().replace(/^torch\./, "");
    const near = c.nearest(dtype, known);
    if (Object.hasOwn(otherNames, name)) cure = `write ${otherNames[name]}`;
    else if (near !== null) cure = `did you mean "${near}"?`;
  }
  return new c.DTypeError(
    `${what}: no dtype ${c.describeValue(dtype)}; ${cure.endsWith("?") ? cure : `${cure}.`}`,
  );
}
