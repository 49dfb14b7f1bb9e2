// The module that ships is the plain one. In it every multiply-add keeps its addend in a spare local while it
// multiplies: a sequence that nothing else writes, at least as long as the one relaxed instruction that does the same.

/** By the number of the relaxed instruction, what stands for it in the plain module; spare is the first of two locals. */
export const plainSequences: ReadonlyMap<number, (spare: number) => readonly number[]> = new Map([
  // relaxed_madd, a · b + c: local.set c; f32x4.mul; local.get c; f32x4.add
  [0x85, (c: number) => [0x21, c, 0xfd, 0xe6, 1, 0x20, c, 0xfd, 0xe4, 1]],
  // relaxed_nmadd, c − a · b: local.set c; f32x4.mul; local.set p; local.get c; local.get p; f32x4.sub
  [0x86, (c: number) => [0x21, c, 0xfd, 0xe6, 1, 0x21, c + 1, 0x20, c, 0x20, c + 1, 0xfd, 0xe5, 1]],
]);

/** Writes the relaxed instructions into a plain module, in place; nops fill the rest. */
export function relax(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== 0x21) continue;
    for (const [code, sequenceOf] of plainSequences) {
      const sequence = sequenceOf(bytes[at + 1]!);
      if (!sequence.every((byte, i) => bytes[at + i] === byte)) continue;
      bytes.fill(1, at, at + sequence.length);
      bytes.set([0xfd, code, 2], at);
    }
  }
}
