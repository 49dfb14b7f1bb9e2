import * as nn from "@saccade/nn";
import { Generator, ones, rand, randn, referenceBackend, scope, setBackend } from "@saccade/tensor";
import { afterEach, describe, expect, test } from "vitest";
import { holdDraws } from "../../kernels-wasm/test/draws.ts";
import { backend, dispatchesOf, gpu } from "./gpu.ts";

afterEach(() => setBackend(referenceBackend()));

describe.skipIf(typeof gpu === "string")("random numbers on the GPU", () => {
  test.each([
    ["rand", rand],
    ["randn", randn],
  ])("%s draws the reference's numbers, bit for bit, and reads nothing", async (_name, draw) => {
    const before = await backend().counts();
    holdDraws(backend(), draw, [1, 5, 1023, 40_000]);
    // The test alone reads.
    const after = await backend().counts();
    expect(after.bytesRead - before.bytesRead).toBe(4 * (1 + 5 + 1023 + 40_000) * 4);
  });

  test("dropout keeps what the reference keeps, in one dispatch", async () => {
    const drop = (): Int32Array =>
      scope(() => {
        const dropped = nn.functional.dropout(ones([300, 7]).t(), 0.3, { generator: new Generator(3) });
        return new Int32Array(dropped.contiguous().dataSync().slice().buffer);
      });
    const wanted = drop();
    setBackend(backend());
    expect(drop()).toEqual(wanted);
    const x = ones([64]);
    expect(await dispatchesOf(() => nn.functional.dropout(x, 0.5))).toBe(1);
  });
});
