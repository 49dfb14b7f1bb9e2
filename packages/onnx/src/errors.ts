/**
 * A model that ONNX cannot express. The message names the op and its place in the model.
 *
 * @example new OnnxError("exportOnnx: no ONNX operator for the op sort.").name // "OnnxError"
 */
export class OnnxError extends Error {
  override readonly name: string = "OnnxError";
}

/** Where an op runs, for messages: the names of the modules around it. */
export function at(place: string): string {
  return place === "" ? "outside of the model's modules" : `in ${place}`;
}
