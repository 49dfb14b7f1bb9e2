import { type Backend, type DType, fromData, scope, Tensor } from "@saccade/tensor";
import { badArgument, isPlainObject, refuseExtra } from "@saccade/tensor/backend";
import { options, readRule, unchecked } from "@saccade/tensor/contract";
import { checkMetadata } from "../safetensors/encode.ts";
import {
  decodeSafetensors,
  encodeSafetensors,
  readTensorData,
  type SafetensorsDType,
  type SafetensorsFile,
  type SafetensorsInput,
} from "../safetensors/index.ts";
import { bytesFor } from "./arguments.ts";

/** Tensors by name: a record, or a module's state. */
export type NamedTensors =
  | Readonly<Record<string, Tensor>>
  | { stateDict(): Readonly<Record<string, Tensor>> };

/** The tensors of a file by name, and its text metadata. */
export interface LoadedTensors {
  /** Tensors by name. */
  readonly tensors: Record<string, Tensor>;
  /** Texts by name. */
  readonly metadata: Record<string, string>;
}

const fromOptions = options(
  "fromSafetensors",
  { backend: unchecked<Backend>("a backend") },
  { example: "fromSafetensors(bytes, { backend })" },
);

const dtypes: Readonly<Record<DType, SafetensorsDType>> = {
  float32: "F32",
  float64: "F64",
  int32: "I32",
  bool: "BOOL",
};

/**
 * Encodes named tensors, or a module's state, as a safetensors file, which PyTorch and others can read.
 *
 * @throws SafetensorsError for names and metadata that the format does not allow; BackendError if the host cannot read
 * the tensors; ArgumentError for anything but named tensors or a module.
 * @example toSafetensors(new Linear(2, 1), { epoch: "4" }) instanceof Uint8Array // true
 */
export function toSafetensors(
  tensors: NamedTensors,
  metadata?: Readonly<Record<string, string>>,
): Uint8Array<ArrayBuffer> {
  refuseExtra("toSafetensors", arguments, 2);
  checkNamedTensors("toSafetensors", tensors);
  checkMetadata("toSafetensors", metadata);
  return scope(() => {
    const named = hasState(tensors) ? tensors.stateDict() : tensors;
    return encodeSafetensors(
      Object.entries(named).map(([name, x]): [string, SafetensorsInput] => [
        name,
        { dtype: dtypes[x.dtype], shape: x.shape, data: x.dataSync() },
      ]),
      metadata,
    );
  });
}

/** @throws ArgumentError for anything but named tensors or a module. */
export function checkNamedTensors(what: string, tensors: unknown): asserts tensors is NamedTensors {
  const rule = "tensors by name, or a Module";
  if (typeof tensors !== "object" || tensors === null || tensors instanceof Tensor || Array.isArray(tensors))
    throw badArgument(what, "tensors", rule, tensors, "write { name: tensor }");
  if (hasState(tensors)) return;
  if (!isPlainObject(tensors)) throw badArgument(what, "tensors", rule, tensors);
  for (const [name, x] of Object.entries(tensors))
    if (!(x instanceof Tensor)) throw badArgument(what, `tensors[${JSON.stringify(name)}]`, "a tensor", x);
}

function hasState(tensors: object): tensors is { stateDict(): Readonly<Record<string, Tensor>> } {
  return "stateDict" in tensors && typeof tensors.stateDict === "function";
}

/**
 * Decodes a safetensors file. Returns its tensors in file order. F16, BF16 and 8-bit floats become float32, integers
 * int32.
 *
 * @throws SafetensorsError if the file is incomplete or invalid, or has integers beyond int32 or complex numbers;
 * ArgumentError for anything but bytes.
 * @example fromSafetensors(toSafetensors({ w: tensor([1, 2]) }, { epoch: "4" })) // { tensors: { w: tensor([1, 2]) }, metadata: { epoch: "4" } }
 */
export function fromSafetensors(
  bytes: Uint8Array,
  options: { readonly backend?: Backend } = {},
): LoadedTensors {
  refuseExtra(fromOptions, arguments, 2);
  readRule("fromSafetensors", "bytes", bytesFor("loadSafetensors"), bytes, fromOptions.example);
  fromOptions(options);
  return makeTensors(decodeSafetensors(bytes), options);
}

/** Makes tensors from a decoded file. */
export function makeTensors(
  file: SafetensorsFile,
  options: { readonly backend?: Backend } = {},
): LoadedTensors {
  return scope(() => {
    const tensors = [...file.tensors].map(([name, entry]): [string, Tensor] => {
      const { data, dtype } = readTensorData(entry);
      return [name, fromData(data, entry.shape, { ...options, dtype })];
    });
    return { tensors: Object.fromEntries(tensors), metadata: file.metadata };
  });
}
