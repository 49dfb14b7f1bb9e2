import { describe, expect, it } from "vitest";
import { compareUtf8, swapOnBigEndian } from "../../src/safetensors/bytes.ts";
import type { SafetensorsDType, SafetensorsInput } from "../../src/safetensors/index.ts";
import { decodeSafetensors, encodeSafetensors, readTensorData } from "../../src/safetensors/index.ts";
import { faultOf } from "./helpers.ts";

const bytes = (length: number): Uint8Array => new Uint8Array(length);
const text = (file: Uint8Array): string => new TextDecoder("latin1").decode(file.slice(8));
const read = (
  dtype: SafetensorsDType,
  data: Uint8Array,
  shape?: number[],
): ReturnType<typeof readTensorData> =>
  readTensorData({ name: "w", dtype, shape: shape ?? [data.length], bytes: data });

/** Encodes, decodes and reads one tensor whose data is a typed array. */
function roundTrip(dtype: SafetensorsDType, data: ArrayBufferView & { readonly length: number }): unknown {
  const file = encodeSafetensors([["w", { dtype, shape: [data.length], data }]]);
  const entry = decodeSafetensors(file).tensors.get("w");
  return entry === undefined ? undefined : readTensorData(entry);
}

describe("encodeSafetensors", () => {
  it("writes the bytes of the format", () => {
    const file = encodeSafetensors([["x", { dtype: "I16", shape: [2], data: Int16Array.of(1, -2) }]], {
      a: "b",
    });
    const header = '{"__metadata__":{"a":"b"},"x":{"dtype":"I16","shape":[2],"data_offsets":[0,4]}}';
    expect(header.length).toBe(79);
    expect([...file.slice(0, 8)]).toEqual([80, 0, 0, 0, 0, 0, 0, 0]);
    expect(text(file)).toBe(`${header} \x01\x00\xfe\xff`);
    expect([...encodeSafetensors([])]).toEqual([8, 0, 0, 0, 0, 0, 0, 0, 123, 125, 32, 32, 32, 32, 32, 32]);
  });

  it("orders by alignment, then by name in UTF-8 order, whatever the order given", () => {
    const scalar = (dtype: SafetensorsDType, size: number) => ({ dtype, shape: [], data: bytes(size) });
    const entries: [string, SafetensorsInput][] = [
      ["a", scalar("BOOL", 1)],
      ["\u{1f600}", scalar("F32", 4)],
      ["\uffee", scalar("F32", 4)],
      ["b10", scalar("F32", 4)],
      ["b", scalar("F32", 4)],
      ["z", scalar("U64", 8)],
      ["y", scalar("F64", 8)],
      ["c", scalar("BF16", 2)],
    ];
    const file = encodeSafetensors(entries, { b: "1", a: "2" });
    const ordered = ["z", "y", "b", "b10", "\uffee", "\u{1f600}", "c", "a"];
    expect([...decodeSafetensors(file).tensors.keys()]).toEqual(ordered);
    expect(encodeSafetensors(entries.reverse(), { a: "2", b: "1" })).toEqual(file);
  });

  it("takes a view into a larger buffer", () => {
    const data = Float32Array.of(9, 1, 2, 9).subarray(1, 3);
    expect(roundTrip("F32", data)).toEqual({ dtype: "float32", data: Float32Array.of(1, 2) });
    const view = new DataView(Uint8Array.of(9, 1, 0, 9).buffer, 1, 2);
    const file = encodeSafetensors([["w", { dtype: "U16", shape: [1], data: view }]]);
    expect(decodeSafetensors(file).tensors.get("w")?.bytes).toEqual(Uint8Array.of(1, 0));
  });

  it.each<[string, string, SafetensorsInput, RegExp]>([
    ["a reserved name", "__metadata__", { dtype: "U8", shape: [], data: bytes(1) }, /reserved/],
    ["__proto__", "a.__proto__", { dtype: "U8", shape: [], data: bytes(1) }, /not allowed/],
    ["a lone surrogate", "\ud800", { dtype: "U8", shape: [], data: bytes(1) }, /not allowed/],
    ["another length", "w", { dtype: "F32", shape: [2], data: bytes(4) }, /4 bytes, but F32 .* needs 8/],
    ["another typed array", "w", { dtype: "F32", shape: [2], data: new Float64Array(1) }, /Float64Array/],
    ["a negative size", "w", { dtype: "U8", shape: [-1], data: bytes(1) }, /dimension -1/],
    ["a fractional size", "w", { dtype: "U8", shape: [0.5], data: bytes(1) }, /dimension 0.5/],
    ["a size that is NaN", "w", { dtype: "U8", shape: [Number.NaN], data: bytes(1) }, /dimension NaN/],
    ["a half byte", "w", { dtype: "F4", shape: [1], data: bytes(1) }, /whole bytes/],
    ["a BOOL of 2", "w", { dtype: "BOOL", shape: [2], data: Uint8Array.of(1, 2) }, /element 1/],
  ])("refuses %s", (_, name, input, message) => {
    expect(faultOf(() => encodeSafetensors([[name, input]])).message).toMatch(message);
  });

  it("refuses a name given twice and metadata that is not text", () => {
    const input: SafetensorsInput = { dtype: "U8", shape: [], data: bytes(1) };
    const twice = ["w", "w"].map((name) => [name, input] as const);
    expect(faultOf(() => encodeSafetensors(twice)).message).toMatch(/given twice/);
    expect(faultOf(() => encodeSafetensors([], { a: "\udc00" })).message).toMatch(/metadata "a"/);
    expect(faultOf(() => encodeSafetensors([], JSON.parse('{"a":1}'))).message).toMatch(/metadata "a"/);
    expect(faultOf(() => encodeSafetensors([], JSON.parse('{"__proto__":"x"}'))).message).toMatch(
      /not allowed/,
    );
  });
});

