import { describe, expect, it } from "vitest";
import { decodeSafetensors } from "../../src/safetensors/index.ts";
import { faultOf, fileOf, headerFault, tensorHeader } from "./helpers.ts";

const good = tensorHeader("U8", "[4]", "[0,4]");
const two = (a: string, b: string, shape = "[4]"): string =>
  `{"a":{"dtype":"U8","shape":${shape},"data_offsets":${a}},"b":{"dtype":"U8","shape":[4],"data_offsets":${b}}}`;

describe("file length and header length", () => {
  it("refuses a header length beyond the file or the limit", () => {
    const file = fileOf(good, 4);
    expect(faultOf(() => decodeSafetensors(file, { maxHeaderBytes: 10 })).message).toMatch(/limit of 10/);
    expect(() => decodeSafetensors(file, { maxHeaderBytes: Number.NaN })).toThrow(
      /maxHeaderBytes must be .* got NaN/,
    );
    const view = new DataView(file.buffer);
    view.setUint32(0, 99_999_999, true);
    expect(faultOf(() => decodeSafetensors(file)).message).toMatch(/only \d+ follow/);
    view.setBigUint64(0, 2n ** 64n - 1n, true);
    expect(faultOf(() => decodeSafetensors(file)).message).toMatch(/above the limit/);
    view.setBigUint64(0, 0n, true);
    expect(faultOf(() => decodeSafetensors(file)).message).toMatch(/empty/);
  });

  it("says where a file is cut, and how many bytes are too many", () => {
    const file = fileOf(good, 4);
    expect(faultOf(() => decodeSafetensors(file.slice(0, -1)))).toMatchObject({
      tensor: "w",
      offset: file.length - 1,
    });
    expect(headerFault(good, 5)).toMatchObject({ offset: file.length });
    expect(headerFault(good, 5).message).toMatch(/1 trailing bytes/);
  });
});

describe("header text", () => {
  it.each([
    ["not starting with a brace", ` ${good}`, /does not start with "\{"/],
    ["an array", "[1]", /does not start/],
    ["unclosed", "{", /string, found the end/],
    ["cut off", good.slice(0, -1), /to close the header/],
    ["two objects", `${good}{}`, /goes on after/],
    ["a trailing comma", `${good.slice(0, -1)},}`, /must be a string/],
    ["a raw control character", '{"a\nb":1}', /raw control/],
    ["a bad escape", '{"a\\x":1}', /not a valid JSON string/],
    ["a lone surrogate", '{"a\\ud800":1}', /not valid Unicode/],
    ["an unclosed key", '{"abc', /no closing quote/],
    ["an escaped end", '{"abc\\', /no closing quote/],
    ["a duplicate tensor", `{${good.slice(1, -1)},${good.slice(1)}`, /"w" occurs twice/],
    ["a duplicate by escape", `{${good.slice(1, -1)},"\\u0077":1}`, /"w" occurs twice/],
    ["__proto__", tensorHeader("U8", "[4]", "[0,4]", "__proto__"), /"__proto__" is not allowed/],
    ["__proto__ by escape", '{"\\u005f_proto__":{}}', /"__proto__" is not allowed/],
    ["__proto__ in a path", tensorHeader("U8", "[4]", "[0,4]", "a.__proto__.b"), /not allowed/],
    ["__proto__ in metadata", '{"__metadata__":{"__proto__":"x"}}', /not allowed/],
    ["metadata with a number", '{"__metadata__":{"a":1}}', /metadata "a" must be a string/],
    ["metadata with null", '{"__metadata__":{"a":null}}', /must be a string/],
    ["metadata as text", '{"__metadata__":"a"}', /to open __metadata__/],
    ["metadata twice", '{"__metadata__":{},"__metadata__":{}}', /occurs twice/],
    ["a metadata key twice", '{"__metadata__":{"a":"","a":""}}', /occurs twice/],
  ])("refuses %s", (_, header, message) => {
    expect(headerFault(header, 4).message).toMatch(message);
  });

  it("refuses bytes that are not UTF-8, and a byte order mark", () => {
    expect(headerFault(Uint8Array.of(0x7b, 0xff, 0x7d)).message).toMatch(/not UTF-8/);
    expect(headerFault(`\ufeff${good}`, 4).message).toMatch(/does not start/);
  });

  it("gives the byte offset of a fault, also after characters of many bytes", () => {
    const header = '{"é😀€":5}';
    expect(headerFault(header)).toMatchObject({ tensor: "é😀€", offset: 8 + 1 + 2 + 2 + 4 + 3 + 1 });
  });

  it("survives deep nesting and long texts", () => {
    headerFault(`{${'"a":['.repeat(100_000)}`);
    headerFault(`{"a":${"[".repeat(1_000_000)}`);
    expect(headerFault(`{"${"x".repeat(1_000_000)}":1}`).message.length).toBeLessThan(400);
    expect(
      headerFault(tensorHeader("U8", `[${"9".repeat(1_000_000)}]`, "[0,4]")).message.length,
    ).toBeLessThan(400);
    expect(headerFault(tensorHeader("U8", `[${"1,".repeat(100_000)}1]`, "[0,4]")).message).toMatch(
      /more than 256/,
    );
  });
});

