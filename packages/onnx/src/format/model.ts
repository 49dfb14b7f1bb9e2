import type { DType, Shape } from "@saccade/tensor";

// The messages of onnx.proto3 that a model needs (ONNX specification, IR version 11).

/** The types of elements, Saccade's, and ONNX's int64 and 16-bit floats. */
export type ElementType = DType | "int64" | "float16" | "bfloat16";

/** An attribute: an integer or a list of them, a float, or text. */
export type Attribute =
  | { readonly int: number }
  | { readonly ints: readonly number[] }
  | { readonly float: number }
  | { readonly text: string };

export interface Node {
  readonly op: string;
  readonly name: string;
  /** An empty name leaves out an optional input. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: Readonly<Record<string, Attribute>>;
}

/** A constant. */
export interface Initializer {
  readonly name: string;
  readonly type: ElementType;
  readonly shape: Shape;
  /** Little-endian elements in row-major order. */
  readonly bytes: Uint8Array;
}

/** An input or output; a dim is a number, or a name for a size that may vary. */
export interface ValueInfo {
  readonly name: string;
  readonly type: ElementType;
  readonly dims: readonly (number | string)[];
}

interface Model {
  readonly name: string;
  readonly opset: number;
  readonly nodes: readonly Node[];
  readonly initializers: readonly Initializer[];
  readonly inputs: readonly ValueInfo[];
  readonly outputs: readonly ValueInfo[];
}

const irVersion = 11;
/** TensorProto.DataType. */
export const typeCodes: Readonly<Record<ElementType, number>> = {
  float32: 1,
  int32: 6,
  int64: 7,
  bool: 9,
  float16: 10,
  float64: 11,
  bfloat16: 16,
};

/** The bytes of an ONNX file. */
export function encodeModel({ name, opset, nodes, initializers, inputs, outputs }: Model): Uint8Array {
  const graph = [
    ...nodes.flatMap((node) => message(1, encodeNode(node))),
    ...text(2, name),
    ...initializers.flatMap((tensor) => message(5, encodeTensor(tensor))),
    ...inputs.flatMap((info) => message(11, encodeInfo(info))),
    ...outputs.flatMap((info) => message(12, encodeInfo(info))),
  ];
  const imported = [...text(1, ""), ...integer(2, opset)];
  return join([
    ...integer(1, irVersion),
    ...text(2, "saccade"),
    ...message(7, graph),
    ...message(8, imported),
  ]);
}

function encodeNode({ op, name, inputs, outputs, attributes }: Node): Chunks {
  return [
    ...inputs.flatMap((input) => text(1, input)),
    ...outputs.flatMap((output) => text(2, output)),
    ...text(3, name),
    ...text(4, op),
    ...Object.entries(attributes).flatMap(([key, value]) => message(5, encodeAttribute(key, value))),
  ];
}

// The last field is AttributeProto.AttributeType.
function encodeAttribute(name: string, value: Attribute): Chunks {
  const head = text(1, name);
  if ("float" in value) return [...head, ...float(2, value.float), ...integer(20, 1)];
  if ("int" in value) return [...head, ...integer(3, value.int), ...integer(20, 2)];
  if ("text" in value) return [...head, ...text(4, value.text), ...integer(20, 3)];
  return [...head, ...value.ints.flatMap((n) => integer(8, n)), ...integer(20, 7)];
}

function encodeTensor({ name, type, shape, bytes }: Initializer): Chunks {
  return [
    ...shape.flatMap((size) => integer(1, size)),
    ...integer(2, typeCodes[type]),
    ...text(8, name),
    ...message(9, [bytes]),
  ];
}

function encodeInfo({ name, type, dims }: ValueInfo): Chunks {
  const shape = dims.flatMap((dim) => message(1, typeof dim === "number" ? integer(1, dim) : text(2, dim)));
  return [
    ...text(1, name),
    ...message(2, message(1, [...integer(1, typeCodes[type]), ...message(2, shape)])),
  ];
}

// Protocol Buffers, as far as ONNX needs them. Chunks are joined once at the end, so that weights are copied once.

/** Pieces of a message, in order. */
type Chunks = readonly Uint8Array[];

const bytesType = 2;
const fixed32Type = 5;

/** A field with an integer, also below zero. */
function integer(field: number, value: number): Chunks {
  return [Uint8Array.from([...varint(field << 3), ...varint(value)])];
}

/** A field with a float32. */
function float(field: number, value: number): Chunks {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setFloat32(0, value, true);
  return [Uint8Array.from(varint((field << 3) | fixed32Type)), bytes];
}

/* @__NO_SIDE_EFFECTS__ */
function text(field: number, value: string): Chunks {
  return message(field, [new TextEncoder().encode(value)]);
}

/** A field with bytes or a message. */
function message(field: number, content: Chunks): Chunks {
  const head = [...varint((field << 3) | bytesType), ...varint(lengthOf(content))];
  return [Uint8Array.from(head), ...content];
}

function lengthOf(chunks: Chunks): number {
  return chunks.reduce((sum, chunk) => sum + chunk.length, 0);
}

function join(chunks: Chunks): Uint8Array {
  const bytes = new Uint8Array(lengthOf(chunks));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

// Beyond 31 bits and below zero, too.
function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return [...bytes, Number(rest)];
}
