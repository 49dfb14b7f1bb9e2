import { fromData, type Tensor } from "@saccade/tensor";
import { ints } from "../tensors.ts";

/** Rows and columns of an image. */
export const size = 16;
const extent = 5; // of a thing

export const colors = { red: [1, 0.1, 0.1], green: [0.1, 0.8, 0.3], blue: [0.2, 0.4, 1] } as const;
export type Color = keyof typeof colors;

/** Things of 5 × 5 pixels. */
export const shapes = {
  circle: [" ### ", "#####", "#####", "#####", " ### "],
  square: ["#####", "#####", "#####", "#####", "#####"],
  cross: ["#   #", " # # ", "  #  ", " # # ", "#   #"],
  ring: [" ### ", "#   #", "#   #", "#   #", " ### "],
} as const;
export type Shape = keyof typeof shapes;

export const colorNames = Object.keys(colors) as Color[];
export const shapeNames = Object.keys(shapes) as Shape[];

/** The words of captions. */
export const vocabulary: readonly string[] = [
  "<bos>",
  "<eos>",
  ...colorNames,
  ...shapeNames,
  "above",
  "beside",
];

export interface Thing {
  readonly shape: Shape;
  readonly color: Color;
  /** Its first row and column. */
  readonly top: number;
  readonly left: number;
}

/** Two things, the upper or left one first. */
export interface Scene {
  readonly things: readonly [Thing, Thing];
  readonly relation: "above" | "beside";
}

/** A scene of two things, one above the other or beside it. */
export function drawScene(random: () => number): Scene {
  const below = (n: number): number => Math.floor(random() * n);
  const most = size - extent;
  const near = below(most - extent + 1); // the first thing, along the axis on which they differ
  const far = near + extent + below(most - near - extent + 1);
  const across = below(most + 1);
  const other = Math.min(most, Math.max(0, across + below(5) - 2)); // at most 2 pixels off
  const above = random() < 0.5;
  const thing = (along: number, across: number): Thing => ({
    shape: shapeNames[below(shapeNames.length)]!,
    color: colorNames[below(colorNames.length)]!,
    top: above ? along : across,
    left: above ? across : along,
  });
  return { things: [thing(near, across), thing(far, other)], relation: above ? "above" : "beside" };
}

/** The caption, such as "red circle above blue square". */
export function captionOf({ things: [a, b], relation }: Scene): string[] {
  return [a.color, a.shape, relation, b.color, b.shape];
}

/** Calls `put` with each pixel of a thing. */
export function eachPixel({ shape, top, left }: Thing, put: (row: number, column: number) => void): void {
  for (const [i, line] of shapes[shape].entries())
    for (const [j, mark] of [...line].entries()) if (mark === "#") put(top + i, left + j);
}

/** Red, green and blue of each pixel, (3, size, size); the background is 0. */
export function pixelsOf({ things }: Scene): Float32Array {
  const image = new Float32Array(3 * size * size);
  for (const thing of things)
    eachPixel(thing, (row, column) => {
      for (const [channel, value] of colors[thing.color].entries())
        image[(channel * size + row) * size + column] = value;
    });
  return image;
}

/** Which cells of a grid (cells, cells) over the image a thing touches, or comes nearer to than `within` pixels. */
export function cellsOf(thing: Thing, cells: number, within: number = 0): boolean[] {
  const touched = new Array<boolean>(cells * cells).fill(false);
  const at = (pixel: number): number => Math.floor((Math.min(size - 1, Math.max(0, pixel)) * cells) / size);
  eachPixel(thing, (row, column) => {
    for (let i = at(row - within); i <= at(row + within); i++)
      for (let j = at(column - within); j <= at(column + within); j++) touched[i * cells + j] = true;
  });
  return touched;
}

export interface Captions {
  readonly images: Tensor;
  /** (count, 6) int32: what the captioner reads. */
  readonly input: Tensor;
  /** (count, 6) int32: what it is to write. */
  readonly target: Tensor;
}

/** Images and captions of scenes. */
export function captionsOf(scenes: readonly Scene[]): Captions {
  const pixels = new Float32Array(scenes.length * 3 * size * size);
  for (const [i, scene] of scenes.entries()) pixels.set(pixelsOf(scene), i * 3 * size * size);
  const ids = (lists: readonly (readonly string[])[]): Tensor =>
    ints(lists.map((words) => words.map((word) => vocabulary.indexOf(word))));
  const captions = scenes.map(captionOf);
  return {
    images: fromData(pixels, [scenes.length, 3, size, size]),
    input: ids(captions.map((words) => ["<bos>", ...words])),
    target: ids(captions.map((words) => [...words, "<eos>"])),
  };
}
