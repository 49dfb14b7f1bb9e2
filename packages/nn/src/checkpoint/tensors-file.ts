import { type Backend, type DType, fromData, scope, Tensor } from "@saccade/tensor";
import { instanceOf, options, required, rule, signature, unchecked, withFix } from "@saccade/tensor/contract";
import { either, recordOf } from "../rules.ts";
import { metadataRule } from "../safetensors/encode.ts";
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
export type NamedTensors = Readonly<Record<string, Tensor>> | WithState;

/** The tensors of a file by name, and its text metadata. */
export interface LoadedTensors {
  /** Tensors by name. */
  readonly tensors: Record<string, Tensor>;
  /** Texts by name. */
  readonly metadata: Record<string, string>;
}

interface WithState {
  stateDict(): Readonly<Record<string, Tensor>>;
}

const hasState = (value: unknown): value is WithState => typeof Object(value).stateDict === "function";
const must = "tensors by name, or a Module";

/** The arguments of a function that writes tensors. */
export const writing = {
  tensors: required(
    withFix(
      either(must, rule(must, hasState), recordOf(must, instanceOf("a tensor", Tensor))),
      "write { name: tensor }",
    ),
  ),
  metadata: metadataRule,
};

const toFile = signature("toSafetensors({ name: tensor })", writing);
const fromFile = signature(
  "fromSafetensors",
  { bytes: bytesFor("loadSafetensors") },
  options("fromSafetensors(bytes, { backend })", { backend: unchecked<Backend>("a backend") }),
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
  toFile([tensors, metadata]);
  return scope(() => {
    const named = hasState(tensors) ? tensors.stateDict() : tensors;
    const entries = Object.entries(named).map(([name, x]): [string, SafetensorsInput] => {
      return [name, { dtype: dtypes[x.dtype], shape: x.shape, data: x.dataSync() }];
    });
    return encodeSafetensors(entries, metadata);
  });
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
  options: {
    /** The tensors' backend. Default: the current one. */
    readonly backend?: Backend;
  } = {},
): LoadedTensors {
  fromFile([bytes, options]);
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
