/**
 * Widening of small floats to float32, bit for bit: every finite value of these types is a float32, so the
 * conversion is exact, subnormals included. Functions take and return bit patterns, not numbers, so that NaN payloads
 * survive.
 *
 * Sources: float16, IEEE 754-2019 binary16. bfloat16, the upper half of a float32. float8, Micikevicius et
 * al., "FP8 formats for deep learning" (arXiv 2209.05433). FNUZ variants, Noune et al. (arXiv 2206.02915).
 * E8M0, the OCP Microscaling (MX) specification 1.0.
 */

const INFINITY_BITS = 0x7f800000;
const NAN_BITS = 0x7fc00000;

/** Widens sign, exponent field and mantissa field to float32 bits. Only exponent zero is special. */
function widen(
  negative: boolean,
  exponent: number,
  mantissa: number,
  mantissaBits: number,
  bias: number,
): number {
  const sign = negative ? 0x80000000 : 0;
  if (exponent !== 0) {
    return (sign | ((exponent - bias + 127) << 23) | (mantissa << (23 - mantissaBits))) >>> 0;
  }
  if (mantissa === 0) return sign;
  const top = 31 - Math.clz32(mantissa);
  const fraction = (mantissa << (23 - top)) & 0x7fffff;
  return (sign | ((top - mantissaBits + 1 - bias + 127) << 23) | fraction) >>> 0;
}

/** IEEE binary16 bits to float32 bits. */
export function float16ToFloat32Bits(bits: number): number {
  const exponent = (bits >>> 10) & 0x1f;
  const mantissa = bits & 0x3ff;
  const negative = (bits & 0x8000) !== 0;
  if (exponent !== 31) return widen(negative, exponent, mantissa, 10, 15);
  return ((negative ? 0x80000000 : 0) | INFINITY_BITS | (mantissa << 13)) >>> 0;
}

/** bfloat16 bits to float32 bits. */
export function bfloat16ToFloat32Bits(bits: number): number {
  return (bits << 16) >>> 0;
}

/** float8 E5M2 (IEEE-like: infinities and NaNs) to float32 bits. */
export function float8E5M2ToFloat32Bits(bits: number): number {
  return float16ToFloat32Bits((bits & 0xff) << 8);
}

/** float8 E4M3 (no infinities, NaN at 0x7f and 0xff, largest value 448) to float32 bits. */
export function float8E4M3ToFloat32Bits(bits: number): number {
  const negative = (bits & 0x80) !== 0;
  if ((bits & 0x7f) === 0x7f) return ((negative ? 0x80000000 : 0) | NAN_BITS) >>> 0;
  return widen(negative, (bits >>> 3) & 0xf, bits & 7, 3, 7);
}

/** float8 E4M3 FNUZ (no infinities, no negative zero, NaN at 0x80, bias 8) to float32 bits. */
export function float8E4M3FnuzToFloat32Bits(bits: number): number {
  if ((bits & 0xff) === 0x80) return NAN_BITS;
  return widen((bits & 0x80) !== 0, (bits >>> 3) & 0xf, bits & 7, 3, 8);
}

/** float8 E5M2 FNUZ (no infinities, no negative zero, NaN at 0x80, bias 16) to float32 bits. */
export function float8E5M2FnuzToFloat32Bits(bits: number): number {
  if ((bits & 0xff) === 0x80) return NAN_BITS;
  return widen((bits & 0x80) !== 0, (bits >>> 2) & 0x1f, bits & 3, 2, 16);
}

/** float8 E8M0 (a bare power of two, 2^(bits - 127); NaN at 0xff) to float32 bits. */
export function float8E8M0ToFloat32Bits(bits: number): number {
  const exponent = bits & 0xff;
  if (exponent === 0xff) return NAN_BITS;
  return exponent === 0 ? 0x00400000 : exponent << 23;
}