describe("tensor fields", () => {
  it.each([
    ["no dtype", '{"w":{"shape":[4],"data_offsets":[0,4]}}', /dtype is missing/],
    ["no shape", '{"w":{"dtype":"U8","data_offsets":[0,4]}}', /shape is missing/],
    ["no data_offsets", '{"w":{"dtype":"U8","shape":[4]}}', /data_offsets is missing/],
    ["null", '{"w":null}', /to open the tensor/],
    ["an unknown field", '{"w":{"constructor":1}}', /unknown field "constructor"/],
    ["a field twice", '{"w":{"dtype":"U8","dtype":"U8"}}', /"dtype" occurs twice/],
    ["an empty shape twice", '{"w":{"shape":[],"shape":[]}}', /"shape" occurs twice/],
    ["an unknown dtype", tensorHeader("f32", "[4]", "[0,4]"), /unknown dtype "f32".*Known dtypes: BOOL/],
    ["an inherited dtype", tensorHeader("toString", "[4]", "[0,4]"), /unknown dtype "toString"/],
    ["a numeric dtype", '{"w":{"dtype":8}}', /dtype must be a string/],
    ["a shape that is text", tensorHeader("U8", '"4"', "[0,4]"), /shape must be an array/],
    ["a negative size", tensorHeader("U8", "[-4]", "[0,4]"), /shape holds "-4"/],
    ["negative zero", tensorHeader("U8", "[-0]", "[0,4]"), /shape holds "-0"/],
    ["a fractional size", tensorHeader("U8", "[4.5]", "[0,4]"), /"4.5"/],
    ["an exponent", tensorHeader("U8", "[4e0]", "[0,4]"), /"4e0"/],
    ["a leading zero", tensorHeader("U8", "[04]", "[0,4]"), /"04"/],
    ["null in a shape", tensorHeader("U8", "[null]", "[0,4]"), /"null"/],
    ["text in a shape", tensorHeader("U8", '["4"]', "[0,4]"), /shape holds/],
    ["NaN", tensorHeader("U8", "[NaN]", "[0,4]"), /"NaN"/],
    ["an unsafe size", tensorHeader("U8", "[9007199254740992]", "[0,4]"), /2\^53/],
    ["a product overflow", tensorHeader("U8", "[4294967296,4294967296]", "[0,4]"), /overflows/],
    ["an overflow before a zero", tensorHeader("U8", "[4294967296,4294967296,0]", "[0,4]"), /overflows/],
    ["a byte overflow", tensorHeader("F64", "[9007199254740991]", "[0,4]"), /overflows/],
    ["one offset", tensorHeader("U8", "[4]", "[0]"), /two integers/],
    ["three offsets", tensorHeader("U8", "[4]", "[0,4,8]"), /more than 2/],
    ["reversed offsets", tensorHeader("U8", "[4]", "[4,0]"), /reversed/],
    ["offsets past the file", tensorHeader("U8", "[8]", "[0,8]"), /cut short/],
    ["huge offsets", tensorHeader("U8", "[4]", "[9007199254740980,9007199254740984]"), /hole/],
    ["too few bytes", tensorHeader("F32", "[2]", "[0,4]"), /span 4 bytes, but F32 of shape \[2\] needs 8/],
    ["too many bytes", tensorHeader("U8", "[2]", "[0,4]"), /needs 2/],
    ["a half byte", tensorHeader("F4", "[3]", "[0,2]"), /whole bytes/],
    ["a leading hole", tensorHeader("U8", "[3]", "[1,4]"), /hole: data bytes 0 to 1/],
  ])("refuses %s", (_, header, message) => {
    const fault = headerFault(header, 4);
    expect(fault.message).toMatch(message);
    expect(fault.tensor).toBe("w");
    expect(fault.offset).toBeGreaterThanOrEqual(8);
  });

  it("refuses overlaps and holes between tensors", () => {
    expect(headerFault(two("[0,4]", "[2,6]"), 6)).toMatchObject({ tensor: "b" });
    expect(headerFault(two("[0,4]", "[2,6]"), 6).message).toMatch(/overlap tensor "a"/);
    expect(headerFault(two("[0,4]", "[0,4]"), 4).message).toMatch(/overlap/);
    expect(headerFault(two("[0,4]", "[5,9]"), 9).message).toMatch(/hole: data bytes 4 to 5/);
  });

  it("takes tensors in any order, empty ones anywhere, white space and constructor as a name", () => {
    const reversed = decodeSafetensors(fileOf(two("[4,8]", "[0,4]"), 8));
    expect([...reversed.tensors.keys()]).toEqual(["b", "a"]);
    expect(reversed.tensors.get("a")?.bytes).toEqual(Uint8Array.of(4, 5, 6, 7));
    const empty = decodeSafetensors(fileOf(two("[0,0]", "[0,4]", "[0]"), 4));
    expect(empty.tensors.get("a")).toMatchObject({ shape: [0], bytes: new Uint8Array(0) });
    expect(decodeSafetensors(fileOf(two("[0,0]", "[0,4]", "[0,9007199254740991,2]"), 4)).tensors.size).toBe(
      2,
    );
    const spaced = '{ "constructor" :\t{ "shape" : [ 2 , 2 ] ,\r\n "data_offsets":[ 0,4 ],"dtype":"U8" } }  ';
    expect(decodeSafetensors(fileOf(spaced, 4)).tensors.get("constructor")?.shape).toEqual([2, 2]);
    expect(decodeSafetensors(fileOf("{}      ")).tensors.size).toBe(0);
  });

  it("gives metadata that answers for no inherited name", () => {
    const { metadata } = decodeSafetensors(fileOf('{"__metadata__":{"toString":"mine"}}'));
    expect(metadata["toString"]).toBe("mine");
    expect(metadata["constructor"]).toBeUndefined();
  });
});
