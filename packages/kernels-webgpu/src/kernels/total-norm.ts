import type { Operand } from "@saccade/tensor/backend";
import { countOf, f, type KernelTable, type Machine, mostWords, u, windowOn, wordOf } from "../machine.ts";
import { type Fold, runFold } from "./fold.ts";
import { calledIn } from "./functions.ts";
import { inOrder } from "./in-order.ts";
import { normFold } from "./reduce.ts";

/** A workgroup folds so many elements of all tensors of a dispatch; with the most workgroups, more. */
const share = 1024;
const mostWorkgroups = 256;

/** The norm of many tensors, as if they were one vector: each dispatch folds as many of them as the device binds. */
export function totalNormKernels(machine: Machine): KernelTable {
  return {
    totalNorm(xs, [y], { normType: p }) {
      if (xs.some(({ dtype }) => dtype !== "float32")) return false;
      const [fold, value] = normFold(p);
      const parameters = [wordOf(p), wordOf(1 / p)];
      inOrder(machine, xs, (all) => {
        const groups = groupsOf(all);
        const counts = groups.map(workgroupsFor);
        const ends = counts.map((_, i) => counts.slice(0, i + 1).reduce((sum, n) => sum + n));
        machine.withScratch([ends.at(-1)!], (parts) => {
          for (const [i, group] of groups.entries())
            foldParts(group, windowOn(parts, [counts[i]!], [1], ends[i]! - counts[i]!), fold, parameters);
          runFold(machine, {
            name: "norm of parts",
            shape: parts.shape,
            dims: [0],
            operands: { x: parts },
            fold: { ...fold, step: "return join(acc, x);" },
            perRow: [[y!, value]],
            parameters,
            variant: fold.join + value,
          });
        });
      });
      return true;
    },
  };

  function groupsOf(xs: readonly Operand[]): Operand[][] {
    const most = Math.min(machine.mostBlocks - 1, (mostWords - 3) >> 1);
    return Array.from({ length: Math.ceil(xs.length / most) }, (_, i) => xs.slice(i * most, (i + 1) * most));
  }

  /** A part for each workgroup, of a share of all tensors. */
  function foldParts(
    xs: readonly Operand[],
    parts: Operand,
    fold: Fold,
    parameters: readonly number[],
  ): void {
    const threads = machine.teamOf(64);
    machine.run({
      name: "norm parts",
      variant: `${threads} ${xs.length} ${fold.step}`,
      reads: xs,
      writes: [parts],
      words: [...parameters, parts.offset, ...xs.flatMap(({ shape, offset }) => [countOf(shape), offset])],
      groups: [parts.shape[0]!, 1, 1],
      source(buffers) {
        const one = (_: Operand, k: number): string => `  for (var e = i; e < ${u(3 + 2 * k)}; e += stride) {
    acc = step(acc, ${buffers[k]}[${u(4 + 2 * k)} + e]);
  }`;
        const head = `${fold.acc}
fn start() -> Acc { ${fold.start} }
fn step(acc: Acc, x: f32) -> Acc {
  let p0 = ${f(0)};
  ${fold.step}
}
fn join(a: Acc, b: Acc) -> Acc { ${fold.join} }`;
        return `${calledIn(head)}
${head}
var<workgroup> halves: array<Acc, ${threads}>;
@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let stride = groups.x * ${threads}u;
  let i = group.x * ${threads}u + lane;
  var acc = start();
${xs.map(one).join("\n")}
  halves[lane] = acc;
  workgroupBarrier();
  for (var half = ${threads / 2}u; half > 0u; half /= 2u) {
    if (lane < half) { halves[lane] = join(halves[lane], halves[lane + half]); }
    workgroupBarrier();
  }
  if (lane == 0u) { ${buffers.at(-1)}[${u(2)} + group.x] = halves[0]; }
}`;
      },
    });
  }
}

function workgroupsFor(xs: readonly Operand[]): number {
  const total = xs.reduce((sum, { shape }) => sum + countOf(shape), 0);
  return Math.max(1, Math.min(mostWorkgroups, Math.ceil(total / share)));
}
