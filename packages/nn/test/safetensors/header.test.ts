import { tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import * as nn from "../../src/index.ts";

const bytes = nn.toSafetensors({ a: tensor([1, 2, 3]), b: tensor([[4], [5]]) }, { epoch: "3" });

function reader(): (length: number) => Promise<Uint8Array> {
  let at = 0;
  return async (length) => {
    at += length;
    return bytes.subarray(at - length, at);
  };
}

test("the header read piece by piece says where tensors lie", async () => {
  const { metadata, tensors } = await nn.readSafetensorsHeader(reader(), bytes.length);
  expect(metadata["epoch"]).toBe("3");
  const whole = nn.decodeSafetensors(bytes).tensors;
  expect(tensors.map(({ name }) => name)).toEqual([...whole.keys()]);
  for (const { name, dtype, shape, start, end } of tensors) {
    expect({ name, dtype, shape, bytes: bytes.subarray(start, end) }).toEqual(whole.get(name));
  }
});

test("a file that is shorter or longer than its header says is refused, if its length is known", async () => {
  await expect(nn.readSafetensorsHeader(reader(), bytes.length - 1)).rejects.toThrow(/cut short/);
  await expect(nn.readSafetensorsHeader(reader(), bytes.length + 1)).rejects.toThrow(/1 trailing bytes/);
  await expect(nn.readSafetensorsHeader(reader(), 7)).rejects.toThrow(nn.SafetensorsError);
  expect((await nn.readSafetensorsHeader(reader(), null)).tensors.length).toBe(2);
});
