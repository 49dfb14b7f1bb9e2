export {
  type DecodeSafetensorsOptions,
  decodeSafetensors,
  readSafetensorsHeader,
  type SafetensorsFile,
  type SafetensorsHeader,
  type SafetensorsPlace,
  type SafetensorsTensor,
} from "./decode.ts";
export { isSafetensorsDType, SAFETENSORS_DTYPES, type SafetensorsDType } from "./dtypes.ts";
export { encodeSafetensors, type SafetensorsInput } from "./encode.ts";
export { SafetensorsError, type SafetensorsErrorDetails } from "./errors.ts";
export { readTensorData, type TensorData, type TensorSource } from "./read.ts";
