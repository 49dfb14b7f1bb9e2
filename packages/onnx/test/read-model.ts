// Reads the protobuf of an ONNX file, to check its structure.

interface Field {
  readonly field: number;
  /** A number, or bytes. */
  readonly value: number | Uint8Array;
}

function fieldsOf(bytes: Uint8Array): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): number => {
    let [value, factor] = [0n, 1n];
    for (;;) {
      const byte = bytes[at++]!;
      value += BigInt(byte & 0x7f) * factor;
      if (byte < 0x80) return Number(BigInt.asIntN(64, value));
      factor *= 128n;
    }
  };
  while (at < bytes.length) {
    const key = varint();
    const kind = key & 7;
    if (kind === 0) fields.push({ field: key >> 3, value: varint() });
    else {
      const length = kind === 5 ? 4 : varint();
      fields.push({ field: key >> 3, value: bytes.subarray(at, at + length) });
      at += length;
    }
  }
  return fields;
}

function messages(bytes: Uint8Array, field: number): Uint8Array[] {
  return fieldsOf(bytes).flatMap((f) => (f.field === field && typeof f.value !== "number" ? [f.value] : []));
}

function texts(bytes: Uint8Array, field: number): string[] {
  return messages(bytes, field).map((value) => new TextDecoder().decode(value));
}

function numbers(bytes: Uint8Array, field: number): number[] {
  return fieldsOf(bytes).flatMap((f) => (f.field === field && typeof f.value === "number" ? [f.value] : []));
}

export interface ReadModel {
  readonly opset: number;
  readonly nodes: readonly {
    readonly op: string;
    readonly name: string;
    readonly inputs: readonly string[];
    readonly outputs: readonly string[];
  }[];
  readonly initializers: readonly {
    readonly name: string;
    readonly shape: readonly number[];
    readonly type: number;
    readonly bytes: number;
  }[];
  readonly inputs: readonly Info[];
  readonly outputs: readonly Info[];
}

interface Info {
  readonly name: string;
  readonly dims: readonly (string | number)[];
}

export function readModel(file: Uint8Array): ReadModel {
  const [graph] = messages(file, 7) as [Uint8Array];
  const [opset] = messages(file, 8) as [Uint8Array];
  const info = (bytes: Uint8Array): Info => {
    const [type] = messages(messages(bytes, 2)[0]!, 1) as [Uint8Array];
    const dims = messages(messages(type, 2)[0]!, 1);
    return {
      name: texts(bytes, 1)[0]!,
      dims: dims.map((dim) => texts(dim, 2)[0] ?? numbers(dim, 1)[0]!),
    };
  };
  return {
    opset: numbers(opset, 2)[0]!,
    nodes: messages(graph, 1).map((node) => ({
      op: texts(node, 4)[0]!,
      name: texts(node, 3)[0]!,
      inputs: texts(node, 1),
      outputs: texts(node, 2),
    })),
    initializers: messages(graph, 5).map((tensor) => ({
      name: texts(tensor, 8)[0]!,
      shape: numbers(tensor, 1),
      type: numbers(tensor, 2)[0]!,
      bytes: messages(tensor, 9)[0]!.length,
    })),
    inputs: messages(graph, 11).map(info),
    outputs: messages(graph, 12).map(info),
  };
}

/** What is wrong with a graph: names that are made twice, or used before they are made. */
export function problemsOf({ nodes, initializers, inputs, outputs }: ReadModel): string[] {
  const problems: string[] = [];
  const made = new Set<string>([""]);
  const make = (name: string): void => {
    if (made.has(name)) problems.push(`${name} is made twice`);
    made.add(name);
  };
  for (const { name } of [...inputs, ...initializers]) make(name);
  const names = new Set<string>();
  for (const node of nodes) {
    if (names.has(node.name)) problems.push(`two nodes ${node.name}`);
    names.add(node.name);
    for (const input of node.inputs)
      if (!made.has(input)) problems.push(`${node.name} uses ${input} too early`);
    for (const output of node.outputs) make(output);
  }
  for (const { name } of outputs) if (!made.has(name)) problems.push(`no output ${name}`);
  return problems;
}
