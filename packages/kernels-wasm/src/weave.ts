// The module is kept as streams, like by like: deflate packs them a quarter smaller than the module's bytes in their
// order. It is kept once, with relaxed multiply-adds; the plain variant gets sequences that round twice in their place.

/** The streams: what is no code, locals' types, opcodes, locals, constants, offsets, functions, and wide constants. */
export const restStream = 0;
export const headStream = 1;
export const opStream = 2;
export const localStream = 3;
export const constantStream = 4;
export const offsetStream = 5;
export const callStream = 6;
export const wideStream = 7;
export const streamCount = 8;

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

/** The declarations of a function's locals. */
export function takeLocals(take: Take): void {
  for (let groups = takeNumber(take, headStream); groups > 0; groups--) {
    takeNumber(take, headStream);
    take(headStream);
  }
}

/** Relaxed multiply-adds, as SIMD instructions are numbered here: behind the 256 others. */
const madd = 0x205;
const nmadd = 0x206;

/**
 * A function's instructions up to its end, the most frequent ones first. `takeLocal` takes a local's number; multiply-adds
 * are told of. What has no case has no immediates, or some that read as instructions without any: the types of blocks.
 */
export function takeCode(take: Take, takeLocal: () => void, multiplyAdd: (op: number) => void): void {
  const number = (from: number): number => takeNumber(take, from);
  const bytes = (count: number): void => {
    for (let i = 0; i < count; i++) take(wideStream);
  };
  for (let depth = 1; depth > 0; ) {
    let op = take(opStream);
    if (op >= 0x20 && op <= 0x22) {
      takeLocal();
      continue;
    }
    if (op === 0xfd) op = 256 + number(opStream);
    const lane = op >= 0x154 && op <= 0x15b; // v128.load8_lane to v128.store64_lane
    const memory = (op >= 0x28 && op <= 0x3e) || (op >= 0x100 && op <= 0x10b) || lane || op >> 1 === 0xae;
    if (op === madd || op === nmadd) multiplyAdd(op);
    else if (op === 0x41 || op === 0x42) number(constantStream);
    else if (memory) {
      number(opStream);
      number(offsetStream);
      if (lane) take(opStream);
    } else if (op >= 0x02 && op <= 0x04) depth++;
    else if (op === 0x0b) depth--;
    else if (op === 0x0c || op === 0x0d || op === 0x23 || op === 0x24) number(opStream);
    else if (op === 0x0e) for (let labels = number(opStream); labels >= 0; labels--) number(opStream);
    else if (op === 0x10) number(callStream);
    else if (op === 0x43) bytes(4);
    else if (op === 0x44) bytes(8);
    else if (op === 0x10c || op === 0x10d) bytes(16);
    else if (op === 0xfc || (op >= 0x115 && op <= 0x122)) take(opStream);
  }
}

/** The locals of a function, the one that was used last first: in the stream they stand by their places there. */
export function localsByUse(): number[] {
  return Array.from({ length: 128 }, (_, local) => local);
}

/** Takes the local at a place of the list to its front. */
export function use(locals: number[], place: number): number {
  const [local] = locals.splice(place, 1);
  locals.unshift(local!);
  return local!;
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
  const at = new Int32Array(streamCount);
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
  // Something with its size before it, in three bytes.
  const sized = (body: () => void): void => {
    const start = length;
    length += 3;
    body();
    const size = length - start - 3;
    out.set([size | 128, (size >> 7) | 128, size >> 14], start);
  };
  const functionBody = (): void => {
    const spare = next(headStream) - 1;
    const groups = length;
    const locals = localsByUse();
    takeLocals(take);
    if (plain && spare >= 0) {
      out[groups]!++;
      write([2, 0x7b]);
    }
    const takeLocal = (): void => {
      out[length++] = use(locals, next(localStream));
    };
    takeCode(take, takeLocal, (op) => {
      if (!plain) return;
      length -= 3;
      write(plainSequence(op, spare));
    });
  };
  write(streams[restStream]!);
  write([10]);
  sized(() => {
    for (let count = takeNumber(take, headStream); count > 0; count--) sized(functionBody);
  });
  return out.slice(0, length);
}