describe("readTensorData", () => {
  it("gives each dtype as one of four", () => {
    const min = -(2 ** 31);
    // biome-ignore format: a row a line
    const cases: [SafetensorsDType, ArrayBufferView & { readonly length: number }, string, ArrayBufferView][] = [
      ["BOOL", Uint8Array.of(0, 1), "bool", Uint8Array.of(0, 1)],
      ["U8", Uint8Array.of(0, 255), "int32", Int32Array.of(0, 255)],
      ["I8", Int8Array.of(-128, 127), "int32", Int32Array.of(-128, 127)],
      ["I16", Int16Array.of(-32768), "int32", Int32Array.of(-32768)],
      ["U16", Uint16Array.of(65535), "int32", Int32Array.of(65535)],
      ["I32", Int32Array.of(min), "int32", Int32Array.of(min)],
      ["U32", Uint32Array.of(2147483647), "int32", Int32Array.of(2147483647)],
      ["F32", Float32Array.of(-0, NaN), "float32", Float32Array.of(-0, NaN)],
      ["F64", Float64Array.of(0.1), "float64", Float64Array.of(0.1)],
      ["F16", Uint16Array.of(0x3c00, 1), "float32", Float32Array.of(1, 2 ** -24)],
      ["BF16", Uint16Array.of(0xc040), "float32", Float32Array.of(-3)],
    ];
    for (const [dtype, given, as, data] of cases)
      expect(roundTrip(dtype, given)).toEqual({ dtype: as, data });
    const eights: SafetensorsDType[] = ["F8_E5M2", "F8_E4M3", "F8_E8M0", "F8_E4M3FNUZ", "F8_E5M2FNUZ"];
    const values = eights.map((dtype) => read(dtype, Uint8Array.of(0x40)).data[0]);
    expect(values).toEqual([2, 2, 2 ** -63, 1, 1]);
  });

  it("gives integers of every width back, however many there are", () => {
    for (let n = 0; n < 40; n++) {
      const data = Int32Array.from({ length: n }, (_, i) => i);
      const wide = Array.from(data, BigInt);
      for (const got of [
        roundTrip("I64", BigInt64Array.from(wide)),
        roundTrip("U64", BigUint64Array.from(wide)),
        roundTrip("U32", Uint32Array.from(data)),
        roundTrip("I32", data),
        roundTrip("I16", Int16Array.from(data)),
        roundTrip("U8", Uint8Array.from(data)),
      ])
        expect(got).toEqual({ dtype: "int32", data });
    }
  });

  it("gives 64-bit integers as int32 when they fit, else names tensor and value", () => {
    const edge = BigInt64Array.of(-(2n ** 31n), 2n ** 31n - 1n, -1n, 0n);
    const data = Int32Array.of(-(2 ** 31), 2 ** 31 - 1, -1, 0);
    expect(roundTrip("I64", edge)).toEqual({ dtype: "int32", data });
    const unsigned = BigUint64Array.of(2n ** 31n - 1n, 0n);
    expect(roundTrip("U64", unsigned)).toEqual({ dtype: "int32", data: Int32Array.of(2 ** 31 - 1, 0) });
    for (const value of [2n ** 31n, -(2n ** 31n) - 1n, 2n ** 32n, -(2n ** 63n)]) {
      const fault = faultOf(() => roundTrip("I64", BigInt64Array.of(1n, value)));
      expect(fault.tensor).toBe("w");
      expect(fault.message).toContain(`I64 element 1 is ${value}, which does not fit`);
    }
    for (const value of [2n ** 31n, 2n ** 32n, 2n ** 64n - 1n]) {
      expect(faultOf(() => roundTrip("U64", BigUint64Array.of(value))).message).toContain(`is ${value},`);
    }
    expect(faultOf(() => roundTrip("U32", Uint32Array.of(1, 2 ** 31))).message).toContain(
      "element 1 is 2147483648",
    );
  });

  it("keeps NaN payloads of F32 and copies, at any alignment", () => {
    const source = Uint8Array.of(7, 1, 0, 0xa0, 0x7f).subarray(1);
    const { data } = read("F32", source, [1]);
    expect(new Uint8Array(data.buffer)).toEqual(Uint8Array.of(1, 0, 0xa0, 0x7f));
    source.fill(0);
    expect(data[0]).toBeNaN();
    expect(data.buffer.byteLength).toBe(4);
  });

  it("refuses dtypes without a counterpart by name, BOOL above 1 and wrong lengths", () => {
    expect(faultOf(() => read("C64", bytes(8), [1])).message).toMatch(/"w": dtype C64 .*complex/);
    expect(faultOf(() => read("F4", bytes(1), [2])).message).toMatch(/dtype F4 /);
    expect(faultOf(() => read("F6_E2M3", bytes(3), [4])).message).toMatch(/dtype F6_E2M3 /);
    expect(faultOf(() => read("F6_E3M2", bytes(3), [4])).message).toMatch(/dtype F6_E3M2 /);
    expect(faultOf(() => read("BOOL", Uint8Array.of(0, 2))).message).toMatch(/BOOL element 1 is 2/);
    expect(faultOf(() => read("F32", bytes(5), [1])).message).toMatch(/has 5 bytes/);
  });
});

describe("byte helpers", () => {
  it("swaps elements on a big-endian host only", () => {
    const data = Uint8Array.of(1, 2, 3, 4);
    swapOnBigEndian(data, 2, true);
    expect(data).toEqual(Uint8Array.of(2, 1, 4, 3));
    swapOnBigEndian(data, 4, false);
    expect(data).toEqual(Uint8Array.of(2, 1, 4, 3));
  });

  it("compares texts as their UTF-8 bytes", () => {
    const texts = ["", "a", "ab", "é", "\ud7ff", "\ue000", "\uffff", "\u{10000}", "\u{1f600}", "\u{10ffff}"];
    for (const a of texts) {
      for (const b of texts) {
        expect(Math.sign(compareUtf8(a, b))).toBe(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))));
      }
    }
  });
});
