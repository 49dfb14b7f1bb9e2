import { type OptionsOf, oneOf, options, rule, ShapeError } from "@saccade/contract";
import { checkNumbers, checkTensor, formatShape } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { cat } from "./join.ts";
import * as pads from "./pad.ts";

const padOptions = options(
  "pad",
  {
    /** The padding: a constant (the default), x mirrored at its border, its border element, or x over again. */
    mode: oneOf(["constant", "reflect", "replicate", "circular"], "constant"),
    /** The value for mode "constant". Default 0. */
    value: rule("a number", (value): value is number | boolean => /^(number|boolean)$/.test(typeof value), 0),
  },
  { example: 'pad(x, [1, 1], { mode: "circular" })' },
);

/** Options of {@link pad}. */
export interface PadOptions extends OptionsOf<typeof padOptions> {}

/**
 * Pads x: `[left, right]` for the last dim, then `[top, bottom]` for the one before it, and so on, as in PyTorch.
 * Negative numbers crop. As a method, without mode "circular".
 *
 * @throws ShapeError for an odd or too large count of numbers, for cropping more than the size, for reflecting at least
 * the size, or for repeating more than it.
 * @example pad(tensor([1, 2, 3]), [1, 2], { mode: "circular" }) // tensor([3, 1, 2, 3, 1, 2])
 */
export function pad(x: Tensor, sizes: readonly number[], given?: PadOptions): Tensor {
  checkTensor(padOptions.what, "x", x);
  const { mode, value } = padOptions(given);
  if (mode !== "circular") return pads.pad(x, sizes, { mode, value });
  checkNumbers("pad", "pads", sizes, "write pad(x, [1, 1])");
  // Negative numbers crop, and the method checks the list.
  const cropped = pads.pad(
    x,
    sizes.map((size) => Math.min(size, 0)),
  );
  return sizes.reduce((padded, _, i) => {
    if (i % 2 === 1) return padded;
    const [before, after] = [Math.max(sizes[i]!, 0), Math.max(sizes[i + 1]!, 0)];
    const dim = x.ndim - 1 - i / 2;
    const size = padded.size(dim);
    if (before > size || after > size)
      throw new ShapeError(
        `pad: ${formatShape([before, after])} is too much to repeat dim ${dim} of ${x.describe()}: at most ${size} on each side.`,
      );
    const parts = [padded.narrow(dim, size - before, before), padded, padded.narrow(dim, 0, after)];
    return before + after === 0 ? padded : cat(parts, dim);
  }, cropped);
}
