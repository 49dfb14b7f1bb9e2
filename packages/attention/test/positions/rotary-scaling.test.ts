import { tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { RotaryPositions, type RotaryScaling } from "../../src/index.ts";
import { numbers } from "../helpers.ts";

const llama3 = {
  kind: "llama3",
  factor: 8,
  lowFreqFactor: 1,
  highFreqFactor: 4,
  originalMaxLen: 64,
} as const;

/** The angle that each pair of a head of 8 turns by in one step. */
function angles(scaling: RotaryScaling | "none"): number[] {
  const ones = tensor([[1, 1, 1, 1, 0, 0, 0, 0]]); // (1, 0) in each pair
  const turned = numbers(new RotaryPositions(8, { scaling }).forward(ones, { offset: 1 }));
  return [0, 1, 2, 3].map((i) => Math.atan2(turned[i + 4]!, turned[i]!));
}

function expectAngles(scaling: RotaryScaling | "none", expected: readonly number[]): void {
  for (const [i, angle] of angles(scaling).entries()) expect(angle / expected[i]!).toBeCloseTo(1, 5);
}

test("pairs turn by the scaled angles", () => {
  expectAngles("none", [1, 0.1, 0.01, 0.001]);
  expectAngles({ kind: "linear", factor: 4 }, [0.25, 0.025, 0.0025, 0.00025]);
  // Within 64 tokens they turn 10.2, 1.0186, 0.1 and 0.01 times: the first stays, the second is between, the others are slow.
  const share = ((64 * 0.1) / (2 * Math.PI) - 1) / 3;
  expectAngles(llama3, [1, (1 - share) * 0.0125 + share * 0.1, 0.00125, 0.000125]);
  expect(`${new RotaryPositions(8, { scaling: llama3 })}`).toContain("base=10000, scaling=llama3 8,");
});
