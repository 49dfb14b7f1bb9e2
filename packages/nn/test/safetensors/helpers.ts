import { decodeSafetensors, SafetensorsError } from "../../src/safetensors/index.ts";
import { errorOf } from "../helpers.ts";

const encoder = new TextEncoder();

/** A file made by hand: header text (or bytes) as given, and `dataLength` data bytes counting up from 0. */
export function fileOf(header: string | Uint8Array, dataLength = 0): Uint8Array {
  const text = typeof header === "string" ? encoder.encode(header) : header;
  const file = new Uint8Array(8 + text.length + dataLength);
  new DataView(file.buffer).setUint32(0, text.length, true);
  file.set(text, 8);
  for (let i = 0; i < dataLength; i++) file[8 + text.length + i] = i;
  return file;
}

/** Header text of one tensor. */
export function tensorHeader(dtype: string, shape: string, offsets: string, name = "w"): string {
  return `{${JSON.stringify(name)}:{"dtype":"${dtype}","shape":${shape},"data_offsets":${offsets}}}`;
}

/** The error that `action` throws, which must be a SafetensorsError with a cure. */
export function faultOf(action: () => unknown): SafetensorsError {
  const error = errorOf(action);
  if (error instanceof SafetensorsError && error.cure !== "" && error.message.endsWith(error.cure))
    return error;
  throw error;
}

/** The error of decoding a file made by hand. */
export function headerFault(header: string | Uint8Array, dataLength = 0): SafetensorsError {
  return faultOf(() => decodeSafetensors(fileOf(header, dataLength)));
}
