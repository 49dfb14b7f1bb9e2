// The module is kept as streams, like by like: deflate packs them a quarter smaller than the module's bytes in their
// order. It is kept once, with relaxed multiply-adds; the plain variant gets sequences that round twice in their place.

/** The streams: what is no code, locals' types, opcodes, locals, constants, offsets, functions, and wide constants. */
export const stream = {
  rest: 0,
  head: 1,
  op: 2,
  local: 3,
  constant: 4,
  offset: 5,
  call: 6,
  wide: 7,
} as const;

/** Takes the next byte of a stream on the way to where it goes. */
export type Take = (from: number) => number;

/** A number in LEB128. */
function takeNumber(take: Take, from: number): number {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = take(from);
    value |= (byte & 127) << shift;
    if (byte < 128) return value;
  }
}

function takeBytes(take: Take, from: number, count: number): void {
  for (let i = 0; i < count; i++) take(from);
}

/** The declarations of a function's locals. */
export function takeLocals(take: Take): void {
  for (let groups = takeNumber(take, stream.head); groups > 0; groups--) {
    takeNumber(take, stream.head);
    take(stream.head);
  }
}

/** Relaxed multiply-adds, as SIMD instructions are numbered here: behind the 256 others. */
const [madd, nmadd] = [0x205, 0x206];

/**
 * A function's instructions up to its end, the most frequent ones first. Tells of each multiply-add. What has no case has
 * no immediates, or some that read as instructions without any: the types of blocks, memories.
 */
export function takeCode(take: Take, multiplyAdd: (op: number) => void): void {
  for (let depth = 1; depth > 0; ) {
    let op = take(stream.op);
    if (op >= 0x20 && op <= 0x24) {
      takeNumber(take, stream.local);
      continue;
    }
    if (op === 0xfd) op = 256 + takeNumber(take, stream.op);
    const lane = op >= 0x154 && op <= 0x15b; // v128.load8_lane to v128.store64_lane
    if (op === madd || op === nmadd) multiplyAdd(op);
    else if (op === 0x41 || op === 0x42) takeNumber(take, stream.constant);
    else if (
      (op >= 0x28 && op <= 0x3e) ||
      (op >= 0x100 && op <= 0x10b) ||
      lane ||
      op === 0x15c ||
      op === 0x15d
    ) {
      takeNumber(take, stream.op);
      takeNumber(take, stream.offset);
      if (lane) take(stream.op);
    } else if (op >= 0x02 && op <= 0x04) depth++;
    else if (op === 0x0b) depth--;
    else if (op === 0x0c || op === 0x0d) takeNumber(take, stream.op);
    else if (op === 0x0e) {
      for (let labels = takeNumber(take, stream.op); labels >= 0; labels--) takeNumber(take, stream.op);
    } else if (op === 0x10) takeNumber(take, stream.call);
    else if (op === 0x43) takeBytes(take, stream.wide, 4);
    else if (op === 0x44) takeBytes(take, stream.wide, 8);
    else if (op === 0x10c || op === 0x10d) takeBytes(take, stream.wide, 16);
    else if (op === 0xfc || (op >= 0x115 && op <= 0x122)) take(stream.op);
  }
}

/**
 * A multiply-add in plain instructions: its addend waits in the first of two spare locals. For a · b + c: local.set c;
 * f32x4.mul; local.get c; f32x4.add. For c − a · b: local.set c; f32x4.mul; local.set p; local.get c; local.get p; f32x4.sub.
 */
function plainSequence(op: number, spare: number): readonly number[] {
  const product = [0x21, spare, 0xfd, 0xe6, 1];
  if (op === madd) return [...product, 0x20, spare, 0xfd, 0xe4, 1];
  return [...product, 0x21, spare + 1, 0x20, spare, 0x20, spare + 1, 0xfd, 0xe5, 1];
}

/**
 * The module of its streams. Each function's head begins with 0, or with the place of its first spare local and 1 more
 * where it has multiply-adds.
 */
export function weave(streams: readonly Uint8Array[], plain: boolean): Uint8Array<ArrayBuffer> {
  const at = new Int32Array(streams.length);
  // At most: a multiply-add, three bytes, becomes fourteen.
  const out = new Uint8Array(5 * streams.reduce((sum, { length }) => sum + length, 0));
  let length = 0;
  const write = (bytes: readonly number[] | Uint8Array): void => {
    out.set(bytes, length);
    length += bytes.length;
  };
  const next: Take = (from) => streams[from]![at[from]!++]!;
  const take: Take = (from) => {
    const byte = next(from);
    out[length++] = byte;
    return byte;
  };
  const inPlain = (op: number, spare: number): void => {
    length -= 3;
    write(plainSequence(op, spare));
  };
  // Something with its size before it, in three bytes.
  const sized = (body: () => void): void => {
    const start = length;
    length += 3;
    body();
    const size = length - start - 3;
    out.set([size | 128, (size >> 7) | 128, size >> 14], start);
  };
  write(streams[stream.rest]!);
  write([10]);
  sized(() => {
    for (let count = takeNumber(take, stream.head); count > 0; count--) {
      sized(() => {
        const spare = next(stream.head) - 1;
        const groups = length;
        takeLocals(take);
        if (plain && spare >= 0) {
          out[groups]!++;
          write([2, 0x7b]);
        }
        takeCode(take, (op) => {
          if (plain) inPlain(op, spare);
        });
      });
    }
  });
  return out.slice(0, length);
}
