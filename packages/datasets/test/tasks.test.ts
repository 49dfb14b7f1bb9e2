import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { copyTask, reverseTask, type SequenceTask, sortTask } from "../src/tasks.ts";

const options = fc.record({
  vocabSize: fc.integer({ min: 5, max: 40 }),
  length: fc.integer({ min: 1, max: 9 }),
  count: fc.integer({ min: 1, max: 9 }),
});

function rows({ source, target, count, length }: SequenceTask): { source: number[]; target: number[] }[] {
  return Array.from({ length: count }, (_, row) => ({
    source: [...source.subarray(row * length, (row + 1) * length)],
    target: [...target.subarray(row * length, (row + 1) * length)],
  }));
}

describe("sequence tasks", () => {
  test.each([
    ["copyTask", copyTask, (row: number[]) => row],
    ["reverseTask", reverseTask, (row: number[]) => row.toReversed()],
    ["sortTask", sortTask, (row: number[]) => row.toSorted((a, b) => a - b)],
  ])("%s makes the target of each row from its source", (_, make, expected) => {
    fc.assert(
      fc.property(options, (sizes) => {
        const task = make({ ...sizes, random: Math.random });
        expect(task.source).toHaveLength(sizes.count * sizes.length);
        for (const row of rows(task)) expect(row.target).toEqual(expected(row.source));
        expect(task.source.every((id) => id >= 4 && id < sizes.vocabSize)).toBe(true);
      }),
    );
  });

  test("follows the random numbers it is given", () => {
    const values = [0, 0.5, 0.999, 0.25];
    const task = copyTask({ vocabSize: 8, length: 2, count: 2, random: () => values.shift() ?? 0 });
    expect([...task.source]).toEqual([4, 6, 7, 5]);
  });
});
