import {
  badArgument,
  checkBoolean,
  checkFunction,
  checkInteger,
  checkOptions,
  checkRange,
  type OptionNames,
  optionNames,
} from "@saccade/tensor/checks";
import { pickIndex } from "../pick.ts";

/** Options of {@link textureImages} and {@link matchImages}. */
export interface ImageTaskOptions {
  /** Number of images, ≥ 1. */
  readonly count: number;
  /** Whether what is drawn lies at other places than without. Default false. */
  readonly shifted?: boolean;
  /** How much larger than by default it is drawn, 1 to 2. Default 1. */
  readonly scale?: number;
  /** The standard deviation of the noise on every pixel, ≥ 0; what is drawn is between −1 and 1. Default 0.3. */
  readonly noise?: number;
  /** Gives uniform numbers in [0, 1), such as `Math.random`. */
  readonly random: () => number;
}

/** Grey images of {@link imageSize} rows and columns, and the class of each. */
export interface ImageTask {
  /** (count, imageSize, imageSize), row-major. */
  readonly images: Float32Array;
  /** (count) */
  readonly labels: Int32Array;
  /** The number of images. */
  readonly count: number;
  /** The number of classes. */
  readonly classes: number;
}

/** Rows and columns of an image. */
export const imageSize = 16;

function imageOptions(what: string): OptionNames {
  const known = { count: true, shifted: true, scale: true, noise: true, random: true } as const;
  return optionNames<ImageTaskOptions>(what, known, `${what}({ count: 64, random: Math.random })`);
}

const textureOptions: OptionNames = imageOptions("textureImages");
const matchOptions: OptionNames = imageOptions("matchImages");

const half = imageSize / 2;
const period = 4;

/**
 * Local texture: stripes in a square of 8 × 8 pixels. The class is their direction: along the rows, the columns or one of
 * the two diagonals. A window of a few pixels, anywhere in the square, shows it. The square begins in the first 4 rows
 * and columns, or with `shifted` in rows and columns 4 to 8; `scale` widens the stripes.
 *
 * @throws ArgumentError for an unknown option, a value out of range, or a `random` that is not a function or leaves [0, 1).
 * @example textureImages({ count: 4, random: Math.random }).images.length / 4 // 256
 */
export function textureImages(options: ImageTaskOptions): ImageTask {
  return makeImages(textureOptions, options, 4, (put, { shifted, scale, draw }) => {
    const direction = draw(4);
    const [along, across] = [[0, 1, 1, 1][direction]!, [1, 0, 1, -1][direction]!];
    const wave = (2 * Math.PI) / (period * scale * Math.hypot(along, across));
    const phase = draw(64) / 64;
    const [top, left] = [draw(4) + (shifted ? 4 : 0), draw(4) + (shifted ? 4 : 0)];
    for (let row = 0; row < half; row++) {
      for (let column = 0; column < half; column++) {
        const at = wave * (along * column + across * row) + 2 * Math.PI * phase;
        put(top + row, left + column, Math.sin(at));
      }
    }
    return direction;
  });
}

const marks = [
  [1, 1, -1, -1],
  [1, -1, 1, -1],
  [1, -1, -1, 1],
  [1, 1, 1, 1],
] as const;

/**
 * A far-apart relation: each quarter of the image has a mark of 4 × 4 pixels, one of four kinds. On exactly one of the two
 * diagonals both marks are of one kind; the class says which. No window without both marks of a diagonal tells, and nor
 * does how often each kind occurs. A mark fills the upper or the lower left corner of its quarter, or with `shifted` a right
 * one; `scale` enlarges it within its quarter.
 *
 * @throws ArgumentError as {@link textureImages}.
 * @example matchImages({ count: 4, random: Math.random }).labels.length // 4
 */
export function matchImages(options: ImageTaskOptions): ImageTask {
  return makeImages(matchOptions, options, 2, (put, { shifted, scale, draw }) => {
    const which = draw(2);
    const same = draw(4);
    const one = draw(4);
    const other = (one + 1 + draw(3)) % 4;
    // Quarters: upper left, upper right, lower left, lower right.
    const kinds = which === 0 ? [same, one, other, same] : [one, same, same, other];
    const size = Math.round(4 * scale);
    for (const [quarter, kind] of kinds.entries()) {
      const room = half - size;
      const top = half * Math.floor(quarter / 2) + Math.min(room, 4 * draw(2));
      const left = half * (quarter % 2) + (shifted ? room : 0);
      for (let row = 0; row < size; row++) {
        for (let column = 0; column < size; column++) {
          const cell = 2 * Math.floor((2 * row) / size) + Math.floor((2 * column) / size);
          put(top + row, left + column, marks[kind]![cell]!);
        }
      }
    }
    return which;
  });
}

interface Drawing {
  readonly shifted: boolean;
  readonly scale: number;
  /** A whole number below n. */
  readonly draw: (n: number) => number;
}

type Put = (row: number, column: number, value: number) => void;

function makeImages(
  names: OptionNames,
  options: ImageTaskOptions,
  classes: number,
  paint: (put: Put, drawing: Drawing) => number,
): ImageTask {
  const { what } = names;
  checkOptions(names, options);
  if (options === undefined)
    throw badArgument(what, "options", "an object", options, `write ${names.example}`);
  const { count, shifted = false, scale = 1, noise = 0.3, random } = options;
  const pixels = imageSize * imageSize;
  checkInteger(what, "count", count, 1, Math.floor((2 ** 31 - 1) / pixels));
  checkBoolean(what, "shifted", shifted);
  checkRange(what, "scale", scale, 1, 2);
  checkRange(what, "noise", noise, 0, 1e6);
  checkFunction(what, "random", random, "write random: Math.random");
  const draw = (n: number): number => pickIndex(what, n, random);
  // A sum of twelve uniform numbers has variance 1.
  const normal = (): number => Array.from({ length: 12 }, random).reduce((sum, u) => sum + u, -6);
  const images = Float32Array.from({ length: count * pixels }, () => noise * normal());
  const labels = Int32Array.from({ length: count }, (_, i) =>
    paint(
      (row, column, value) => {
        images[i * pixels + row * imageSize + column]! += value;
      },
      { shifted, scale, draw },
    ),
  );
  return { images, labels, count, classes };
}
