// Masks by rule: causal, lengths, windows, and layouts of blocks.

import { ShapeError, type Tensor, tensor, where } from "@saccade/tensor";
import { badArgument, checkAddressable, formatShape } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { backendRule, checkUsed, keyMaskRules, stepsRule } from "../contract/rules.ts";
import * as definition from "../definitions/masks.ts";
import { checkLengths } from "./align.ts";

/** For each block of queries a row: whether it attends to each block of keys. */
export type BlockLayout = readonly (readonly boolean[])[];

/** A {@link BlockLayout}. */
const layoutRule: c.Rule<BlockLayout, undefined> = c.withFix(
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

const backendRules = {
  /** Where the mask is made. Default: the current backend. */
  backend: backendRule,
};

/** The backend of a mask. Default: the current backend. */
export interface MaskPlace extends c.Given<typeof backendRules> {}

const count = c.whole(undefined, { min: 0 });
const anyNumber = /* @__PURE__ */ c.number(0, {
  min: Number.NEGATIVE_INFINITY,
  max: Number.POSITIVE_INFINITY,
});

const causalSizes = c.signature(
  "causalMask",
  { lq: c.required(count), lk: count },
  {
    /** The position of the first query among the keys, for cached keys before it. Default 0. */
    offset: c.whole(0, { min: 0, max: 2 ** 30 }),
    ...backendRules,
  },
  { example: "causalMask(lq, lk, { offset })" },
);

/** Options of {@link causalMask}. */
export interface CausalMaskOptions extends c.OptionsOf<typeof causalSizes, typeof backendRules> {}

/**
 * bool (lq, lk), true where key j ≤ query i: the lower triangle, as `is_causal` in PyTorch. Query i has position i +
 * offset.
 *
 * @throws ArgumentError unless the sizes and the offset are whole numbers ≥ 0.
 * @example causalMask(3) // tensor([[True, False, False], [True, True, False], [True, True, True]], dtype=bool)
 */
export function causalMask(lq: number, lk: number = lq, given: CausalMaskOptions = {}): Tensor {
  const { offset, backend } = causalSizes([lq, lk, given]);
  return definition.causalMask(lq, lk, offset, backend);
}

const lengthsCall = /* @__PURE__ */ c.signature(
  "lengthsMask",
  { validLens: /* @__PURE__ */ c.required(keyMaskRules.validLens), lk: /* @__PURE__ */ c.required(count) },
  "lengthsMask(validLens, 8)",
);

/**
 * bool, true for the first `validLens` of lk keys: (b, 1, lk) for lengths (b), one for each sequence; (b, lq, lk) for
 * lengths (b, lq), one for each query.
 *
 * @param validLens int32, 0 to lk
 * @throws ShapeError for lengths of another rank, IndexError for a length out of range.
 * @example lengthsMask(tensor([2, 3], { dtype: "int32" }), 3) // tensor([[[True, True, False]], [[True, True, True]]], dtype=bool)
 */
export function lengthsMask(validLens: Tensor, lk: number): Tensor {
  lengthsCall([validLens, lk]);
  checkLengths("lengthsMask", "validLens", validLens, lk);
  checkAddressable("lengthsMask", [...validLens.shape, lk]);
  return definition.lengthsMask(validLens, lk);
}

const sequences = /* @__PURE__ */ c.tensors("sequenceMask", "x (…)  validLens int32 (n)");
const fillValue = /* @__PURE__ */ c.signature(
  "sequenceMask",
  { value: anyNumber },
  "sequenceMask(x, validLens, -1)",
);

/**
 * Replaces every step of x (n, steps, …) beyond the sequence's valid length by `value`, in a new tensor.
 * d2l's `sequence_mask`.
 *
 * @param validLens int32 (n), 0 to steps
 * @throws ShapeError unless x is (n, steps, …) and validLens (n); IndexError for a length out of range.
 * @example sequenceMask(ones([2, 3]), tensor([1, 2], { dtype: "int32" })) // tensor([[1, 0, 0], [1, 1, 0]])
 */
export function sequenceMask(x: Tensor, validLens: Tensor, value: number = 0): Tensor {
  const { n } = sequences([x, validLens]);
  fillValue([value]);
  const [batch, steps, ...rest] = x.shape;
  if (steps === undefined || batch !== n) {
    throw new ShapeError(
      `sequenceMask: x ${formatShape(x.shape)} must be (n, steps, …) and validLens ${formatShape(validLens.shape)} ` +
        "must be (n), a length for each sequence.",
    );
  }
  checkLengths("sequenceMask", "validLens", validLens, steps);
  const valid = definition.positions(steps, x.backend).lt(validLens.unsqueeze(1)); // (n, steps)
  return where(valid.reshape([n, steps, ...rest.map(() => 1)]), x, value);
}

/** Rules of a window of keys. */
export const windowRules = {
  /**
   * Query i attends to the keys less than `window` steps away, its own included: |i − j| < window, which is 2 · window − 1
   * keys, or with `causal` the last `window` keys.
   */
  window: c.required(c.whole(undefined, { min: 1 })),
  /** The positions in one step: query i sees only keys i, i ± dilation, i ± 2 · dilation, … Default 1. */
  dilation: stepsRule(1),
  /** Query i attends to keys 0 to i only. Default false. */
  causal: c.flag(false),
};

/** The keys that a window holds. */
export interface WindowOptions extends c.Given<typeof windowRules> {}

const windowSize = c.signature(
  "windowMask",
  { n: c.required(count) },
  { ...windowRules, ...backendRules },
  { example: "windowMask(n, { window: 4, dilation: 2, causal: true })" },
);

/** Options of {@link windowMask}. */
export interface WindowMaskOptions
  extends c.OptionsOf<typeof windowSize, typeof windowRules & typeof backendRules> {}

/**
 * bool (n, n), true where `slidingWindowAttention` with the same options attends: |i − j| < window · dilation and i − j
 * divisible by the dilation; with `causal`, also j ≤ i.
 *
 * @throws ArgumentError unless n is a whole number ≥ 0, and window and dilation are whole numbers ≥ 1.
 * @example windowMask(3, { window: 2 }) // tensor([[True, True, False], [True, True, True], [False, True, True]], dtype=bool)
 */
export function windowMask(n: number, given: WindowMaskOptions): Tensor {
  const { window, dilation, causal, backend } = windowSize([n, given]);
  const near = definition.windowMask(n, window, dilation, backend);
  return causal ? near.logicalAnd(definition.causalMask(n, n, 0, backend)) : near;
}

/** Rules of a layout of blocks. */
export const blockRules = {
  /** The queries, and the keys, of a block. The last block may be shorter. */
  blockSize: c.required(c.whole(undefined, { min: 1 })),
  /** Which block of queries attends to which block of keys: a row for each block of queries. */
  layout: c.required(layoutRule),
  /** Query i attends to keys 0 to i only. Default false. */
  causal: c.flag(false),
};

const blockSizes = c.signature(
  "blockMask",
  { lq: c.required(count), lk: c.required(count) },
  { ...blockRules, ...backendRules },
  { example: "blockMask(lq, lk, { blockSize: 2, layout: bigBirdLayout(8) })" },
);

/** Options of {@link blockMask}. */
export interface BlockMaskOptions
  extends c.OptionsOf<typeof blockSizes, typeof blockRules & typeof backendRules> {}

/**
 * bool (lq, lk), true where `blockSparseAttention` with the same options attends.
 *
 * @throws ArgumentError, ShapeError for a block size or layout that does not fit.
 * @example blockMask(4, 4, { blockSize: 2, layout: [[true, false], [true, true]] }) // tensor([[True, True, False, False], [True, True, False, False], [True, True, True, True], [True, True, True, True]], dtype=bool)
 */
export function blockMask(lq: number, lk: number, given: BlockMaskOptions): Tensor {
  const { blockSize, layout, causal, backend } = blockSizes([lq, lk, given]);
  checkLayout("blockMask", layout, blockSize, [lq, lk]);
  const blockOf = (n: number): Tensor => definition.positions(n, backend).floorDivide(blockSize);
  const chosen = tensor(
    layout.map((row) => [...row]),
    { dtype: "bool", ...(backend && { backend }) },
  ).reshape([layout.length, Math.ceil(lk / blockSize)]); // without rows, there is no shape to see
  const mask = chosen.indexSelect(0, blockOf(lq)).indexSelect(1, blockOf(lk));
  return causal ? mask.logicalAnd(definition.causalMask(lq, lk, 0, backend)) : mask;
}
