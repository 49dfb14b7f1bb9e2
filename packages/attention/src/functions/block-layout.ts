import { ShapeError } from "@saccade/tensor";
import {
  badArgument,
  checkFunction,
  checkInteger,
  checkOptions,
  formatShape,
  optionNames,
  refuseExtra,
} from "@saccade/tensor/backend";
import { checkUsed } from "../contract/check-options.ts";

/** For each block of queries a row: whether it attends to each block of keys. */
export type BlockLayout = readonly (readonly boolean[])[];

/** Options of {@link bigBirdLayout}. */
export interface BigBirdOptions {
  /** Blocks in a row around each block of queries, an odd number. Default 3: itself and its two neighbours. */
  readonly window?: number | undefined;
  /** The first blocks, which attend to all and are attended to by all. Default 1. */
  readonly globals?: number | undefined;
  /** Further blocks of keys for each block of queries, drawn by `random`. Default 0. */
  readonly randoms?: number | undefined;
  /** Gives uniform numbers in [0, 1), such as `Math.random`; needed with `randoms`. */
  readonly random?: (() => number) | undefined;
}

const options = optionNames<BigBirdOptions>(
  "bigBirdLayout",
  { window: true, globals: true, randoms: true, random: true },
  "bigBirdLayout(16, { window: 3, globals: 1, randoms: 2, random: Math.random })",
);

/**
 * The layout of BigBird (Zaheer et al. 2020, section 2): a window, global blocks and random ones.
 *
 * @param blocks the number of blocks of queries, and of keys
 * @throws ArgumentError for a number that is not whole, an even window, or `randoms` without `random`.
 * @example bigBirdLayout(5).length // 5
 */
export function bigBirdLayout(blocks: number, given: BigBirdOptions = {}): BlockLayout {
  refuseExtra(options, arguments, 2);
  const what = "bigBirdLayout";
  checkInteger(what, "blocks", blocks, 1, 2 ** 16);
  checkOptions(options, given);
  const { window = 3, globals = 1, randoms = 0, random } = given;
  checkInteger(what, "window", window, 1);
  if (window % 2 === 0)
    throw badArgument(what, "window", "odd, as many blocks before as behind", window, `write ${window + 1}`);
  checkInteger(what, "globals", globals, 0);
  checkInteger(what, "randoms", randoms, 0);
  checkUsed(what, "random", random, randoms > 0, "randoms");
  if (randoms > 0) checkFunction(what, "random", random, "write random: Math.random");
  return Array.from({ length: blocks }, (_, row) => {
    const near = (column: number): boolean => Math.abs(row - column) <= (window - 1) / 2;
    const chosen = Array.from(
      { length: blocks },
      (_, column) => near(column) || Math.min(row, column) < globals,
    );
    const others = chosen.flatMap((taken, column) => (taken ? [] : [column]));
    for (let i = 0; i < randoms && others.length > 0; i++) {
      const [column] = others.splice(Math.floor(uniform(random!()) * others.length), 1);
      chosen[column!] = true;
    }
    return chosen;
  });
}

function uniform(u: unknown): number {
  if (typeof u === "number" && u >= 0 && u < 1) return u;
  throw badArgument("bigBirdLayout", "random()", "a number in [0, 1)", u, "pass Math.random or the like");
}

/** @throws ArgumentError unless a layout is rows of true and false, ShapeError unless it has every block of (lq, lk). */
export function checkLayout(
  what: string,
  layout: unknown,
  blockSize: number,
  [lq, lk]: readonly number[],
): asserts layout is BlockLayout {
  const rule = "rows of true and false, one for each block of queries";
  if (!Array.isArray(layout)) throw badArgument(what, "layout", rule, layout, "as bigBirdLayout(16)");
  const [rows, columns] = [Math.ceil(lq! / blockSize), Math.ceil(lk! / blockSize)];
  Array.from<unknown>(layout).forEach((row, i) => {
    if (!Array.isArray(row)) throw badArgument(what, `layout[${i}]`, "a row of true and false", row);
    const wrong = row.findIndex((x) => typeof x !== "boolean");
    if (wrong >= 0) throw badArgument(what, `layout[${i}][${wrong}]`, "true or false", row[wrong]);
  });
  const width = layout.find((row) => row.length !== columns)?.length ?? columns;
  if (layout.length === rows && width === columns) return;
  throw new ShapeError(
    `${what}: layout ${formatShape([layout.length, width])} must be ${formatShape([rows, columns])}, the number of blocks ` +
      `of ${blockSize} in (lq, lk) = ${formatShape([lq!, lk!])}.`,
  );
}
