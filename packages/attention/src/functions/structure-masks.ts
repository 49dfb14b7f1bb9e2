import { arange, type Tensor, tensor } from "@saccade/tensor";
import { badArgument, checkInteger, checkOptions, optionNames, refuseExtra } from "@saccade/tensor/backend";
import { placeAt } from "../contract/check-options.ts";
import { causalMask, type MaskPlace } from "../masks/masks.ts";
import { type BlockLayout, checkLayout } from "./block-layout.ts";
import { checkWindow, type WindowOptions } from "./sliding-window.ts";

/** Options of {@link windowMask}. */
export interface WindowMaskOptions extends WindowOptions, MaskPlace {}

const windowOptions = optionNames<WindowMaskOptions>(
  "windowMask",
  { window: true, dilation: true, causal: true, backend: true },
  "windowMask(n, { window: 4, dilation: 2, causal: true })",
);

/**
 * bool (n, n), true where `slidingWindowAttention` with the same options attends: |i − j| < window · dilation and i − j
 * divisible by the dilation; with `causal`, also j ≤ i.
 *
 * @throws ArgumentError unless n is a whole number ≥ 0, and window and dilation are whole numbers ≥ 1.
 * @example windowMask(3, { window: 2 }) // tensor([[True, True, False], [True, True, True], [False, True, True]], dtype=bool)
 */
export function windowMask(n: number, given: WindowMaskOptions): Tensor {
  refuseExtra(windowOptions, arguments, 2);
  checkInteger("windowMask", "n", n, 0);
  if (given === undefined)
    throw badArgument("windowMask", "options", "an object", given, `write ${windowOptions.example}`);
  checkOptions(windowOptions, given);
  checkWindow("windowMask", given);
  const { window, dilation = 1, causal = false, backend } = given;
  const positions = arange(0, n, 1, { dtype: "int32", ...placeAt("windowMask", backend) });
  const distance = positions.unsqueeze(1).sub(positions); // (n, n)
  const near = distance
    .abs()
    .lt(Math.min(window * dilation, 2 ** 31 - 1))
    .logicalAnd(distance.remainder(dilation).eq(0));
  return causal ? near.logicalAnd(distance.ge(0)) : near;
}

/** Options of {@link blockMask}. */
export interface BlockMaskOptions extends MaskPlace {
  /** The queries, and the keys, of a block. The last block may be shorter. */
  readonly blockSize: number;
  /** Which block of queries attends to which block of keys. */
  readonly layout: BlockLayout;
  /** Query i attends to keys 0 to i only. Default false. */
  readonly causal?: boolean | undefined;
}

const blockOptions = optionNames<BlockMaskOptions>(
  "blockMask",
  { blockSize: true, layout: true, causal: true, backend: true },
  "blockMask(lq, lk, { blockSize: 2, layout: bigBirdLayout(8) })",
);

/**
 * bool (lq, lk), true where `blockSparseAttention` with the same options attends.
 *
 * @throws ArgumentError, ShapeError for a block size or layout that does not fit.
 * @example blockMask(4, 4, { blockSize: 2, layout: [[true, false], [true, true]] }) // tensor([[True, True, False, False], [True, True, False, False], [True, True, True, True], [True, True, True, True]], dtype=bool)
 */
export function blockMask(lq: number, lk: number, given: BlockMaskOptions): Tensor {
  refuseExtra(blockOptions, arguments, 3);
  checkInteger("blockMask", "lq", lq, 0);
  checkInteger("blockMask", "lk", lk, 0);
  if (given === undefined)
    throw badArgument("blockMask", "options", "an object", given, `write ${blockOptions.example}`);
  checkOptions(blockOptions, given);
  const { blockSize, layout, causal = false, backend } = given;
  checkInteger("blockMask", "blockSize", blockSize, 1);
  if (typeof causal !== "boolean") throw badArgument("blockMask", "causal", "true or false", causal);
  checkLayout("blockMask", layout, blockSize, [lq, lk]);
  const at = placeAt("blockMask", backend);
  const blockOf = (n: number): Tensor => arange(0, n, 1, { dtype: "int32", ...at }).floorDivide(blockSize);
  const chosen = tensor(
    layout.map((row) => [...row]),
    { dtype: "bool", ...at },
  ).reshape([layout.length, Math.ceil(lk / blockSize)]); // without rows, there is no shape to see
  const mask = chosen.indexSelect(0, blockOf(lq)).indexSelect(1, blockOf(lk));
  return causal ? mask.logicalAnd(causalMask(lq, lk, at)) : mask;
}
