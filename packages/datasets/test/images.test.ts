import { describe, expect, test } from "vitest";
import {
  type ImageTask,
  type ImageTaskOptions,
  imageSize,
  matchImages,
  textureImages,
} from "../src/tasks.ts";
import { seeded } from "./seeded.ts";

const clean = { count: 40, noise: 0, random: seeded(1) };

/** The image's pixel at a row and column. */
function pixel({ images }: ImageTask, i: number, row: number, column: number): number {
  return images[(i * imageSize + row) * imageSize + column]!;
}

/** The rows and columns that are not empty in any image: [top, bottom, left, right]. */
function extent(task: ImageTask): [number, number, number, number] {
  const rows: number[] = [];
  const columns: number[] = [];
  for (let i = 0; i < task.count; i++) {
    for (let at = 0; at < imageSize ** 2; at++) {
      const [row, column] = [Math.floor(at / imageSize), at % imageSize];
      if (Math.abs(pixel(task, i, row, column)) < 1e-6) continue;
      rows.push(row);
      columns.push(column);
    }
  }
  return [Math.min(...rows), Math.max(...rows), Math.min(...columns), Math.max(...columns)];
}

describe("textureImages", () => {
  test("stripes do not change along the direction of their class", () => {
    const task = textureImages({ ...clean, shifted: true }); // rows and columns 7 and 8 are always inside
    const steps = [
      [0, 1],
      [1, 0],
      [1, -1],
      [1, 1],
    ] as const;
    for (const [i, label] of task.labels.entries()) {
      const changes = steps.map(([down, right]) =>
        Math.abs(pixel(task, i, 8 + down, 9 + right) - pixel(task, i, 8, 9)),
      );
      expect(changes[label]).toBeLessThan(1e-5);
    }
  });

  test("lie in the first rows and columns, and elsewhere if shifted", () => {
    const [top, bottom, left, right] = extent(textureImages(clean));
    expect([top, left]).toEqual([0, 0]);
    expect(Math.max(bottom, right)).toBeLessThanOrEqual(10);
    const [first, last] = extent(textureImages({ ...clean, shifted: true }));
    expect(first).toBeGreaterThanOrEqual(4);
    expect(last).toBeLessThan(imageSize);
  });
});

describe("matchImages", () => {
  /** The mark of a quarter as text, found by its four cells. */
  function mark(task: ImageTask, i: number, quarter: number, left: number): string {
    const [top, start] = [8 * Math.floor(quarter / 2), 8 * (quarter % 2) + left];
    const at = [0, 4].find((down) => pixel(task, i, top + down, start) !== 0)!;
    return [0, 2]
      .flatMap((row) => [0, 2].map((column) => pixel(task, i, top + at + row, start + column)))
      .join();
  }

  test.each([false, true])(
    "have equal marks on the diagonal of their class alone, shifted: %s",
    (shifted) => {
      const task = matchImages({ ...clean, shifted });
      for (const [i, label] of task.labels.entries()) {
        const [a, b, c, d] = [0, 1, 2, 3].map((quarter) => mark(task, i, quarter, shifted ? 4 : 0));
        expect([a === d, b === c]).toEqual([label === 0, label === 1]);
      }
    },
  );
});

test.each<[string, (options: ImageTaskOptions) => ImageTask, number]>([
  ["textureImages", textureImages, 4],
  ["matchImages", matchImages, 2],
])("%s have every class, the asked count, noise of the asked size, and any scale", (_, make, classes) => {
  const task = make({ count: 200, noise: 0.3, random: seeded(2) });
  expect(task).toMatchObject({ count: 200, classes });
  expect(new Set(task.labels).size).toBe(classes);
  expect(task.images).toHaveLength(200 * imageSize ** 2);
  const corner = Array.from({ length: 200 }, (_, i) => pixel(task, i, 15, 15)); // nothing is drawn there
  const variance = corner.reduce((sum, value) => sum + value ** 2, 0) / 200;
  expect(Math.sqrt(variance)).toBeGreaterThan(0.25); // three standard errors of 200 numbers are .045
  expect(Math.sqrt(variance)).toBeLessThan(0.35);
  for (const scale of [1.25, 1.5, 2]) {
    const { images } = make({ ...clean, shifted: true, scale });
    expect(images.every((value) => Math.abs(value) <= 1 + 1e-6)).toBe(true);
  }
});
