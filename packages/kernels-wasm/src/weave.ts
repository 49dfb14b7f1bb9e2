// The module is kept as streams, like by like: deflate packs them a quarter smaller than the module's bytes in their
// order. It is kept once, with relaxed multiply-adds; the plain variant gets sequences that round twice in their place.
// scripts/unravel.mjs makes the streams.

/** The streams: everything but code, locals' types, opcodes, locals, constants, offsets, functions, and wide constants. */
export const restStream = 0;
export const headStream = 1;
export const opStream = 2;
export const localStream = 3;
export const constantStream = 4;
export const offsetStream = 5;
export const callStream = 6;
export const wideStream = 7;
export const streamCount = 8;

/** Relaxed multiply-adds, in this numbering of SIMD instructions: after the 256 others. */
const madd = 0x205;
const nmadd = 0x206;

/**
 * By opcode, the streams of the numbers that follow it. Opcodes without an entry have no immediates, or some that read as
 * instructions without any (the types of blocks), or are special cases.
 */
export const immediates: readonly (readonly number[] | undefined)[] = makeImmediates();

function makeImmediates(): (readonly number[] | undefined)[] {
  const table = new Array<readonly number[] | undefined>(0x300);
  const set = (streams: readonly number[], from: number, to: number = from): void => {
    table.fill(streams, from, to + 1);
  };
  set([opStream], 0x0c, 0x0d); // br, br_if
  set([callStream], 0x10);
  set([opStream], 0x23, 0x24); // globals
  set([offsetStream], 0x28, 0x3e); // loads and stores
  set([constantStream], 0x41, 0x42);
  set([opStream], 0xfc);
  set([offsetStream], 0x100, 0x10b); // v128.load to v128.store
  set([opStream], 0x115, 0x122); // lanes
  set([offsetStream, opStream], 0x154, 0x15b); // loads and stores of lanes
  set([offsetStream], 0x15c, 0x15d); // v128.load32_zero, v128.load64_zero
  return table;
}

/** By opcode, the alignment of a load or store: always its size, so no stream contains it. */
export const alignments: readonly (number | undefined)[] = makeAlignments();

function makeAlignments(): (number | undefined)[] {
  const table = new Array<number | undefined>(0x160);
  const set = (from: number, digits: string): void => {
    for (const digit of digits) table[from++] = Number(digit);
  };
  set(0x28, "23230011001122232301012"); // loads and stores
  set(0x100, "433333301234"); // v128.load to v128.store
  set(0x154, "0123012323"); // loads and stores of lanes, v128.load32_zero, v128.load64_zero
  return table;
}

/** How many bytes of a constant, or of a shuffle's lanes, follow an opcode. */
export function wideBytes(op: number): number {
  return op === 0x43 ? 4 : op === 0x44 ? 8 : op === 0x10c || op === 0x10d ? 16 : 0;
}

/** The locals of a function, most recently used first: the stream contains their positions in this order. */
export function localsByUse(): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, local) => local);
}

/** Takes the local at a place of the list to its front. */
export function use(locals: Uint8Array, place: number): number {
  const local = locals[place]!;
  locals.copyWithin(1, 0, place);
  locals[0] = local;
  return local;
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

/** Writes a number in three bytes. */
function writeSize(out: Uint8Array, at: number, size: number): void {
  out.set([size | 128, (size >> 7) | 128, size >> 14], at);
}

/**
 * The module of its streams. The first one ends with the code section's id, three bytes for its size, and the count of
 * functions in two. A function's head is 0, or the place of its first spare local and 1 more where it has multiply-adds;
 * the length of its locals' declaration; and that.
 */
export function weave(streams: readonly Uint8Array[], plain: boolean): Uint8Array<ArrayBuffer> {
  const rest = streams[restStream]!;
  const head = streams[headStream]!;
  const ops = streams[opStream]!;
  const locals = streams[localStream]!;
  const at = new Int32Array(streamCount);
  // At most: a multiply-add, three bytes, becomes fourteen.
  const out = new Uint8Array(5 * streams.reduce((sum, { length }) => sum + length, 0));
  out.set(rest);
  let to = rest.length;
  let headAt = 0;
  while (headAt < head.length) {
    const start = to + 3;
    const spare = head[headAt]! - 1;
    const declared = head.subarray(headAt + 2, headAt + 2 + head[headAt + 1]!);
    headAt += 2 + declared.length;
    out.set(declared, start);
    to = start + declared.length;
    if (plain && spare >= 0) {
      out[start]!++;
      out[to++] = 2;
      out[to++] = 0x7b;
    }
    const byUse = localsByUse();
    for (let depth = 1; depth > 0; ) {
      let op = ops[at[opStream]!++]!;
      out[to++] = op;
      if (op >= 0x20 && op <= 0x22) {
        out[to++] = use(byUse, locals[at[localStream]!++]!);
        continue;
      }
      if (op === 0xfd) {
        op = ops[at[opStream]!++]!;
        out[to++] = op;
        if (op > 127) {
          const high = ops[at[opStream]!++]!;
          out[to++] = high;
          op += (high - 1) << 7;
        }
        op += 0x100;
      }
      const numbers = immediates[op];
      if (numbers !== undefined) {
        const alignment = alignments[op];
        if (alignment !== undefined) out[to++] = alignment;
        for (let i = 0; i < numbers.length; i++) {
          const from = numbers[i]!;
          let byte = 128;
          while (byte > 127) {
            byte = streams[from]![at[from]!++]!;
            out[to++] = byte;
          }
        }
      } else if (op === 0x0b) depth--;
      else if (op >= 0x02 && op <= 0x04) depth++;
      else if (op === 0x0e) {
        for (let labels = ops[at[opStream]!]! + 2; labels > 0; labels--) out[to++] = ops[at[opStream]!++]!;
      } else if (plain && (op === madd || op === nmadd)) {
        const sequence = plainSequence(op, spare);
        out.set(sequence, to - 3);
        to += sequence.length - 3;
      } else {
        for (let i = wideBytes(op); i > 0; i--) out[to++] = streams[wideStream]![at[wideStream]!++]!;
      }
    }
    writeSize(out, start - 3, to - start);
  }
  writeSize(out, rest.length - 5, to - rest.length + 2);
  return out.slice(0, to);
}
