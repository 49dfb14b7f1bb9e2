/** Bits of the nearest bfloat16 of each number, ties to even. NaN stays NaN. */
export function toBfloat16(values: Float32Array): Uint16Array<ArrayBuffer> {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const out = new Uint16Array(values.length);
  for (let i = 0; i < out.length; i++) {
    const x = bits[i]!;
    const isNaN = (x & 0x7fffffff) > 0x7f800000;
    out[i] = isNaN ? (x >>> 16) | 0x40 : (x + 0x7fff + ((x >>> 16) & 1)) >>> 16;
  }
  return out;
}

/** Bits of the nearest float16 (IEEE 754-2019 binary16) of each number, ties to even. Numbers beyond 65504 become ∞. */
export function toFloat16(values: Float32Array): Uint16Array<ArrayBuffer> {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const out = new Uint16Array(values.length);
  for (let i = 0; i < out.length; i++) out[i] = narrow16(bits[i]!);
  return out;
}

function narrow16(x: number): number {
  const sign = (x >>> 16) & 0x8000;
  const rest = x & 0x7fffffff;
  if (rest > 0x7f800000) return sign | 0x7e00;
  // From half a step below 2^16 on, the nearest is infinite.
  if (rest >= 0x477ff000) return sign | 0x7c00;
  if (rest >= 0x38800000) {
    const rounded = rest + 0xfff + ((rest >>> 13) & 1);
    return sign | ((rounded - 0x38000000) >>> 13);
  }
  // Subnormals are multiples of 2^-24; the exponent says how many bits fall off.
  const shift = 126 - (rest >>> 23);
  if (shift > 25) return sign;
  const mantissa = (rest & 0x7fffff) | 0x800000;
  const half = 2 ** (shift - 1);
  const kept = mantissa >>> shift;
  const lost = mantissa - kept * 2 ** shift;
  return sign | (lost > half || (lost === half && kept % 2 === 1) ? kept + 1 : kept);
}
