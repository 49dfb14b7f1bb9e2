import { type OptionNames, optionNames } from "@saccade/tensor/backend";
import type { WeightsOptions } from "../contract/attended.ts";
import type { MaskOptions } from "./combine-masks.ts";
import type { MaskFillOptions } from "./mask-fill.ts";

// The option names that several functions and modules share, and what to write instead of PyTorch's names.

/** The names of {@link MaskOptions}. */
export const maskNames: { readonly [Name in keyof Required<MaskOptions>]: true } = {
  mask: true,
  keyMask: true,
  validLens: true,
  causal: true,
};

/** Of functions: a boolean attn_mask of `F.scaled_dot_product_attention` is true where a query may attend, as here. */
export const functionRenames: Readonly<Record<string, string>> = {
  attnMask: "write mask for a bool tensor, true where a query may attend, or bias for floats",
  keyPaddingMask:
    "PyTorch's is true for padding; write keyMask: m.logicalNot() or mask: m.logicalNot().unsqueeze(1)",
  isCausal: "write causal",
  dropoutP: "write dropout",
  attnBias: "write bias",
};

/** Of modules: the boolean masks of `nn.MultiheadAttention` and the transformer layers are true where one may NOT attend. */
export const moduleRenames: Readonly<Record<string, string>> = {
  attnMask: inverse("mask: m.logicalNot()"),
  srcMask: inverse("mask: m.logicalNot()"),
  tgtMask: inverse("mask: m.logicalNot()"),
  keyPaddingMask: padding("keyMask: m.logicalNot() or mask: m.logicalNot().unsqueeze(1)"),
  srcKeyPaddingMask: padding("keyMask: m.logicalNot() or mask: m.logicalNot().unsqueeze(1)"),
  tgtKeyPaddingMask: padding("keyMask: m.logicalNot() or mask: m.logicalNot().unsqueeze(1)"),
  isCausal: "write causal",
  tgtIsCausal: "write causal",
};

/** In addition to {@link moduleRenames}: masks of a decoder's attention to its memory. */
export const memoryRenames: Readonly<Record<string, string>> = {
  ...moduleRenames,
  memoryMask: inverse("crossMask: m.logicalNot()").replace("bias", "crossBias"),
  memoryKeyPaddingMask: padding(
    "crossKeyMask: m.logicalNot() or crossMask: m.logicalNot().unsqueeze(1)",
  ).replace("bias", "crossBias"),
  memoryIsCausal: "write crossMask: causalMask(lt, lm)",
};

function inverse(instead: string): string {
  return `PyTorch's is true where a query may NOT attend, and masks here are true where it may: write ${instead}, or bias for floats`;
}

function padding(instead: string): string {
  return `PyTorch's is true for padding, and masks here are true where a query may attend: write ${instead}, or bias for floats`;
}

/**
 * The options of a `forward` that takes masks and may leave the weights out.
 *
 * @example maskedForward("Net", "net.forward(x)").what // "Net.forward"
 */
export function maskedForward(what: string, call: string): OptionNames {
  return optionNames<MaskOptions & WeightsOptions>(
    `${what}.forward`,
    { ...maskNames, needWeights: true },
    `${call.slice(0, -1)}, { mask, needWeights: false })`,
    moduleRenames,
  );
}

/**
 * The one option `maskFill` of a function or constructor.
 *
 * @example fillOnly("Net", "new Net(4)").example // "new Net(4, { maskFill: -1e9 })"
 */
export function fillOnly(what: string, call: string): OptionNames {
  return optionNames<MaskFillOptions>(
    what,
    { maskFill: true },
    `${call.slice(0, -1)}, { maskFill: -1e9 })`,
    functionRenames,
  );
}
