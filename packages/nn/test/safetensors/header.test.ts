import { tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import {
  decodeSafetensors,
  readSafetensorsHeader,
  SafetensorsError,
  toSafetensors,
} from "../../src/index.ts";

const bytes = toSafetensors({ a: tensor([1, 2, 3]), b: tensor([[4], [5]]) }, { epoch: "3" });

function reader(): (length: number) => Promise<Uint8Array> {
  let at = 0;
  return async (length) => {
    at += length;
    return bytes.subarray(at - length, at);
  };
}

test("the header read piece by piece says where tensors lie", async () => {
  const { metadata, tensors } = await readSafetensorsHeader(reader(), bytes.length);
  expect(metadata["epoch"]).toBe("3");
  const whole = decodeSafetensors(bytes).tensors;
  expect(tensors.map(({ name }) => name)).toEqual([...whole.keys()]);
  for (const { name, dtype, shape, start, end } of tensors) {
    expect({ name, dtype, shape, bytes: bytes.subarray(start, end) }).toEqual(whole.get(name));
  }
});

test("a file that is shorter or longer than its header says is refused, if its length is known", async () => {
  await expect(readSafetensorsHeader(reader(), bytes.length - 1)).rejects.toThrow(/cut short/);
  await expect(readSafetensorsHeader(reader(), bytes.length + 1)).rejects.toThrow(/1 trailing bytes/);
  await expect(readSafetensorsHeader(reader(), 7)).rejects.toThrow(SafetensorsError);
  expect((await readSafetensorsHeader(reader(), null)).tensors.length).toBe(2);
});
