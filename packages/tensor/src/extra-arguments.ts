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
  slice: "write x.slice(0, { start: 1, stop: 3 })",
  diagonal: "write x.diagonal({ offset: 1 })",
  diagEmbed: "write x.diagEmbed({ offset: 1 })",
  pad: 'write x.pad([1, 1], { mode: "reflect" })',
  scatter: "scatterAdd(dim, index, src) adds",
  indexAdd: "for alpha, write source.mul(alpha)",
  topk: "write x.topk(3, -1, { largest: false })",
  to: 'chain them: x.to("float64").to(backend)',
};

/**
 * Refuses extra arguments, such as PyTorch's `add(a, b, alpha)`.
 *
 * @throws ArgumentError naming the allowed number and the fix.
 * @example refuseExtra("add", arguments.length, 2);
 */
export function refuseExtra(what: string, given: number, most: number): void {
  if (given <= most) return;
  const takes = most === 0 ? "no arguments" : most === 1 ? "one argument" : `at most ${most} arguments`;
  const fix = Object.hasOwn(instead, what) ? `; ${instead[what]}` : "";
  throw new ArgumentError(`${what}: it takes ${takes}, got ${given}${fix}.`);
}
