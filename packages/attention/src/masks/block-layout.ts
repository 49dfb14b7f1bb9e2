import { ShapeError } from "@saccade/tensor";
import { badArgument, formatShape } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { checkUsed } from "../contract/rules.ts";

/** For each block of queries a row: whether it attends to each block of keys. */
export type BlockLayout = readonly (readonly boolean[])[];

/** A {@link BlockLayout}. */
export const layoutRule: c.Rule<BlockLayout, undefined> = c.withFix(
  c.listOf(c.listOf(c.flag())),
  "write bigBirdLayout(16)",
);

const whole0 = c.whole(undefined, { min: 0 });
const odd = c.rule(
  "odd, as many blocks before as after",
  (value): value is number => Number.isSafeInteger(value) && Number(value) > 0 && Number(value) % 2 === 1,
  3,
);
const blockCount = c.signature(
  "bigBirdLayout",
  { blocks: c.required(c.whole(undefined, { min: 1, max: 2 ** 16 })) },
  {
    /** Blocks in a row around each block of queries, an odd number. Default 3: itself and its two neighbors. */
    window: { ...odd, fix: (value) => (whole0.holds(value) ? `write ${value + 1}` : undefined) },
    /** The first blocks, which attend to all and are attended to by all. Default 1. */
    globals: { ...whole0, default: 1 },
    /** Further blocks of keys for each block of queries, drawn by `random`. Default 0. */
    randoms: { ...whole0, default: 0 },
    /** Gives uniform numbers in [0, 1), such as `Math.random`; needed with `randoms`. */
    random: c.withFix(c.callable<() => number>(), "write random: Math.random"),
  },
  { example: "bigBirdLayout(16, { window: 3, globals: 1, randoms: 2, random: Math.random })" },
);
const share = c.number(undefined, { min: 0, below: 1 });

/** Options of {@link bigBirdLayout}. */
export interface BigBirdOptions extends c.OptionsOf<typeof blockCount> {}

/**
 * The layout of BigBird (Zaheer et al. 2020, section 2): a window, global blocks and random ones.
 *
 * @param blocks the number of blocks of queries, and of keys
 * @throws ArgumentError for a number that is not whole, an even window, or `randoms` without `random`.
 * @example bigBirdLayout(5).length // 5
 */
export function bigBirdLayout(blocks: number, given: BigBirdOptions = {}): BlockLayout {
  const { window, globals, randoms, random } = blockCount([blocks, given]);
  checkUsed("bigBirdLayout", "random", random, randoms > 0, "randoms");
  const draw = (): number => {
    const u = random === undefined ? undefined : random();
    if (share.holds(u)) return u;
    throw badArgument("bigBirdLayout", "random()", "a number in [0, 1)", u, "write random: Math.random");
  };
  return Array.from({ length: blocks }, (_, row) => {
    const chosen = Array.from(
      { length: blocks },
      (_, column) => Math.abs(row - column) <= (window - 1) / 2 || Math.min(row, column) < globals,
    );
    const others = chosen.flatMap((taken, column) => (taken ? [] : [column]));
    for (let i = 0; i < randoms && others.length > 0; i++) {
      const [column] = others.splice(Math.floor(draw() * others.length), 1);
      chosen[column!] = true;
    }
    return chosen;
  });
}

/** @throws ShapeError unless a layout has every block of (lq, lk). */
export function checkLayout(
  what: string,
  layout: BlockLayout,
  blockSize: number,
  [lq, lk]: readonly number[],
): void {
  const [rows, columns] = [Math.ceil(lq! / blockSize), Math.ceil(lk! / blockSize)];
  const width = layout.find((row) => row.length !== columns)?.length ?? columns;
  if (layout.length === rows && width === columns) return;
  throw new ShapeError(
    `${what}: layout ${formatShape([layout.length, width])} must be ${formatShape([rows, columns])}, the number of blocks ` +
      `of ${blockSize} in (lq, lk) = ${formatShape([lq!, lk!])}.`,
  );
}
