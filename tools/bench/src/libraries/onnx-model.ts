// Just enough of ONNX's protobuf (onnx.proto, IR version 9, opset 17) to write a graph of a few nodes.

export interface OnnxNode {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes?: Readonly<Record<string, number | readonly number[]>>;
}

export interface OnnxGraph {
  readonly nodes: readonly OnnxNode[];
  readonly inputs: Readonly<Record<string, readonly number[]>>;
  /** Ranks are enough: sizes follow from the inputs. */
  readonly outputs: readonly string[];
}

const float = 1;

/** The bytes of a model of float32 tensors. Attributes are integers and lists of them. */
export function onnxModel({ nodes, inputs, outputs }: OnnxGraph): Uint8Array {
  const graph = [
    ...nodes.flatMap((node) => message(1, encodeNode(node))),
    ...text(2, "bench"),
    ...Object.entries(inputs).flatMap(([name, shape]) => message(11, valueInfo(name, shape))),
    ...outputs.flatMap((name) => message(12, valueInfo(name, null))),
  ];
  const opset = [...text(1, ""), ...integer(2, 17)];
  return Uint8Array.from([...integer(1, 9), ...message(7, graph), ...message(8, opset)]);
}

function encodeNode({ op, inputs, outputs, attributes = {} }: OnnxNode): number[] {
  return [
    ...inputs.flatMap((name) => text(1, name)),
    ...outputs.flatMap((name) => text(2, name)),
    ...text(4, op),
    ...Object.entries(attributes).flatMap(([name, value]) => message(5, attribute(name, value))),
  ];
}

function attribute(name: string, value: number | readonly number[]): number[] {
  if (typeof value === "number") return [...text(1, name), ...integer(3, value), ...integer(20, 2)];
  return [...text(1, name), ...value.flatMap((n) => integer(8, n)), ...integer(20, 7)];
}

function valueInfo(name: string, shape: readonly number[] | null): number[] {
  const dims =
    shape === null
      ? []
      : message(
          2,
          shape.flatMap((n) => message(1, integer(1, n))),
        );
  return [...text(1, name), ...message(2, message(1, [...integer(1, float), ...dims]))];
}

function message(field: number, content: readonly number[]): number[] {
  return [(field << 3) | 2, ...varint(content.length), ...content].flatMap((byte, i) =>
    i === 0 ? varint(byte) : [byte],
  );
}

function text(field: number, value: string): number[] {
  return message(field, [...new TextEncoder().encode(value)]);
}

function integer(field: number, value: number): number[] {
  return [...varint(field << 3), ...(value < 0 ? varint64(value) : varint(value))];
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];
}

function varint64(value: number): number[] {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  while (rest >= 0x80n) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return [...bytes, Number(rest)];
}
