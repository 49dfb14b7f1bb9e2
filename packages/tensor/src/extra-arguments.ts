import type { OptionNames } from "./arguments.ts";
import { ArgumentError } from "./errors.ts";

/** What to write instead of positional arguments that PyTorch's functions take and ours do not. */
const instead: Readonly<Record<string, string>> = {
  add: "for alpha, write a.add(b.mul(alpha))",
  sub: "for alpha, write a.sub(b.mul(alpha))",
  div: "to round, write a.floorDivide(b) or a.div(b).trunc()",
  round: "for two digits, write x.mul(100).round().div(100)",
  clamp: "write x.clamp({ min: 0, max: 1 })",
  softmax: 'for another dtype, write x.to("float64").softmax(dim)',
  logSoftmax: 'for another dtype, write x.to("float64").logSoftmax(dim)',
  cumsum: 'for another dtype, write x.to("float64").cumsum(dim)',
  cumprod: 'for another dtype, write x.to("float64").cumprod(dim)',
  squeeze: "write several dims as x.squeeze([0, 1])",
  flip: "write several dims as x.flip([0, 1])",
  permute: "write x.permute([1, 0])",
  reshape: "write x.reshape([2, 3])",
  view: "write x.view([2, 3])",
  expand: "write x.expand([2, 3])",
  repeat: "write x.repeat([2, 3])",
  tile: "write x.tile([2, 3])",
  index: "write x.index([i, j])",
  norm: "write x.norm({ p: 2, dim: 1 })",
  scatter: "scatterAdd(dim, index, src) adds",
  indexAdd: "for alpha, write source.mul(alpha)",
  slice: "write x.slice(0, { start: 1, stop: 3 })",
  diagonal: "write x.diagonal({ offset: 1 })",
  diagEmbed: "write x.diagEmbed({ offset: 1 })",
  pad: 'write x.pad([1, 1], { mode: "reflect" })',
  topk: "write x.topk(3, -1, { largest: false })",
  to: 'chain them: x.to("float64").to(backend)',
};

/**
 * Refuses arguments beyond the last, such as PyTorch's `add(a, b, alpha)`. The three arguments that `xs.map(relu)` passes
 * to a function of one are let through: the value, its index and the array.
 *
 * @param what the function, or its options, whose example call the message shows.
 * @throws ArgumentError naming the allowed number and the fix.
 * @example refuseExtra("add", [tensor(1), tensor(2), 3], 2); // throws ArgumentError: add: it takes at most 2 arguments, got 3; for alpha, …
 */
export function refuseExtra(
  what: string | OptionNames,
  given: ArrayLike<unknown>,
  most: number,
  fix?: string,
): void {
  if (given.length > most && !(most === 1 && isCallOfMap(given))) throw extra(what, given.length, most, fix);
}

function isCallOfMap({ length, 0: value, 1: index, 2: array }: ArrayLike<unknown>): boolean {
  return length === 3 && Array.isArray(array) && typeof index === "number" && Object.is(array[index], value);
}

function extra(what: string | OptionNames, given: number, most: number, fix?: string): ArgumentError {
  const name = typeof what === "string" ? what : what.what;
  const takes = most === 0 ? "no arguments" : most === 1 ? "one argument" : `at most ${most} arguments`;
  const known = Object.hasOwn(instead, name) ? instead[name] : undefined;
  const cure = fix ?? known ?? (typeof what === "string" ? undefined : `write ${what.example}`);
  return new ArgumentError(
    `${name}: it takes ${takes}, got ${given}${cure === undefined ? "" : `; ${cure}`}.`,
  );
}
