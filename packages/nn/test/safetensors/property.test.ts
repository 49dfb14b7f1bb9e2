import fc from "fast-check";
import { expect, it } from "vitest";
import { bytesPerElement } from "../../src/safetensors/dtypes.ts";
import type { SafetensorsInput } from "../../src/safetensors/index.ts";
import {
  decodeSafetensors,
  encodeSafetensors,
  readTensorData,
  SAFETENSORS_DTYPES,
  SafetensorsError,
} from "../../src/safetensors/index.ts";
import { fileOf } from "./helpers.ts";

const text = fc.string({
  unit: fc.oneof(fc.constantFrom('"', "\\", "\n", ".", "_"), fc.string({ unit: "binary" })),
});
const name = text.filter((value) => value !== "__metadata__" && !value.split(".").includes("__proto__"));
const metadata = fc.option(fc.dictionary(name, text, { maxKeys: 4 }), { nil: undefined });

/** A tensor of any dtype, any shape of at most four dimensions and any bytes. */
const tensor: fc.Arbitrary<SafetensorsInput> = fc
  .tuple(fc.constantFrom(...SAFETENSORS_DTYPES), fc.array(fc.nat({ max: 4 }), { maxLength: 4 }))
  .chain(([dtype, small]) => {
    const packed = !Number.isInteger(bytesPerElement(dtype));
    const shape = packed ? [...small, 4] : small;
    const length = shape.reduce((count, size) => count * size, 1) * bytesPerElement(dtype);
    const data = fc.uint8Array({ minLength: length, maxLength: length, max: dtype === "BOOL" ? 1 : 255 });
    return data.map((bytes) => ({ dtype, shape, data: bytes }));
  });
const tensors = fc.dictionary(name, tensor, { maxKeys: 5 });

/** Reads everything there is to read; only a SafetensorsError may come out. */
function readAll(file: Uint8Array): void {
  const attempt = <T>(read: () => T): T | null => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof SafetensorsError)) throw error;
      return null;
    }
  };
  for (const entry of attempt(() => decodeSafetensors(file))?.tensors.values() ?? [])
    attempt(() => readTensorData(entry));
}

it("round-trips every dtype, shape, name and metadata", () => {
  fc.assert(
    fc.property(tensors, metadata, (input, info) => {
      const file = encodeSafetensors(Object.entries(input), info);
      expect(new DataView(file.buffer).getUint32(0, true) % 8).toBe(0);
      const decoded = decodeSafetensors(file);
      expect({ ...decoded.metadata }).toEqual({ ...info });
      expect(decoded.tensors.size).toBe(Object.keys(input).length);
      for (const [key, { dtype, shape, data }] of Object.entries(input)) {
        expect(decoded.tensors.get(key)).toEqual({ name: key, dtype, shape, bytes: data });
      }
      const again = [...decoded.tensors].map(
        ([key, { dtype, shape, bytes }]) => [key, { dtype, shape, data: bytes }] as const,
      );
      expect(encodeSafetensors(again, info)).toEqual(file);
    }),
    { numRuns: 100 },
  );
});

it("gives only a SafetensorsError for damaged bytes", () => {
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(tensors, metadata, damage, (input, info, changes) => {
      const file = encodeSafetensors(Object.entries(input), info);
      const headerEnd = 8 + new DataView(file.buffer).getUint32(0, true);
      // Half of the changes fall in the header, where they matter most.
      for (const [at, value] of changes) file[at % (value % 2 === 0 ? headerEnd : file.length)] = value;
      readAll(file);
    }),
    { numRuns: 500 },
  );
});

it("gives only a SafetensorsError for random headers", () => {
  const piece = fc.constantFrom(
    ...["{", "}", "[", "]", ":", ",", '"', "\\", "u0061", "0", "1", "-", ".5", "e9", "null", " ", "\n", "é"],
    ...[
      '"w"',
      '"dtype"',
      '"shape"',
      '"data_offsets"',
      '"U8"',
      '"__metadata__"',
      '"w":{"dtype":"U8","shape":',
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.nat({ max: 9 }), (pieces, length) => {
      readAll(fileOf(`{${pieces.join("")}`, length));
    }),
    { numRuns: 500 },
  );
});

it("refuses a file cut at any length or with bytes added", () => {
  fc.assert(
    fc.property(tensors, metadata, (input, info) => {
      const file = encodeSafetensors(Object.entries(input), info);
      for (let length = 0; length < file.length; length++) {
        expect(() => decodeSafetensors(file.subarray(0, length))).toThrow(SafetensorsError);
      }
      const longer = new Uint8Array(file.length + 1);
      longer.set(file);
      expect(() => decodeSafetensors(longer)).toThrow(/trailing/);
    }),
    { numRuns: 10 },
  );
});
