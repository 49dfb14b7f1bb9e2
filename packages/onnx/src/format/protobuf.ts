// Protocol Buffers, as far as ONNX needs them. Chunks are joined once at the end, so that weights are copied once.

/** Pieces of a message, in order. */
export type Chunks = readonly Uint8Array[];

const bytesType = 2;
const fixed32Type = 5;

/** A field with an integer, also below zero. */
export function integer(field: number, value: number): Chunks {
  return [Uint8Array.from([...varint(field << 3), ...(value < 0 ? negative(value) : varint(value))])];
}

/** A field with a float32. */
export function float(field: number, value: number): Chunks {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setFloat32(0, value, true);
  return [Uint8Array.from(varint((field << 3) | fixed32Type)), bytes];
}

/* @__NO_SIDE_EFFECTS__ */
export function text(field: number, value: string): Chunks {
  return message(field, [new TextEncoder().encode(value)]);
}

/** A field with bytes or a message. */
export function message(field: number, content: Chunks): Chunks {
  const head = [...varint((field << 3) | bytesType), ...varint(lengthOf(content))];
  return [Uint8Array.from(head), ...content];
}

export function lengthOf(chunks: Chunks): number {
  return chunks.reduce((sum, chunk) => sum + chunk.length, 0);
}

export function join(chunks: Chunks): Uint8Array {
  const bytes = new Uint8Array(lengthOf(chunks));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

// Division instead of shifts: lengths may exceed 31 bits.
function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return bytes;
}

function negative(value: number): number[] {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  while (rest >= 0x80n) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return [...bytes, Number(rest)];
}
