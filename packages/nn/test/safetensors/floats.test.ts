import { describe, expect, it } from "vitest";
import * as floats from "../../src/safetensors/floats.ts";

const bitsView = new DataView(new ArrayBuffer(4));
function numberOf(bits: number): number {
  bitsView.setUint32(0, bits);
  return bitsView.getFloat32(0);
}

/** The value by definition: sign × 2^(e - bias) × 1.m, or 2^(1 - bias) × 0.m below the least exponent. */
function byDefinition(code: number, exponentBits: number, mantissaBits: number, bias: number): number {
  const sign = code >> (exponentBits + mantissaBits) === 0 ? 1 : -1;
  const exponent = (code >> mantissaBits) & (2 ** exponentBits - 1);
  const fraction = (code & (2 ** mantissaBits - 1)) / 2 ** mantissaBits;
  return exponent === 0 ? sign * fraction * 2 ** (1 - bias) : sign * (1 + fraction) * 2 ** (exponent - bias);
}

function ieee(code: number, exponentBits: number, mantissaBits: number): number {
  const top = 2 ** exponentBits - 1;
  if (((code >> mantissaBits) & top) !== top) {
    return byDefinition(code, exponentBits, mantissaBits, 2 ** (exponentBits - 1) - 1);
  }
  if ((code & (2 ** mantissaBits - 1)) !== 0) return Number.NaN;
  return code >> (exponentBits + mantissaBits) === 0 ? Infinity : -Infinity;
}

/** Codes at which a conversion and its definition differ; 0 and -0 differ, NaN equals NaN. */
function differing(
  count: number,
  convert: (code: number) => number,
  wanted: (code: number) => number,
): number[] {
  const codes = Array.from({ length: count }, (_, code) => code);
  return codes.filter((code) => !Object.is(numberOf(convert(code)), wanted(code)));
}

describe("every code widens to its exact value", () => {
  it("float16", () => {
    expect(differing(65536, floats.float16ToFloat32Bits, (code) => ieee(code, 5, 10))).toEqual([]);
    expect(numberOf(floats.float16ToFloat32Bits(0x3c01))).toBe(1.0009765625);
    expect(numberOf(floats.float16ToFloat32Bits(0x0001))).toBe(2 ** -24);
    expect(floats.float16ToFloat32Bits(0xfe01)).toBe(0xffc02000);
  });

  it("bfloat16", () => {
    expect(differing(65536, floats.bfloat16ToFloat32Bits, (code) => ieee(code, 8, 7))).toEqual([]);
    expect(numberOf(floats.bfloat16ToFloat32Bits(0x4049))).toBe(3.140625);
  });

  it("float8 E5M2", () => {
    expect(differing(256, floats.float8E5M2ToFloat32Bits, (code) => ieee(code, 5, 2))).toEqual([]);
    expect(numberOf(floats.float8E5M2ToFloat32Bits(0x7b))).toBe(57344);
  });

  it("float8 E4M3", () => {
    const wanted = (code: number): number =>
      (code & 0x7f) === 0x7f ? Number.NaN : byDefinition(code, 4, 3, 7);
    expect(differing(256, floats.float8E4M3ToFloat32Bits, wanted)).toEqual([]);
    expect(numberOf(floats.float8E4M3ToFloat32Bits(0x7e))).toBe(448);
    expect(numberOf(floats.float8E4M3ToFloat32Bits(0x01))).toBe(2 ** -9);
  });

  it("float8 FNUZ", () => {
    const e4m3 = (code: number): number => (code === 0x80 ? Number.NaN : byDefinition(code, 4, 3, 8));
    expect(differing(256, floats.float8E4M3FnuzToFloat32Bits, e4m3)).toEqual([]);
    expect(numberOf(floats.float8E4M3FnuzToFloat32Bits(0x7f))).toBe(240);
    const e5m2 = (code: number): number => (code === 0x80 ? Number.NaN : byDefinition(code, 5, 2, 16));
    expect(differing(256, floats.float8E5M2FnuzToFloat32Bits, e5m2)).toEqual([]);
    expect(numberOf(floats.float8E5M2FnuzToFloat32Bits(0x7f))).toBe(57344);
  });

  it("float8 E8M0", () => {
    const wanted = (code: number): number => (code === 255 ? Number.NaN : 2 ** (code - 127));
    expect(differing(256, floats.float8E8M0ToFloat32Bits, wanted)).toEqual([]);
  });
});
