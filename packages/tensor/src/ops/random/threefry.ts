/**
 * Threefry-2x32 with 20 rounds: two 32-bit words for a 64-bit key and a 64-bit counter (Salmon et al. 2011,
 * "Parallel Random Numbers: As Easy as 1, 2, 3"). Each counter is independent of the others, so element i of a tensor
 * does not depend on how the work is split.
 *
 * @param out receives the two words as unsigned 32-bit numbers.
 */
export function threefry2x32(
  key0: number,
  key1: number,
  counter0: number,
  counter1: number,
  out: Uint32Array,
): void {
  const key2 = 0x1bd11bda ^ key0 ^ key1;
  let x0 = (counter0 + key0) | 0;
  let x1 = (counter1 + key1) | 0;
  for (let group = 0; group < 5; group++) {
    const even = group % 2 === 0;
    for (let i = 0; i < 4; i++) {
      const rotation = (even ? evenRotations : oddRotations)[i]!;
      x0 = (x0 + x1) | 0;
      x1 = ((x1 << rotation) | (x1 >>> (32 - rotation))) ^ x0;
    }
    const next = group + 1;
    x0 = (x0 + keyWord(next % 3, key0, key1, key2)) | 0;
    x1 = (x1 + keyWord((next + 1) % 3, key0, key1, key2) + next) | 0;
  }
  out[0] = x0;
  out[1] = x1;
}

/** Uniform in [0, 1): 53 random bits of {@link threefry2x32}. */
export function fraction(key0: number, key1: number, counter0: number, counter1: number): number {
  const words = new Uint32Array(2);
  threefry2x32(key0, key1, counter0, counter1, words);
  return (words[0]! * 2 ** 21 + (words[1]! >>> 11)) / 2 ** 53;
}

const evenRotations: readonly number[] = [13, 15, 26, 6];
const oddRotations: readonly number[] = [17, 29, 16, 24];

function keyWord(i: number, key0: number, key1: number, key2: number): number {
  return i === 0 ? key0 : i === 1 ? key1 : key2;
}
