/**
 * A model that ONNX cannot express. The message names the op and its place in the model.
 *
 * @example new OnnxError("exportOnnx: no ONNX operator for the op sort.").name // "OnnxError"
 */
export class OnnxError extends Error {
  override readonly name: string = "OnnxError";
}
