import * as c from "@saccade/tensor/contract";
import { pickIndex, random } from "../rules.ts";

/** Rows and columns of an image. */
export const imageSize = 16;

const pixels = imageSize * imageSize;

const imageRules = {
  /** Number of images, ≥ 1. */
  count: c.required(c.whole(undefined, { min: 1, max: Math.floor((2 ** 31 - 1) / pixels) })),
  /** Whether to draw at other positions than in unshifted images. Default false. */
  shifted: c.flag(false),
  /** How much larger than by default it is drawn, 1 to 2. Default 1. */
  scale: c.number(1, { min: 1, max: 2 }),
  /** The standard deviation of the noise on every pixel, ≥ 0; drawings are between −1 and 1. Default 0.3. */
  noise: c.number(0.3, { min: 0, max: 1e6 }),
  /** Gives uniform numbers in [0, 1), such as `Math.random`. */
  random,
};

type ImageOptions = c.Options<typeof imageRules>;

/** Options of {@link textureImages} and {@link matchImages}. */
export interface ImageTaskOptions extends c.OptionsOf<ImageOptions> {}

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

/* @__NO_SIDE_EFFECTS__ */
function imageOptions(what: string): ImageOptions {
  return c.options(what, imageRules, { example: `${what}({ count: 64, random: Math.random })` });
}

const textureOptions = imageOptions("textureImages");
const matchOptions = imageOptions("matchImages");

const half = imageSize / 2;
const period = 4;

/**
 * Local texture: stripes in a square of 8 × 8 pixels. The class is their direction: along the rows, the columns or one of
 * the two diagonals. A window of a few pixels, anywhere in the square, shows it. The square begins in the first 4 rows
 * and columns, or with `shifted` in rows and columns 4 to 8; `scale` widens the stripes.
 *
 * @throws ArgumentError for an unknown option or a wrong value.
 * @example textureImages({ count: 4, random: Math.random }).images.length / 4 // 256
 */
export function textureImages(given: ImageTaskOptions): ImageTask {
  return makeImages(textureOptions, given, 4, (put, { shifted, scale, draw }) => {
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
 * diagonals both marks are of the same kind; the class is that diagonal. Neither a window without both marks of a diagonal
 * nor the count of each kind determines it. A mark fills the upper or the lower left corner of its quarter, or with `shifted` a right
 * one; `scale` enlarges it within its quarter.
 *
 * @throws ArgumentError as {@link textureImages}.
 * @example matchImages({ count: 4, random: Math.random }).labels.length // 4
 */
export function matchImages(given: ImageTaskOptions): ImageTask {
  return makeImages(matchOptions, given, 2, (put, { shifted, scale, draw }) => {
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
  contract: ImageOptions,
  given: ImageTaskOptions,
  classes: number,
  paint: (put: Put, drawing: Drawing) => number,
): ImageTask {
  const { count, shifted, scale, noise, random } = contract(given);
  const draw = (n: number): number => pickIndex(contract.what, n, random);
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
