import { type Backend, type DType, fromData, scope, type Tensor } from "@saccade/tensor";
import {
  decodeSafetensors,
  encodeSafetensors,
  readTensorData,
  type SafetensorsDType,
  type SafetensorsFile,
  type SafetensorsInput,
} from "../safetensors/index.ts";

/** Tensors by name: a record, or a module's state. */
export type NamedTensors =
  | Readonly<Record<string, Tensor>>
  | { stateDict(): Readonly<Record<string, Tensor>> };

/** The tensors of a file by name, and the text that it carries beside them. */
export interface LoadedTensors {
  readonly tensors: Record<string, Tensor>;
  readonly metadata: Record<string, string>;
}

const dtypes: Readonly<Record<DType, SafetensorsDType>> = {
  float32: "F32",
  float64: "F64",
  int32: "I32",
  bool: "BOOL",
};

/**
 * A safetensors file of tensors by name, or of a module's state: PyTorch and others read it as it is.
 *
 * @throws SafetensorsError for names and metadata that the format does not allow, BackendError where the host
 * cannot see the tensors.
 */
export function toSafetensors(
  tensors: NamedTensors,
  metadata?: Readonly<Record<string, string>>,
): Uint8Array<ArrayBuffer> {
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

function hasState(tensors: NamedTensors): tensors is { stateDict(): Readonly<Record<string, Tensor>> } {
  return "stateDict" in tensors && typeof tensors.stateDict === "function";
}

/**
 * The tensors of a safetensors file, in the order of the file. F16, BF16 and 8-bit floats become float32, integers
 * int32.
 *
 * @throws SafetensorsError when the bytes are no whole, valid file, or hold numbers beyond int32 or complex ones.
 */
export function fromSafetensors(
  bytes: Uint8Array,
  options: { readonly backend?: Backend } = {},
): LoadedTensors {
  return makeTensors(decodeSafetensors(bytes), options);
}

/** Makes tensors of a decoded file. */
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
